/** Reads the top-level answer out of a decision that is still growing, so that it can be shown while it is written. */

const PLAIN_ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', '"': '"', '\\': '\\', '/': '/' };
const HEX = /^[\da-fA-F]{4}$/;
const THINKING = /^<(think|thinking|thought|reasoning)>/i;
/** What may come before the object without making its beginning doubtful. */
const LEAD = /^(?:[\s\ufeff\u200b-\u200d\u2060]|```[\w-]*\s)+/;
const TAG_LENGTH = '</reasoning>'.length;
const OPENERS = ['<think>', '<thinking>', '<thought>', '<reasoning>'];

interface State {
  phase: 'lead' | 'thinking' | 'object' | 'over';
  /** Text that cannot be used yet: half an escape, half a tag. */
  rest: string;
  depth: number;
  expectsKey: boolean;
  inString: boolean;
  key: string;
  /** What was read of the current key or of the action. */
  word: string;
  action: string | null;
  answered: boolean;
  /** Answer text that was read and not handed out. */
  held: string;
}

/**
 * A function that takes the next piece and returns what became certain of the answer, '' for nothing yet. Pieces may end anywhere; a
 * surrogate pair is never parted; nothing is handed out before `action` is known to be RESPOND. A reply that begins with other text
 * than thinking or a code fence yields nothing: which object counts is known only at its end. Never throws; linear.
 */
export function createAnswerStream(): (piece: string) => string {
  const state: State = {
    phase: 'lead',
    rest: '',
    depth: 0,
    expectsKey: false,
    inString: false,
    key: '',
    word: '',
    action: null,
    answered: false,
    held: '',
  };
  return (piece) => {
    if (state.phase === 'over') return '';
    let text = state.rest + piece;
    state.rest = '';
    while (text !== '' && (state.phase === 'lead' || state.phase === 'thinking')) {
      const next: string = state.phase === 'lead' ? passLead(state, text) : passThinking(state, text);
      if (next === text) break;
      text = next;
    }
    if (state.phase === 'object') passObject(state, text);
    return handOut(state);
  };
}

function passLead(state: State, text: string): string {
  const lead = LEAD.exec(text)?.[0] ?? '';
  const after = text.slice(lead.length);
  if (after === '') return after;
  if (after.startsWith('{')) {
    state.phase = 'object';
    return after;
  }
  const tag = THINKING.exec(after);
  if (tag !== null) {
    state.phase = 'thinking';
    return after.slice(tag[0].length);
  }
  const small = after.toLowerCase();
  const maybeMore = OPENERS.some((opener) => opener.startsWith(small)) || /^`{1,3}[\w-]{0,20}$/.test(after);
  if (maybeMore) state.rest = after;
  else state.phase = 'over';
  return '';
}

function passThinking(state: State, text: string): string {
  const close = /<\/(?:think|thinking|thought|reasoning)>/i.exec(text);
  if (close !== null) {
    state.phase = 'lead';
    return text.slice(close.index + close[0].length);
  }
  state.rest = text.slice(Math.max(0, text.length - TAG_LENGTH));
  return '';
}

function passObject(state: State, text: string): void {
  let at = 0;
  while (at < text.length && state.phase === 'object') {
    if (!state.inString) {
      passMark(state, text.charAt(at));
      at += 1;
      continue;
    }
    const stop = endOfPlain(text, at);
    if (stop > at) keep(state, text.slice(at, stop));
    at = stop;
    if (at >= text.length) return;
    if (text.charAt(at) === '"') {
      closeString(state);
      at += 1;
      continue;
    }
    const length = text.charAt(at + 1) === 'u' ? 6 : 2;
    if (at + length > text.length) {
      state.rest = text.slice(at);
      return;
    }
    const read = readEscape(text.slice(at, at + length));
    if (read === undefined) state.phase = 'over';
    else keep(state, read);
    at += length;
  }
}

function endOfPlain(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const unit = text.charCodeAt(at);
    if (unit === 0x22 || unit === 0x5c) break;
    at += 1;
  }
  return at;
}

function readEscape(written: string): string | undefined {
  const letter = written.charAt(1);
  if (letter !== 'u') return PLAIN_ESCAPES[letter];
  const digits = written.slice(2);
  return HEX.test(digits) ? String.fromCharCode(Number.parseInt(digits, 16)) : undefined;
}

function passMark(state: State, mark: string): void {
  if (mark === '"') {
    state.inString = true;
    state.word = '';
    return;
  }
  if (mark === '{' || mark === '[') state.depth += 1;
  if (mark === '}' || mark === ']') state.depth -= 1;
  if (state.depth <= 0) state.phase = 'over';
  else if (state.depth === 1 && (mark === '{' || mark === ',' || mark === '，')) state.expectsKey = true;
  else if (mark === ':' || mark === '：') state.expectsKey = false;
}

/** Keeps a part of a string where somebody will ask for it: keys and the action (both short) or the answer. */
function keep(state: State, part: string): void {
  if (state.depth !== 1) return;
  if (state.expectsKey || state.key === 'action') {
    if (state.word.length < 64) state.word += part;
  } else if (state.key === 'answer' && !state.answered) state.held += part;
}

function closeString(state: State): void {
  state.inString = false;
  if (state.depth !== 1) return;
  if (state.expectsKey) state.key = state.word;
  else if (state.key === 'action') {
    state.action ??= state.word;
    if (state.action !== 'RESPOND') state.phase = 'over';
  } else if (state.key === 'answer') state.answered = true;
}

function handOut(state: State): string {
  if (state.action !== 'RESPOND' || state.held === '') return '';
  const last = state.held.charCodeAt(state.held.length - 1);
  const half = !state.answered && last >= 0xd800 && last <= 0xdbff;
  const end = half ? state.held.length - 1 : state.held.length;
  const fresh = state.held.slice(0, end);
  state.held = state.held.slice(end);
  return fresh;
}
