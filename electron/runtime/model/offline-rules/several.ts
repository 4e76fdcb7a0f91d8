/** Cuts a message into requests: never inside quotation marks, file contents or what is to be remembered. */

import { classify, isKnown, isReported } from './classify.ts';
import { readClause } from './clause.ts';
import { type Intent, isHarmless, isRisky } from './intent.ts';
import { masked, type Phrase, part, phrase, trimmed, unquoted, withoutEnd } from './phrase.ts';
import { readSlash } from './small-requests.ts';

type Strength = 'sentence' | 'strong' | 'weak';
interface Piece {
  readonly text: Phrase;
  readonly from: number;
  readonly to: number;
  readonly intents: readonly Intent[];
}
interface Joint {
  readonly from: number;
  readonly to: number;
  readonly strength: Strength;
}

const THEN_EN =
  '(?:and\\s+)?(?:then|after\\s+that|afterwards|after\\s+this|next|finally|lastly|subsequently)\\b\\s*,?\\s*(?:please\\s+)?(?:also\\s+)?';
const THEN_ZH =
  '(?:然后再?|接着再?|随后再?|之后再?|最后再?|再(?!见|次|度|说|生)|同时|并且|另外|还有|以及|顺便|并(?!非|发|行|列|购)|还要|也(?!许|是))';
const JOINTS = new RegExp(
  [
    `(?<strong>\\s*[,;.。!]?\\s*(?:\\b${THEN_EN}|${THEN_ZH}[,:]?\\s*))`,
    '(?<sentence>(?<=[\\p{L}\\p{N}"\')\\]`])[.!?]+\\s+(?=\\S)|[。!?](?![。!?]|$)\\s*|\\s*\\n+\\s*)',
    '(?<semi>\\s*;\\s*)',
    '(?<weak>\\s*,\\s*(?:and\\s+)?(?:also\\s+)?|\\s+(?:and|&)\\s+(?:also\\s+)?|\\s+also\\s+)',
  ].join('|'),
  'gu',
);
/** A message with more places to cut than this is taken as one. */
const MOST_JOINTS = 40;

/** "1. list the files 2. read todo.txt", in one line. */
const NUMBERED = /(?<number>\s*[,;。]?\s+(?=[2-9][.)、]\s*[^\s\d]))/gu;

function jointsOf(text: Phrase): Joint[] {
  const out: Joint[] = [];
  if (/^\s*1[.)、]\s*[^\s\d]/.test(text.key) && !text.key.includes('\n')) {
    const places = [...masked(text.key).matchAll(NUMBERED)];
    if (places.length > 0) return places.map(({ 0: gap, index }) => ({ from: index, to: index + gap.length, strength: 'sentence' }));
  }
  for (const match of masked(text.key).matchAll(JOINTS)) {
    const { strong, sentence, semi } = match.groups ?? {};
    const strength = strong !== undefined ? 'strong' : sentence !== undefined || semi !== undefined ? 'sentence' : 'weak';
    out.push({ from: match.index, to: match.index + match[0].length, strength });
  }
  return out;
}

function known(text: Phrase): readonly Intent[] {
  return classify(readClause(text));
}

