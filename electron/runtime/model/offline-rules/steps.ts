/** One request at a time, held against what was observed: what it still needs, or what it came to. */
import type { PromptPayload } from '#runtime/model/chat-model';
import { filesAboutMe, type Told, toldLines } from './about-me.ts';
import {
  failureInWords,
  helpInWords,
  needsModelInWords,
  reasonInWords,
  recalledInWords,
  toldInWords,
  unknownCommandInWords,
  unknownInWords,
} from './answers.ts';
import { otherWords } from './concepts.ts';
import type { Intent } from './intent.ts';
import { type CallObservation, isCall, outcomeOf, wasUntouched, wholeText } from './outcome.ts';
import type { Language } from './plan.ts';
import { answeringLines, conceptsOf } from './relevance.ts';
import { type Moment, reportCall } from './report.ts';
import { say } from './wording.ts';

type Step =
  | { readonly kind: 'call'; readonly tool: string; readonly arguments: Readonly<Record<string, unknown>>; readonly reason: string }
  | {
      readonly kind: 'ask';
      readonly tool: string;
      readonly arguments: Readonly<Record<string, unknown>>;
      readonly missing: readonly string[];
    }
  | { readonly kind: 'done'; readonly report: string; readonly failed: boolean };

const done = (report: string, failed = false): Step => ({ kind: 'done', report, failed });
const call = (tool: string, args: Readonly<Record<string, unknown>>, reason: string): Step => ({
  kind: 'call',
  tool,
  arguments: args,
  reason,
});

/** Observations are handed out once each, in order; of a call that was asked for again the last one counts. */
interface Book {
  take(tool: string, args?: Readonly<Record<string, unknown>>): CallObservation | null;
  /** Calls that nothing in the plan accounts for so far. */
  left(): number;
}

export function openBook(payload: PromptPayload): Book {
  const calls = payload.observations.filter(isCall);
  const left = calls.filter((one, at) => !calls.slice(at + 1).some(({ callId }) => callId === one.callId));
  return {
    take(tool, args) {
      const same = args === undefined ? -1 : left.findIndex((one) => one.tool === tool && sameArguments(one.arguments, args));
      const at = same >= 0 ? same : left.findIndex((one) => one.tool === tool);
      return at < 0 ? null : (left.splice(at, 1)[0] ?? null);
    },
    left: () => left.length,
  };
}

export function sameArguments(a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>): boolean {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) => JSON.stringify(a[key]) === JSON.stringify(b[key]));
}

export interface Scene {
  readonly language: Language;
  readonly book: Book;
  readonly moment: Moment;
  readonly only: boolean;
}

/** The one tool call that a simple request is. */
function callOf(intent: Intent): { tool: string; arguments: Record<string, unknown> } | null {
  switch (intent.kind) {
    case 'remember':
      return { tool: 'memory_append', arguments: { text: intent.text, target: intent.target } };
    case 'list':
      return { tool: 'list', arguments: { path: intent.path, ...(intent.depth === undefined ? {} : { depth: intent.depth }) } };
    case 'read':
    case 'delete':
      return { tool: intent.kind, arguments: { path: intent.path } };
    case 'write':
      return { tool: 'write', arguments: { path: intent.path, content: intent.content } };
    case 'edit':
      return { tool: 'edit', arguments: { path: intent.path, old_text: intent.before, new_text: intent.after } };
    case 'search':
      return { tool: 'search', arguments: { query: intent.query, ...(intent.path === undefined ? {} : { path: intent.path }) } };
    case 'move':
      return { tool: 'move', arguments: { from: intent.from, to: intent.to } };
    case 'exec':
      return { tool: 'exec', arguments: { command: intent.command, ...(intent.cwd === undefined ? {} : { cwd: intent.cwd }) } };
    case 'time':
      return { tool: 'time', arguments: {} };
    case 'about-me':
    case 'recall':
    case 'append':
    case 'help':
    case 'greeting':
    case 'commands':
    case 'clarify':
    case 'incomplete':
    case 'unknown':
      return null;
    default:
      return intent satisfies never;
  }
}

