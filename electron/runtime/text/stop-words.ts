/** Words of a question that say nothing about what is sought, in English and Chinese. */

const ENGLISH = new Set(
  `a about above after again all also am an and any are as at be because been before being below between both but by can could did do does doing don
  down during each few for from further had has have having he her here hers him his how i if in into is it its itself just ll me more most my no nor
  not of off on once only or other our ours out over own please re s same she should so some such t than that the their theirs them then there these they this
  those through to too under until up us ve very was we were what when where which while who whom whose why will with would you your yours`.split(
    /\s+/,
  ),
);

export function isEnglishStopWord(word: string): boolean {
  return ENGLISH.has(word);
}

/**
 * A run of Han is cut here: what stands on either side of a question word belongs to different terms. Longer ones first.
 * Prepositions and conjunctions are left in: cutting at them finds less.
 */
export const SOFT_STOPS =
  /为什么|怎么样|是不是|有没有|什么样|什么|怎么|怎样|如何|哪里|哪儿|哪些|哪个|哪位|多少|是否|请问|告诉我|谁|哪|几|吗|呢|吧|么|的|了|是|在/u;
