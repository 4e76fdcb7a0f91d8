/** Decides whether a remembered line answers a question, strictly: a wrong line is worse than none. */
import { type MemoryHit, memoryHitSchema } from '#shared/schema/memory';
import { HAN_CONCEPTS, holdsMember, type Role, roleOf } from './concepts.ts';
import { fold, hasHan } from './phrase.ts';

interface Answering {
  /** The line without its list mark. */
  readonly text: string;
  readonly path: string;
  /** Counted from 1; the hit's first line where the line's own number cannot be told. */
  readonly line: number;
  readonly strength: number;
}

const STOP_EN = new Set(
  `a about actually after again ago all already also always am an and any anything are as at be because been before being both but by can could did do does doing done
  each ever every exactly first for from gave get gets give given go goes going gone got had has have having he her here hers him his how i if in into is it its just keep
  keeps kept know known last leave left let ll long made make many me mention mentioned mine more most much my near need next no not note noted now of off ok on once one only
  or other our out over own put puts re recall remember remind s said sat save saved say says send sent set shall she should sit since so some something sort stand still store
  stored such t take takes taken tell than that the their them then there these they thing things this those thought to told too under until up us usually ve very want was we were what what's
  when where which while who whom whose whats wheres whos whens will wish with without would you your yours again called kind kinds type types right current currently exact supposed went wrote hold holds held hide hid find
  located place belong please sure thanks hi hello hey is located there anybody anyone someone work works working person people handle handles handled responsible charge time day days date d m`.split(
    /\s+/,
  ),
);
const STOP_HAN =
  /为什么|怎么样|怎么称呼|来着|什么要求|哪几天|哪几个|哪几|几天|是不是|有没有|什么时候|什么地方|什么样|什么|怎么|怎样|如何|何时|何地|哪里|哪儿|哪些|哪个|哪位|哪天|哪家|哪一|哪种|多少|几点|几号|几楼|几层|星期几|周几|第几|是否|以及|请问|告诉我|告诉|记得|记住|还记|知道|之前|以前|上次|曾经|说过|提到|提过|提|讲过|关于|有关|平时|一般|通常|最|应该|现在|目前|我们|咱们|你们|他们|她们|里面|放在|放到|放|寄给|寄到|发给|交给|送给|给|统一|每|在哪|住在|存在|存放|存|谁|哪|啥|几|吗|呢|吧|么|的|了|过|是|在|和|与|或|及|有|被|把|由|于|从|对|为|以|之|而|我|你|他|她|它|那|这|个|位|里|上|下|中|都|就|也|还|要|会|能|到|去|来|说|讲|叫我|时候|地方|东西|事情|事|啊|呀|写|记/gu;

interface Terms {
  readonly roles: readonly Role[];
  readonly grams: readonly (readonly string[])[];
  readonly kinds: readonly string[];
  /** Content before the first word that names what is asked: whose it is. */
  readonly owners: number;
  readonly firstPerson: boolean;
  readonly wantsTime: boolean;
}