/** Takes the observations of one request out of the book and tells its next step. */
export function advance(intent: Intent, scene: Scene): Step {
  const { language, book } = scene;
  switch (intent.kind) {
    case 'recall':
      return recall(intent, scene);
    case 'about-me':
      return aboutMe(scene);
    case 'append':
      return append(intent, scene);
    case 'help':
      return done(helpInWords(language));
    case 'greeting':
      return done(say(language, intent.thanks ? 'greeting.thanks' : 'greeting.hello'));
    case 'commands':
      return done(unknownCommandInWords(language, intent.unknown));
    case 'incomplete':
      return done(say(language, 'append.incomplete'));
    case 'unknown':
      return done(needsModelInWords(language, intent, scene.only));
    case 'clarify': {
      const one = book.take(intent.tool);
      if (one !== null) return reported(one, intent, scene);
      return { kind: 'ask', tool: intent.tool, arguments: intent.arguments, missing: intent.missing };
    }
    default: {
      const wanted = callOf(intent);
      if (wanted === null) return done('');
      const one = book.take(wanted.tool, wanted.arguments);
      return one === null ? call(wanted.tool, wanted.arguments, intent.kind) : reported(one, intent, scene);
    }
  }
}

function reported(one: CallObservation, intent: Intent, { language, moment }: Scene): Step {
  return done(reportCall(language, one, intent, moment), !outcomeOf(one).ok);
}

/** Memory is asked as the person asked; when nothing answers, once more by other words for the same things, in both languages. */
function recall(intent: Extract<Intent, { kind: 'recall' }>, { language, book, moment }: Scene): Step {
  const first = book.take('memory_search', { query: intent.query });
  if (first === null) return call('memory_search', { query: intent.query }, 'recall');
  const outcome = outcomeOf(first);
  if (!outcome.ok) return done(reportCall(language, first, intent, moment), true);
  const rows = outcome.result.rows ?? [];
  if (answeringLines(intent.query, rows).length > 0) return done(recalledInWords(language, intent, rows));
  const query = otherWords(conceptsOf(intent.query));
  if (query === '') return done(unknownInWords(language, intent));
  const second = book.take('memory_search', { query });
  if (second === null) return call('memory_search', { query }, 'recall by other words');
  const again = outcomeOf(second);
  return done(again.ok ? recalledInWords(language, intent, again.result.rows ?? []) : unknownInWords(language, intent));
}

/** A file that is not there has nothing to tell. */
function aboutMe({ language, book, moment }: Scene): Step {
  const told: Told[] = [];
  for (const path of filesAboutMe(moment)) {
    const one = book.take('memory_get', { path });
    if (one === null) return call('memory_get', { path }, 'what is known');
    const outcome = outcomeOf(one);
    if (outcome.ok) told.push(...toldLines(path, outcome.result.output));
    else if (outcome.reason.code !== 'path_not_found') return done(reportCall(language, one, null, moment), true);
  }
  return done(toldInWords(language, told));
}

/** Read, then write the whole with the line at its end: old text stays byte for byte, or nothing is written. */
function append(intent: Extract<Intent, { kind: 'append' }>, { language, book }: Scene): Step {
  const { path, line } = intent;
  const fail = (reason: string, untouched = true): Step => done(failureInWords(language, 'append', { path }, { reason, untouched }), true);
  const read = book.take('read', { path });
  if (read === null) return call('read', { path }, 'append: what stands there already');
  const before = outcomeOf(read);
  let text = '';
  if (!before.ok) {
    if (before.reason.code !== 'path_not_found') return fail(reasonInWords(language, before.reason));
  } else {
    const whole = wholeText(before.result);
    if ('why' in whole) return fail(say(language, `append.${whole.why}`));
    text = whole.text;
  }
  const content = appended(text, line);
  const written = book.take('write', { path, content });
  if (written === null) return call('write', { path, content }, 'append');
  const after = outcomeOf(written);
  return after.ok
    ? done(reportCall(language, written, intent, { now: 0, zone: 'UTC' }))
    : fail(reasonInWords(language, after.reason), wasUntouched(written));
}

/** The old text as it is, then the line; the line ends as the file's lines do. */
function appended(text: string, line: string): string {
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  if (text === '') return `${line}${end}`;
  return text.endsWith('\n') ? `${text}${line}${end}` : `${text}${end}${line}`;
}