/** Its last argument runs to the end of what was said. */
function isOpenEnded(intents: readonly Intent[], text: Phrase): boolean {
  const last = intents.at(-1);
  if (last === undefined) return false;
  if (last.kind === 'remember') return true;
  const closed = /["'`]\s*(?:to|into|in|到|in the)?\s*\S*$/.test(text.key) && unquoted(part(text, text.key.search(/["'`]/))) !== null;
  return (last.kind === 'write' && !closed) || (last.kind === 'append' && !/\s(?:to|into)\s+\S+$|["到]/.test(text.key));
}

/** Whether a new request may begin here. */
/** Said to the assistant, which no text to be kept goes on with. */
const ADDRESSED = /^(?:please|(?:tell|show|give) me|(?:can|could|would|will) you|what|which)\b/;

function mayBegin(current: Piece, joint: Joint, next: readonly Intent[], between: Phrase, text: Phrase): boolean {
  if (!isKnown(next) || next.some(({ kind }) => kind === 'greeting' && joint.strength === 'weak')) return false;
  const last = current.intents.at(-1);
  if (last === undefined || last.kind === 'unknown') return true;
  const first = next[0];
  if (first?.kind === 'remember' && !first.asked && joint.strength === 'weak') return false;
  if (last.kind === 'exec') {
    if (/[;\n]/.test(between.key)) return false;
    return (
      joint.strength !== 'weak' || (/and|,/.test(between.key) && next.every((intent) => isHarmless(intent) && intent.kind !== 'recall'))
    );
  }
  if (isOpenEnded(current.intents, current.text)) {
    if (joint.strength === 'weak') return false;
    const apart =
      joint.strength === 'sentence' ||
      /[,;.。!，]/.test(between.key) ||
      /^\s*(?:再|然后|接着)/.test(between.key) ||
      (joint.strength === 'strong' && ADDRESSED.test(text.key) && !/^(?:\S+ ){0,2}to\s/.test(current.text.key));
    const asksToKeep = first?.kind === 'remember' && first.asked && last.kind === 'remember';
    return (
      apart && (next.every((intent) => isHarmless(intent) && !(intent.kind === 'recall' && joint.strength === 'strong')) || asksToKeep)
    );
  }
  if (last.kind === 'recall' && joint.strength === 'weak') return next.every((intent) => intent.kind !== 'recall');
  return true;
}

function cut(text: Phrase): Piece[] {
  const joints = jointsOf(text);
  const piece = (from: number, to: number): Piece => {
    const words = trimmed(part(text, from, to));
    return { text: words, from, to, intents: known(words) };
  };
  if (joints.length === 0 || joints.length > MOST_JOINTS) return [piece(0, text.key.length)];
  const out: Piece[] = [];
  let current = piece(0, joints[0]?.from ?? text.key.length);
  for (const [at, joint] of joints.entries()) {
    const end = joints[at + 1]?.from ?? text.key.length;
    const next = piece(joint.to, end);
    if (next.text.raw === '') continue;
    const between = part(text, joint.from, joint.to);
    const isEmpty = current.text.raw === '';
    const waits = current.intents.at(-1)?.kind === 'clarify';
    const together = waits || (joint.strength === 'weak' && !isKnown(current.intents)) ? piece(current.from, end) : null;
    if (isEmpty) current = next;
    else if (together !== null && isKnown(together.intents) && !(waits && together.intents.at(-1)?.kind === 'clarify')) current = together;
    else if (
      mayBegin(current, joint, next.intents, between, next.text) &&
      !(isReported(readClause(current.text)) && !isKnown(current.intents))
    ) {
      out.push(current);
      current = next;
    } else {
      const merged = piece(current.from, end);
      if (!isKnown(merged.intents) && isKnown(current.intents) && !isOpenEnded(current.intents, current.text)) {
        out.push(current);
        current = next;
      } else current = merged;
    }
  }
  out.push(current);
  return out.length > 1 ? out : [piece(0, text.key.length)];
}

/** "Remember this: ..." may have been cut behind its colon; "Remember this. X" tells what "this" is. */
function completed(pieces: readonly Piece[]): readonly Piece[] {
  const [first, second, ...rest] = pieces;
  const waits = first?.intents[0];
  if (first === undefined || second === undefined || waits?.kind !== 'clarify' || waits.tool !== 'memory_append') return pieces;
  const slash = readSlash(phrase(`/remember ${withoutEnd(second.text, /[?]+$/).raw}`));
  return slash === null ? pieces : [{ ...second, intents: [slash] }, ...rest];
}

const WHOLE_QUOTE = /^["'`].*["'`]$/s;

/**
 * The requests of a message in order, never empty. Doubt never leads to a change: when a part of the message is not understood, nothing
 * that changes something is kept.
 */
export function requestsOf(message: Phrase): readonly Intent[] {
  const slash = readSlash(message);
  if (slash !== null) return [slash];
  const typed = phrase(message.raw.trim().replace(TORN_VERB, '$1$2'));
  return requestsIn(typed) ?? requestsIn(phrase(evenlySpaced(typed))) ?? [unknown(message)];
}

/** A slip of the space bar in the request's own verb. */
const TORN_VERB = /(?<=^.{0,12})([读打列记运执删搜写新追]) +([取开出住行除索入建加])/u;

/** "list   the files": quoted text keeps its spaces. */
function evenlySpaced({ raw, key }: Phrase): string {
  const mask = masked(key);
  return [...raw.matchAll(/\s+|\S+/g)]
    .map(({ 0: run, index }) => (/^\s{2,}$/.test(run) && mask.startsWith(' ', index) && !run.includes('\n') ? ' ' : run))
    .join('');
}

function unknown(message: Phrase): Intent {
  const intents = known(trimmed(message));
  return { kind: 'unknown', text: trimmed(message).raw, why: intents[0]?.kind === 'unknown' ? intents[0].why : 'other' };
}

/** null when nothing in it can be followed. */
function requestsIn(text: Phrase): readonly Intent[] | null {
  const whole = known(text);
  if (WHOLE_QUOTE.test(text.key) && unquoted(text) !== null) return null;
  if (whole.length === 1 && whole[0]?.kind === 'time') return whole;
  const pieces = completed(cut(text));
  const intents = pieces.flatMap((piece) => piece.intents);
  const worthy = intents.filter(
    (intent, at) => intent.kind !== 'greeting' || intents.length === 1 || (at === 0 && intents.every(({ kind }) => kind === 'greeting')),
  );
  const doubtful = pieces.some((piece) => !isKnown(piece.intents));
  if (!doubtful) return worthy;
  if (isKnown(whole) && whole.every((intent) => intent.kind === 'remember' || !isRisky(intent))) return whole;
  const reported = pieces.some((piece) => !isKnown(piece.intents) && isReported(readClause(piece.text)));
  const changes = worthy.some((intent) => isRisky(intent) || (intent.kind === 'remember' && (reported || !intent.asked)));
  return changes || reported || worthy.every(({ kind }) => kind === 'unknown') ? null : worthy;
}