const RUNS = /\p{Script=Han}+|[\p{L}\p{N}]+(?:[-'.][\p{L}\p{N}]+)*/gu;

function termsOf(folded: string): Terms {
  const roles: Role[] = [];
  const grams: string[][] = [];
  const kinds: string[] = [];
  let owners = 0;
  let named = false;
  const count = (asked: boolean): void => {
    named ||= asked;
    if (!named) owners += 1;
  };
  const add = (word: string): void => {
    const role = roleOf(word);
    roles.push(role);
    if (role.as !== 'preference') count(role.as === 'asked');
    if (role.kind !== undefined) kinds.push(role.kind);
  };
  for (const [run] of folded.replaceAll('记住', ' ').matchAll(RUNS)) {
    if (!hasHan(run)) {
      const word = run.replace(/'s$/, '');
      if (!STOP_EN.has(word) || roleOf(word).as === 'asked') add(word);
      continue;
    }
    for (const piece of run.split(HAN_CONCEPTS)) {
      if (piece === '') continue;
      if (roleOf(piece).as !== 'word') add(piece);
      else
        for (const rest of piece.split(STOP_HAN))
          if (rest) {
            count(false);
            grams.push(rest.length === 1 ? [rest] : [...rest].slice(1).map((_, at) => rest.slice(at, at + 2)));
          }
    }
  }
  return { roles, grams, kinds, owners, firstPerson: /\b(?:my|i|mine|i'm)\b|我|咱/.test(folded), wantsTime: WANTS_TIME.test(folded) };
}

function sharesWord(word: string, line: Terms): boolean {
  return line.roles.some(
    ({ as, id }) =>
      as === 'word' && (id === word || (Math.min(id.length, word.length) >= 5 && (id.startsWith(word) || word.startsWith(id)))),
  );
}

/** "... is Pinecone22", not "... is in the safe". */
const HAS_VALUE = /\d|(?:\bis\b|是|为|[:=])\s*(?!(?:in|at|on|under|the|a|an|with|not|called)\b|在|放)[\p{L}\p{N}]/u;
/** Asks for a point in time, and what a line must hold to tell one. */
const WANTS_TIME =
  /^(?:.{0,30}\W)?(?:when|what time|(?:which|what) (?:day|date))\b|什么时候|啥时候|何时|几点|几号|哪(?:一|几)?天|星期几|周几|几月/;
const TELLS_TIME =
  /\d|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:jan|feb|march|april|may|june|july|aug|sep|oct|nov|dec)|\b(?:today|tomorrow|tonight|noon|midnight|morning|afternoon|evening|night|daily|weekly|monthly|yearly|week|weekdays?|weekends?|month|year|every|each|next|before|after|until|o'clock|(?:at|by|past|until) (?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve))\b|[点号日周年月天晚早午]|星期|礼拜|[一二三四五六七八九十]/;
const WANTS_NUMBER = /^\?(?:number|extension|phone)$/;
/** How what is asked for looks, for a line that does not name it. */
const SHAPES: Readonly<Record<string, RegExp>> = {
  '?email': /@/,
  '?birthday': TELLS_TIME,
  '?anniversary': TELLS_TIME,
  '?deadline': TELLS_TIME,
  '?price': /\d|[一二两三四五六七八九十百千万]/,
  '?size': /\d|\b(?:xs|s|m|l|xl|xxl|small|medium|large)\b|[一二三四五六七八九十大中小]/,
  '?address': /\d+\s+\p{L}|\b(?:street|st|road|rd|avenue|ave|lane|live|lives|in|at)\b|[路街巷号市区县栋楼住]/u,
};
const DIGITS = /\d|[零一二三四五六七八九十百千]{3,}/;

/** 0 when the line does not answer; otherwise how well it does, up to 1 and a little more. */
function strengthOf(question: Terms, folded: string, raw: string): number {
  const line = termsOf(folded);
  const asked = question.roles.filter((role) => role.as === 'asked');
  const lineAsked = new Set(line.roles.filter((role) => role.as === 'asked').map((role) => role.id));
  const shared = asked.filter((role) => lineAsked.has(role.id)).length;
  if (asked.length > 0 && shared === 0 && lineAsked.size > 0 && ![...lineAsked].every((id) => id === '?name' || id === '?job')) return 0;
  if (asked.some((role) => WANTS_NUMBER.test(role.id)) && !DIGITS.test(folded)) return 0;
  if (shared === 0 && asked.some((role) => role.id === '?code') && !HAS_VALUE.test(folded)) return 0;
  if (question.wantsTime && !TELLS_TIME.test(folded)) return 0;
  if (shared === 0 && asked.some(({ id }) => SHAPES[id]?.test(folded) === false)) return 0;
  let got = 0;
  let all = 0;
  for (const role of question.roles) {
    if (role.as === 'asked' || role.as === 'preference') continue;
    const byKind = role.kind !== undefined && holdsMember(folded, raw, role.kind);
    const found = role.as === 'word' ? sharesWord(role.id, line) : line.roles.some(({ id }) => id === role.id);
    all += role.kind === undefined ? 1 : 2;
    if (found || byKind) got += role.kind === undefined ? 1 : 2;
  }
  for (const grams of question.grams) {
    const found = grams.filter((gram) => folded.includes(gram)).length;
    all += 1;
    got += found / grams.length >= 0.5 ? Math.max(0.6, found / grams.length) : 0;
  }
  const feels = question.roles.some((role) => role.as === 'preference');
  const felt = line.roles.some((role) => role.as === 'preference');
  if (all === 0) {
    if (asked.length > 0) return shared > 0 && (!question.firstPerson || line.owners === 0) ? 0.8 + (0.1 * shared) / asked.length : 0;
    return feels && felt ? 0.5 : 0;
  }
  if (question.kinds.length > 0 && feels && !felt && got < all) return 0;
  const coverage = got / all;
  return coverage > 0.5 ? coverage + (shared > 0 ? 0.1 : 0) + (feels && felt ? 0.05 : 0) : 0;
}

const MARK = /^\s*(?:>\s*)?(?:[-*+•]\s+(?:\[[ xX]\]\s+)?|\d{1,3}[.)]\s+)?/;

/** The lines of the hits that answer, best first; at most three, none twice. */
export function answeringLines(query: string, rows: readonly unknown[]): Answering[] {
  const question = termsOf(fold(query));
  const found: Answering[] = [];
  for (const hit of hitsOf(rows)) {
    const lines = hit.text.split('\n');
    const exact = lines.length === hit.to - hit.from + 1;
    for (const [at, line] of lines.entries()) {
      const text = line.replace(MARK, '').trim();
      if (text === '' || /^#{1,6}\s|^<!--|^---$/.test(line.trim())) continue;
      const strength = strengthOf(question, fold(text), text);
      if (strength > 0) found.push({ text, path: hit.path, line: exact ? hit.from + at : hit.from, strength });
    }
  }
  found.sort((a, b) => b.strength - a.strength);
  const best = found[0]?.strength ?? 0;
  const seen = new Set<string>();
  return found.filter(({ text, strength }) => strength >= best - 0.01 && !seen.has(text) && seen.add(text)).slice(0, 3);
}

function hitsOf(rows: readonly unknown[]): MemoryHit[] {
  return rows.flatMap((row) => {
    const parsed = memoryHitSchema.safeParse(row);
    return parsed.success ? [parsed.data] : [];
  });
}

/** The question's concepts, for a search by other words. */
export function conceptsOf(query: string): readonly Role[] {
  return termsOf(fold(query)).roles.filter((role) => role.as !== 'word');
}
