/** One request without its courtesies: what is said, how hard it is meant, and whether it asks. */
import { masked, type Phrase, part, phrase, trimmed, withoutEnd } from './phrase.ts';

/**
 * order: said plainly; asked: "could you ...", 能不能帮我 ...; wish: "I want to ..."; question: 可以 ... 吗, which may as well ask for
 * leave. What changes something follows only the first two.
 */
type Force = 'order' | 'asked' | 'wish' | 'question';

export interface Clause {
  /** As written, trimmed. */
  readonly whole: Phrase;
  /** Without courtesies; the end may still carry words that belong to a content. */
  readonly said: Phrase;
  /** Also without closing words and closing punctuation: for requests that end in a name. */
  readonly tight: Phrase;
  readonly force: Force;
  /** Ends as a question. */
  readonly asks: boolean;
}

interface Opening {
  readonly pattern: RegExp;
  readonly force?: Force;
}

const OPENINGS: readonly Opening[] = [
  { pattern: /^(?:(?:[-*•]|\(?\d{1,2}[.)](?!\d))\s+|\d{1,2}、\s*)/ },
  {
    pattern:
      /^(?:hi|hello|hey|yo|ok|okay|so|well|now|alright|all right|right|great|cool|perfect|nice|sure|yes|yep|thanks|thank you|sorry|excuse me|um+|uh+|reins|good (?:morning|afternoon|evening))(?:\s+(?:there|again|everyone|buddy|reins|assistant|then))?\s*[,.!:;-]+\s*/,
  },
  { pattern: /^(?:hi|hello|hey)(?:\s+(?:there|reins|buddy))?\s+(?=\S+\s)/ },
  { pattern: /^(?:just )?(?:so you know|for your information|fyi|to let you know|letting you know)\s*[,:]\s*/ },
  { pattern: /^(?:fyi|from now on|in (?:the )?future|going forward)\s*,?\s*(?:please\s+)?(?=(?:remember|keep in mind|don't forget)\s)/ },
  { pattern: /^(?:从现在起|从今往后|从现在开始|今后|以后)\s*[,]?\s*(?:请)?你?(?:都)?(?:要)?(?=记住|记得|记着|别忘|不要忘)/ },
  {
    pattern:
      /^(?:(?:a )?(?:quick|small|little|short) (?:question|thing|one|note|favou?r|request)|one (?:more )?thing|listen|look|you know what|actually|anyway|hm+|oh|ah)\s*[,:!.-]+\s*/,
  },
  { pattern: /^(?:(?:ok|okay|alright|right)\s+)?(?:so|ok|okay|alright)\s+(?=[a-z])/ },
  {
    pattern:
      /^(?:please|pls|plz|kindly|just|quickly|now|also|first|firstly|secondly|finally|lastly|next|then|and|again|afterwards|afterward|but first|before that|after that|btw|by the way|quick question|question|one more thing|one question)(?:\s*[,:]\s*|\s+)(?=\S)/,
  },
  {
    pattern:
      /^(?:could|can|would|will|won't|can't|couldn't|cant|wont)\s+(?:you|u|ya)\s+(?!mind\b)(?:(?:please|pls|plz|kindly|maybe|possibly|perhaps|just|quickly|also|now|then|first)\s+)*(?:be (?:so )?(?:kind|able|good)(?: enough)?(?: as)? to\s+|help (?:me|us)(?: to)?\s+(?:and\s+)?)?/,
    force: 'asked',
  },
  { pattern: /^(?:would|do) you mind\s+(?:if you\s+)?/, force: 'asked' },
  { pattern: /^(?:is it possible|would it be possible|any chance) (?:for you to|you (?:could|can))\s+/, force: 'asked' },
  { pattern: /^(?:i(?:'d| would) (?:like|love|want)|i (?:want|need|wish|would need|'d need)) (?:you|u) to\s+/, force: 'order' },
  { pattern: /^(?:i(?:'d| would) (?:appreciate it|be (?:glad|happy|grateful)) if you (?:could|would|can))\s+/, force: 'asked' },
  {
    pattern:
      /^(?:help (?:me|us)(?: out)?(?: to| and| by|\s*:)?|go ahead and|make sure (?:to|you)|be sure to|please do|i ask you to|let's|lets|let us|do me a favou?r(?: and|[,:]))\s+/,
  },
  { pattern: /^(?:i(?:'d| would) (?:like|love) to|i (?:want|need|wish) to|i wanna|i'?m trying to|let me)\s+(?=\S)/, force: 'wish' },
  { pattern: /^(?:你好|您好|嗨|哈喽|哈啰|嘿|喂|好的|好|那么|那|嗯|谢谢|多谢|对了|小爪|ok|okay)(?:[啊呀吧呢哦])?\s*[,!。.、~]+\s*/ },
  { pattern: /^(?:你好|您好)(?=请|帮|麻烦|能|可)/ },
  { pattern: /^我?(?:跟|和|同|给)你(?:说|讲)(?:个|一个|件|一件)?(?:事情?|事儿|一声|一下)\s*[,:]\s*/ },
  {
    pattern:
      /^(?:另外|首先|其次|最后(?!一|的|期|修|面|次)|第[一二三四五六]步?|先(?!生|前|进|锋)|再(?!见|次|度|说|生)|然后|接着|随后|之后|并且|并(?!非|发|行|列|购)|同时|还有(?!什么|哪|多少|几|人|没)|还要|顺便|也(?!许|是|门)|继续|另)\s*[,:、]?\s*/,
  },
  { pattern: /^(?:请问一下|请问|想问一下|问一下|我想知道|我想问一?下?|想问)\s*[,:]?\s*/, force: 'question' },
  {
    pattern:
      /^(?:能不能|能否|可不可以|可否|是否可以|可以|能|你能不能|你能|你可以|您能|您可以|你可不可以)(?=(?:[你您]?(?:再|先)?(?:帮|替|给我|为我|请|麻烦)))/,
    force: 'asked',
  },
  { pattern: /^(?:[你您]?(?:能不能|能否|可不可以|可否|是否可以|可以|能))(?!力|量|源|惜|乐|怕|见|做|干|帮)\s*/, force: 'question' },
  { pattern: /^(?:劳烦|麻烦|劳驾|拜托|有劳)(?:[你您])?(?:了)?\s*[,!]?\s*/ },
  { pattern: /^(?:请|烦请|敬请)(?!问|求|假|客|教|柬|帖)(?:[你您])?\s*[,:]?\s*/ },
  {
    pattern:
      /^(?:帮我|帮忙|帮帮我|帮个忙|帮下忙|替我|给我(?!的)|为我|帮(?=列|读|看|打|查|搜|找|记|写|新|创|删|运|执|把|建))\s*(?:一下(?=[,\s]))?\s*[,:]?\s*/,
  },
  {
    pattern:
      /^(?:我想(?:请|让|要)[你您]|我希望[你您]|我需要[你您]|我要[你您]|想请[你您]|[你您](?=帮|给我|来帮|去|先|把|再|快|记(?!得|不|住了))|[你您]来)\s*(?:能|去)?\s*/,
  },
  {
    pattern: /^(?:我想要?|我要|我需要|让我|我打算)(?=读|打开|看|查|列|搜|找|显示|运行|执行|删|写|新建|创建|移动|重命名|把|追加|知道)\s*/,
    force: 'wish',
  },
  {
    pattern:
      /^(?:现在|马上|立刻|立即|赶紧|赶快|快点|快|直接|接下来)(?=[,\s]*(?:读|打开|看看|查看|列|搜|找|显示|运行|执行|删|写|新建|创建|移动|重命名|把|追加|记|帮))[,\s]*/,
  },
];

const GERUNDS: Readonly<Record<string, string>> = {
  listing: 'list',
  reading: 'read',
  showing: 'show',
  opening: 'open',
  writing: 'write',
  creating: 'create',
  running: 'run',
  searching: 'search',
  deleting: 'delete',
  removing: 'remove',
  remembering: 'remember',
  noting: 'note',
  telling: 'tell',
  appending: 'append',
  adding: 'add',
  moving: 'move',
  renaming: 'rename',
  executing: 'execute',
  displaying: 'display',
  saving: 'save',
  keeping: 'keep',
  making: 'make',
  putting: 'put',
  finding: 'find',
  printing: 'print',
  looking: 'look',
  storing: 'store',
  taking: 'take',
  giving: 'give',
};

/** "would you mind reading x" is "read x". */
function plainVerb(said: Phrase): Phrase {
  const word = /^[a-z]+ing(?=\s)/.exec(said.key)?.[0] ?? '';
  const verb = Object.hasOwn(GERUNDS, word) ? GERUNDS[word] : undefined;
  return verb === undefined ? said : phrase(verb + said.raw.slice(word.length));
}

const POLITE_END =
  /\s*[,;。.!]\s*(?:and\s+)?(?:please|pls|plz|thanks|thank you|thx|ty|many thanks|cheers|if you (?:can|could|would|will|don't mind)|if possible|would you|will you|could you|can you|ok|okay|right now|for me|would you please|谢谢|多谢|谢了|感谢|拜托|麻烦|辛苦|好吗|好不好|行吗|行不行|可以吗|好么|可以么|thanks a lot)(?:[你您啦了啊哦]*)(?:\s+(?:a lot|so much|very much|in advance|you|again))?\s*[。.!?~]*$/;
const LOOSE_END =
  /(?:(?:\s+(?:please|pls|plz|thanks|thank you|thx|for me|right now|now|asap|right away|again|to me|ok)|\s*(?:谢谢|多谢|好吗|好不好|行吗|行不行|可以吗|可以不|好么|可以么|吧|哈|啊|呀|哦|噢|啦|呗|哟|喽|咯|呐|嘞|诶|欸|吗|(?<![什怎那这])么|嘛))(?:[你您啦了]*))\s*[,。.!?~]*$/;
const END_MARKS = /(?:(?<=[\p{L}\p{N}"'`)\]/*>])(?:\s*[,。!?;:~]|\.)+|(?<=\S)\s*[。!?~]+)$/u;

/** A question by its words alone, about what would come of something; what is quoted or stands behind a colon is somebody's text. */
const ASKS_ABOUT =
  /(?:会(?:发生|出现|有|造成|导致)(?:些)?(?:什么|啥|哪些)\S{0,6}|会(?:怎么?样|如何)|(?:是|有)?(?:什么|啥)(?:意思|后果|影响|风险|问题|坏处|好处|区别|用处|作用|效果|结果|用)|(?:干|做)(?:什么|啥|嘛)(?:用)?的?|怎么(?:办|样|回事)|为什么|(\p{Script=Han})不\1\S{0,6}|有没有\S{1,6}|多(?:久|长时间|少钱)|还是不\S*|怎么\S{1,4}|谁\S{1,3}|(?:安全|危险|合适|要紧|靠谱|正确|值得|可行)(?:吗|么|不)?|行得通)[。.!?~\s]*$|\b(?:or not|means what|maybe|perhaps)[.!?\s]*$|,\s*(?:said|says|wrote) (?:the|a|my|his|her|he|she|they)\b[^.]*[.!]?$|[?]\s*(?:no|nope|never|not|don't|wait|不|别|算了)(?![a-z])/u;
/** Asks for leave, unless it was asked for nicely before. */
const ASKS_LEAVE = /^(?!(?:请|麻烦|劳驾|拜托|帮|你好|能|可)).*(?:好不好|行不行|可不可以)[。.!?~\s]*$/s;

function asksAbout({ said, whole }: Clause): boolean {
  const plain = masked(said.key);
  return (!/[:：]\s*\S/.test(plain) && ASKS_ABOUT.test(plain)) || ASKS_LEAVE.test(whole.key);
}

const ASKS = /(?:[?]|(?<![什怎那这])么|吗|嘛|呢)\s*["'。.!~]*$/;

export function readClause(text: Phrase): Clause {
  const whole = trimmed(text);
  let said = whole;
  let force: Force = 'order';
  for (let again = true; again; ) {
    again = false;
    for (const { pattern, force: meant } of OPENINGS) {
      const match = pattern.exec(said.key);
      if (match === null || match[0] === '') continue;
      const rest = trimmed(part(said, match[0].length));
      if (rest.raw === '') continue;
      said = plainVerb(rest);
      if (meant !== undefined) force = meant;
      again = true;
    }
  }
  said = withoutEnd(said, POLITE_END);
  if (force === 'asked') said = withoutEnd(said, /(?:\s*[?]|\s*吗)+[。.!~]*$/);
  let tight = said;
  for (let before = ''; before !== tight.raw; ) {
    before = tight.raw;
    tight = withoutEnd(withoutEnd(tight, END_MARKS), LOOSE_END);
  }
  return { whole, said, tight, force, asks: ASKS.test(whole.key) };
}

/** Whether something that changes files or runs a program may follow from it. */
export function meansIt(clause: Clause): boolean {
  return (clause.force === 'asked' || (clause.force === 'order' && !clause.asks)) && !asksAbout(clause);
}

const NEGATED =
  /^(?:(?:please\s+)?(?:do not|don't|dont|do n't|never|no need to|you (?:must|should|can|may) ?(?:not|n't)|you (?:mustn't|shouldn't|can't)|stop|cancel|avoid|under no circumstances|i (?:don't|do not) want (?:you )?to)\b|(?:请|先|千万|你|可|暂时|现在)*(?:不要|别(?!名|人|的|处|墅|克)|不用|不必|不许|不准|不能|不可以?|禁止|勿|无需|停止|取消|甭|莫(?!非)))/;

/** An order not to do something. */
export function isNegated(clause: Clause): boolean {
  return NEGATED.test(clause.said.key) || NEGATED.test(clause.whole.key);
}
