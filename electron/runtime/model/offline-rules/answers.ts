/** Reports in words: what each request came to. Shows real content and never claims what did not happen. */

import { z } from 'zod';
import { localDay, localIso } from '#runtime/clock';
import { plainMarkdown, visible } from '#runtime/text/shown';
import { memoryWrittenSchema } from '#shared/schema/memory';
import type { Notice } from '#shared/schema/notice';
import type { ToolResult } from '#shared/schema/tool-call';
import type { Intent } from './intent.ts';
import { isCut, plainText } from './outcome.ts';
import type { Language } from './plan.ts';
import { answeringLines } from './relevance.ts';
import { SLASH_COMMANDS } from './small-requests.ts';
import { hasWords, say } from './wording.ts';

export type Good = Extract<ToolResult, { ok: true }>;
export interface Moment {
  /** Milliseconds since 1970, UTC. */
  readonly now: number;
  readonly zone: string;
}

/** Characters of a file that an answer repeats; the file itself is one click away. */
export const SHOWN = 20_000;
const MOST_ENTRIES = 200;
const MOST_LINES = 30;

export function inCodeFence(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(Math.max(3, longest + 1));
  return `${fence}\n${text.endsWith('\n') ? text : `${text}\n`}${fence}`;
}

/** A name as inline code, whatever back-ticks, line breaks or hidden signs it holds. */
export function code(given: string): string {
  const name = visible(given);
  const longest = Math.max(0, ...[...name.matchAll(/`+/g)].map(([run]) => run.length));
  if (longest === 0) return `\`${name}\``;
  const marks = '`'.repeat(longest + 1);
  return `${marks} ${name} ${marks}`;
}

/** The beginning of a text, on one line. */
export const oneLine = (text: string): string => (text.length > 300 ? `${text.slice(0, 300)}…` : text).replace(/\s*\n\s*/g, ' ');

function shownPath(language: Language, path: string): string {
  return path === '.' || path === '' ? say(language, 'list.workspace') : code(path);
}

/** The catalogue's sentence for the notice; what speaks to a model there has a plainer one here. */
export function reasonInWords(language: Language, { code: reason, params }: Notice): string {
  const why = params?.['reason'];
  if (typeof why === 'string' && why !== '' && hasWords(`reason.${reason}_why`))
    return say(language, `reason.${reason}_why`, { reason: plainMarkdown(oneLine(why)) });
  return say(language, hasWords(`reason.${reason}`) ? `reason.${reason}` : `notice:${reason}`, params);
}

/** A reason that says already that nothing came of it. */
const SAYS_NOTHING = /\bnothing (?:was|is)\b|\bwas not (?:run|changed|opened)|没有(?:改动|运行|删除|执行|打开)|什么(?:都|也)没/i;
const CHANGING = new Set(['write', 'append', 'edit', 'delete', 'move', 'exec']);

/** `what`: the tool's name, or `append`. `untouched`: the call was refused before it began. Never claims success. */
export function failureInWords(
  language: Language,
  what: string,
  args: Readonly<Record<string, unknown>>,
  { reason, untouched }: { readonly reason: string; readonly untouched: boolean },
): string {
  const key = hasWords(`not_done.${what}`) ? `not_done.${what}` : 'not_done.other';
  const text = (name: string): string => (typeof args[name] === 'string' ? String(args[name]) : '');
  const values = {
    tool: what,
    path: shownPath(language, text('path')),
    from: code(text('from')),
    command: plainMarkdown(oneLine(text('command'))),
    reason,
  };
  const sentence = say(language, key, values);
  return untouched && CHANGING.has(what) && !SAYS_NOTHING.test(reason)
    ? `${sentence}${language === 'en' ? ' ' : ''}${say(language, 'not_done.nothing_changed')}`
    : sentence;
}

export function helpInWords(language: Language): string {
  const points = ['remember', 'recall', 'look', 'change', 'time', 'slash'].map((point) => `- ${say(language, `help.${point}`)}`);
  return [say(language, 'help.intro'), `${say(language, 'help.list')}\n${points.join('\n')}`, say(language, 'help.connect')].join('\n\n');
}

export function needsModelInWords(language: Language, intent: Extract<Intent, { kind: 'unknown' }>, only: boolean): string {
  if (!only) return say(language, 'model.part', { text: plainMarkdown(oneLine(intent.text)) });
  const about = intent.why === 'other' ? [] : [say(language, `model.${intent.why}`)];
  const gap = language === 'en' ? ' ' : '';
  return [[say(language, 'model.needed'), ...about].join(gap), say(language, 'model.connect'), say(language, 'model.meanwhile')].join(
    '\n\n',
  );
}

export function unknownCommandInWords(language: Language, command: string): string {
  return say(language, 'commands', { command: plainMarkdown(command), known: SLASH_COMMANDS.join(language === 'en' ? ', ' : '、') });
}

const writtenRow = memoryWrittenSchema.pick({ path: true, from: true, added: true }).partial({ added: true });

export function rememberedInWords(language: Language, intent: Extract<Intent, { kind: 'remember' }>, result: Good): string {
  const rows = (result.rows ?? []).flatMap((row) => {
    const parsed = writtenRow.safeParse(row);
    return parsed.success ? [parsed.data] : [];
  });
  const at = rows[0] ?? result.citations?.[0];
  const known = rows[0]?.added === false || (result.notices ?? []).some(({ code: reason }) => reason === 'memory_duplicate');
  const key = known ? 'memory.known' : intent.asked ? 'memory.kept' : 'memory.noted';
  const text = plainMarkdown(oneLine(intent.text));
  return at === undefined ? say(language, `${key}_bare`, { text }) : say(language, key, { text, place: `${at.path}:${at.from}` });
}

export function recalledInWords(language: Language, intent: Extract<Intent, { kind: 'recall' }>, rows: readonly unknown[]): string {
  const lines = answeringLines(intent.query, rows);
  return lines.length === 0 ? unknownInWords(language, intent) : toldInWords(language, lines);
}

/** Lines with their places, and how many more there are. */
export function toldInWords(language: Language, lines: readonly { text: string; path: string; line: number }[]): string {
  if (lines.length === 0) return say(language, 'memory.unknown');
  const shown = lines.slice(0, MOST_LINES).map(({ text, path, line }) => `> ${plainMarkdown(text)} (${path}:${line})`);
  const more = lines.length > MOST_LINES ? [say(language, 'list.more', { count: lines.length - MOST_LINES })] : [];
  return [say(language, 'memory.found'), ...shown, ...more].join('\n\n');
}

export function unknownInWords(language: Language, intent: Extract<Intent, { kind: 'recall' }>): string {
  const gap = language === 'en' ? ' ' : '';
  return [say(language, 'memory.unknown'), ...(intent.personal ? [] : [say(language, 'memory.unknown_general')])].join(gap);
}

const entryRow = z.object({
  path: z.string().optional(),
  name: z.string().optional(),
  type: z.string().optional(),
  kind: z.string().optional(),
  bytes: z.number().optional(),
  size: z.number().optional(),
});

function sizeInWords(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 1_048_576 ? `${(bytes / 1024).toFixed(1)} KB` : `${(bytes / 1_048_576).toFixed(1)} MB`;
}

export function listedInWords(language: Language, path: string, result: Good): string {
  const entries = (result.rows ?? []).flatMap((row) => {
    const parsed = entryRow.safeParse(row);
    const name = parsed.data?.path ?? parsed.data?.name;
    if (!parsed.success || name === undefined) return [];
    const folder = (parsed.data.type ?? parsed.data.kind) === 'folder';
    return [{ name, folder, bytes: parsed.data.bytes ?? parsed.data.size }];
  });
  const where = shownPath(language, path);
  const cut = isCut(result) ? [say(language, 'list.cut')] : [];
  if (entries.length === 0) {
    const output = plainText(result.output).trim();
    return output === '' || result.rows !== undefined
      ? [say(language, 'list.empty', { path: where }), ...cut].join('\n\n')
      : [inCodeFence(output), ...cut].join('\n\n');
  }
  const shown = entries.slice(0, MOST_ENTRIES).map(({ name, folder, bytes }) => {
    if (folder) return `- ${code(name.endsWith('/') ? name : `${name}/`)}`;
    return bytes === undefined ? `- ${code(name)}` : `- ${code(name)} (${sizeInWords(bytes)})`;
  });
  const more = entries.length > MOST_ENTRIES ? [say(language, 'list.more', { count: entries.length - MOST_ENTRIES })] : [];
  return [`${say(language, 'list.of', { count: entries.length, path: where })}\n\n${shown.join('\n')}`, ...more, ...cut].join('\n\n');
}

export function readInWords(language: Language, path: string, result: Good): string {
  const text = plainText(result.output);
  const head = text.length > SHOWN ? text.slice(0, SHOWN).replace(/[\ud800-\udbff]$/, '') : text;
  const cut = isCut(result) || head.length < text.length ? [say(language, 'read.cut')] : [];
  if (text === '' || result.facts?.['bytes'] === 0) return [say(language, 'read.empty', { path: code(path) }), ...cut].join('\n\n');
  return [say(language, 'read.of', { path: code(path) }), inCodeFence(head), ...cut].join('\n\n');
}

const placeRow = z.object({ path: z.string(), line: z.number().optional(), from: z.number().optional(), text: z.string().optional() });

export function searchedInWords(language: Language, query: string, result: Good): string {
  const places = (result.rows ?? []).flatMap((row) => {
    const parsed = placeRow.safeParse(row);
    return parsed.success ? [parsed.data] : [];
  });
  const stopped = (result.notices ?? []).find(({ code: reason }) => reason === 'search_cut');
  const cut = stopped !== undefined ? [reasonInWords(language, stopped)] : isCut(result) ? [say(language, 'search.cut')] : [];
  if (places.length > 0) {
    const shown = places.slice(0, MOST_ENTRIES).map(({ path, line, from, text }) => {
      const at = line ?? from ?? 0;
      return `- ${code(at === 0 ? path : `${path}:${at}`)}${text === undefined || text.trim() === '' ? '' : ` ${code(oneLine(text.trim()))}`}`;
    });
    const more = places.length > MOST_ENTRIES ? [say(language, 'list.more', { count: places.length - MOST_ENTRIES })] : [];
    return [
      `${say(language, 'search.found', { query: plainMarkdown(query), count: places.length })}\n\n${shown.join('\n')}`,
      ...more,
      ...cut,
    ].join('\n\n');
  }
  const matches = result.facts?.['matches'] ?? result.facts?.['count'] ?? result.facts?.['hits'];
  const output = plainText(result.output).trim();
  if (result.rows !== undefined || output === '' || matches === 0)
    return [say(language, 'search.none', { query: plainMarkdown(query) }), ...cut].join('\n\n');
  return [say(language, 'search.found', { query: plainMarkdown(query) }), inCodeFence(output.slice(0, SHOWN)), ...cut].join('\n\n');
}

/** What the time tool told; the clock behind it where it told no facts. */
export function timeInWords(language: Language, days: number, result: Good, { now, zone }: Moment): string {
  const facts = result.facts ?? {};
  const iso = typeof facts['iso'] === 'string' ? facts['iso'] : localIso(now, zone);
  const day = typeof facts['day'] === 'string' ? facts['day'] : localDay(now, zone);
  const place = typeof facts['zone'] === 'string' ? facts['zone'] : zone;
  const noon = Date.parse(`${day}T12:00:00Z`) + days * 86_400_000;
  const date = new Intl.DateTimeFormat(language, {
    timeZone: 'UTC',
    weekday: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
  }).format(noon);
  if (days !== 0) return say(language, `time.day_${days}`, { date });
  return say(language, 'time.now', { date, time: iso.slice(11, 16), zone: place });
}
