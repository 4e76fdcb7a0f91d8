/** The read-only file tools: read, list and search, all behind the file wall. */
import type { FileEntry, FileWall } from '#runtime/sandbox/file-wall';
import { shownPath } from '#runtime/sandbox/path-rules';
import { type Notice, notice } from '#shared/schema/notice';
import type { SessionKind } from '#shared/schema/session';
import type { ToolResult, Verdict } from '#shared/schema/tool-call';
import { climbs, type Glob, isGlob, readGlob } from './glob.ts';
import { CHARACTER_LIMIT, type LineWindow, readLines } from './read-lines.ts';
import { nameAgain } from './read-whole.ts';
import { SEARCH_LIMITS, type SearchFound, type SearchLimits, type SearchRow, searchFiles } from './search-files.ts';
import { type AnyTool, refused, type Tool, type ToolContext } from './tool.ts';
import { type ToolArguments, toolInputs } from './tool-inputs.ts';

const ANY_SESSION: readonly SessionKind[] = ['main', 'shared', 'sub-agent'];
const LIST_LIMIT = 500;

/** `searchLimits` bounds one search. */
export function createFileTools({ files, searchLimits = SEARCH_LIMITS }: { files: FileWall; searchLimits?: SearchLimits }): AnyTool[] {
  return [readTool(files), listTool(files), searchTool(files, searchLimits)] as unknown as AnyTool[];
}

function readTool(files: FileWall): Tool<ToolArguments<'read'>> {
  return {
    name: 'read',
    summary: 'Read a text file of the workspace; offset (from 0) and limit count lines.',
    input: toolInputs.read,
    sessions: ANY_SESSION,
    untrusted: true,
    judge: ({ path }, context) => judgePath(files, path, context),
    async run({ path, offset = 0, limit = Number.POSITIVE_INFINITY }, { session, signal }) {
      const read = await readLines(files, { path, offset, limit, session: session.kind, signal });
      return read.ok ? readResult(read.value) : refused(read.error, read.kind);
    },
  };
}

function readResult(window: LineWindow): ToolResult {
  const { path, text, encoding, damaged, bytes, lines, from, to, cut, lineCut } = window;
  const facts = { path, bytes, from, to, cut, encoding, ...(lines === null ? {} : { lines }), ...(damaged ? { damaged } : {}) };
  const gap = gapNotice(window);
  const output = gap === '' ? text : `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${gap}`;
  const citations = to < from ? {} : { citations: [{ path, from, to }] };
  const notices = cut || lineCut ? { notices: [notice('file_cut', { path: shownPath(path), from, to })] } : {};
  return { ok: true, output, facts, ...citations, ...notices };
}

/** What the model has to know of what is not there; empty when all is. */
function gapNotice({ bytes, lines, from, to, cut, lineCut, damaged }: LineWindow): string {
  const notes: string[] = [];
  if (bytes === 0) notes.push('the file is empty');
  else if (to < from) notes.push(`no line ${from}: the file has ${lines ?? 'fewer'} lines`);
  if (lineCut) notes.push(`line ${to} is longer than ${CHARACTER_LIMIT} characters, its rest cannot be read`);
  if (cut) notes.push(`lines ${from}-${to}${lines === null ? '' : ` of ${lines}`}; to go on read with offset ${to}`);
  if (damaged) notes.push('some bytes are damaged and stand as \ufffd');
  return notes.length === 0 ? '' : `[${notes.join('; ')}]`;
}

function listTool(files: FileWall): Tool<ToolArguments<'list'>> {
  return {
    name: 'list',
    summary: 'List files and folders below a path of the workspace; depth 1 unless given.',
    input: toolInputs.list,
    sessions: ANY_SESSION,
    untrusted: true,
    judge: ({ path }, context) => judgePath(files, orRoot(path), context),
    async run({ path, depth = 1 }, { session, signal }) {
      const listed = await files.list(orRoot(path), { depth, max: LIST_LIMIT, session: session.kind, signal });
      if (!listed.ok) return refused(listed.error, listed.kind);
      const { entries, cut } = listed.value;
      const count = entries.length;
      const notes = [
        ...(count === 0 ? ['[nothing is listed here]'] : []),
        ...(cut ? [`[only ${count} entries; list a smaller folder or fewer levels]`] : []),
        ...(session.kind === 'main' ? [] : ['[private notes are never listed in this session]']),
      ];
      return {
        ok: true,
        output: [...entries.map(entryLine), ...notes].join('\n'),
        facts: { path: listed.value.path, entries: count, cut },
        rows: entries,
        ...(cut ? { notices: [notice('listing_cut', { count })] } : {}),
      };
    },
  };
}

/** An empty path means the workspace here, for there is nothing to break. */
function orRoot(path: string): string {
  return path === '' ? '.' : path;
}

function entryLine({ path, type, bytes }: FileEntry): string {
  const name = shownPath(path);
  switch (type) {
    case 'file':
      return `${name} (${bytes} bytes)`;
    case 'folder':
      return `${name}/`;
    case 'link':
      return `${name} (link)`;
    case 'other':
      return `${name} (not a file)`;
    default:
      return type satisfies never;
  }
}

function searchTool(files: FileWall, limits: SearchLimits): Tool<ToolArguments<'search'>> {
  return {
    name: 'search',
    summary: 'Find a text in file names and contents of the workspace; path and glob narrow it.',
    input: toolInputs.search,
    sessions: ANY_SESSION,
    untrusted: true,
    async judge(args, context) {
      const plan = await planSearch(files, args, context);
      return 'verdict' in plan ? plan : { verdict: 'allow' };
    },
    async run(args, context) {
      const plan = await planSearch(files, args, context);
      if ('verdict' in plan) return refused(plan.reason, plan.verdict === 'deny' ? 'denied' : 'argument');
      const { base, type, globs } = plan;
      if (type === 'missing') return refused(notice('path_not_found', { path: shownPath(base) }), 'failed');
      const wanted = globs.length === 0 ? undefined : (path: string) => globs.every((glob) => glob.matches(path));
      const { signal, session } = context;
      const found = await searchFiles(files, { query: args.query, base, type, wanted, session: session.kind, signal, limits });
      return found.ok ? searchResult(found.value, base) : refused(found.error, found.kind);
    },
  };
}

function searchResult({ rows, files, skipped, cut }: SearchFound, base: string): ToolResult {
  const notes = [
    ...(rows.length === 0 ? ['[nothing was found]'] : []),
    ...(cut === null ? [] : [`[stopped at the limit of ${cut} after ${files} files; narrow the folder or the text]`]),
    ...(skipped === 0 ? [] : [`[${skipped} files or folders were not searched: no text, protected or unreadable]`]),
  ];
  return {
    ok: true,
    output: [...rows.map(rowLine), ...notes].join('\n'),
    facts: { path: base, matches: rows.length, files, skipped, cut: cut !== null },
    rows,
    citations: rows.filter(({ line }) => line > 0).map(({ path, line }) => ({ path, from: line, to: line })),
    ...(cut === null ? {} : { notices: [notice('search_cut', { files, count: rows.length })] }),
  };
}

function rowLine({ path, line, text }: SearchRow): string {
  return line === 0 ? `${shownPath(path)} (name)` : `${shownPath(path)}:${line}: ${text}`;
}

type ReadyGlob = Extract<Glob, { ok: true }>;
type Refusal = Extract<Verdict, { verdict: 'deny' | 'invalid' }>;
interface SearchPlan {
  readonly base: string;
  readonly type: 'file' | 'folder' | 'missing';
  readonly globs: readonly ReadyGlob[];
}

/** A path that is not there and has wildcards is read as a folder and a pattern below it. */
async function planSearch(files: FileWall, args: ToolArguments<'search'>, { session }: ToolContext): Promise<SearchPlan | Refusal> {
  const { query, glob } = args;
  const path = args.path ?? '.';
  if (query.trim() === '')
    return refuse('invalid', notice('tool_arguments', { tool: 'search', field: 'query', rule: 'blank', allowed: '' }));
  if (path.includes('{') && climbs(path)) return refuse('deny', notice('path_outside', { path: shownPath(path) }));
  const patterns = glob === undefined ? [] : [glob];
  let base = path;
  let resolved = await files.resolve(path, session.kind);
  if (resolved.kind === 'inside' && resolved.type === 'missing' && isGlob(path)) {
    const parts = resolved.relative.split('/');
    const first = parts.findIndex(isGlob);
    base = parts.slice(0, first).join('/') || '.';
    // With a `/` in it, so that it holds from the folder on and not at any depth.
    patterns.push(`./${parts.slice(first).join('/')}`);
    resolved = await files.resolve(base, session.kind);
  }
  if (resolved.kind !== 'inside') return refuse(resolved.kind === 'denied' ? 'deny' : 'invalid', resolved.reason);
  const globs: ReadyGlob[] = [];
  for (const pattern of patterns) {
    const ready = readGlob(pattern);
    if (!ready.ok) return refuseGlob(ready.why, pattern);
    globs.push(ready);
  }
  return { base: nameAgain(resolved.relative), type: resolved.type, globs };
}

function refuseGlob(why: Extract<Glob, { ok: false }>['why'], pattern: string): Refusal {
  const params = { path: shownPath(pattern) };
  switch (why) {
    case 'climbs':
      return refuse('deny', notice('path_outside', params));
    case 'home':
      return refuse('deny', notice('path_home', params));
    case 'malformed':
      return refuse('invalid', notice('path_malformed', params));
    default:
      return why satisfies never;
  }
}

function refuse(verdict: Refusal['verdict'], reason: Notice): Refusal {
  return { verdict, reason };
}

async function judgePath(files: FileWall, path: string, { session }: ToolContext): Promise<Verdict> {
  const resolved = await files.resolve(path, session.kind);
  switch (resolved.kind) {
    case 'inside':
      return { verdict: 'allow' };
    case 'denied':
      return refuse('deny', resolved.reason);
    case 'invalid':
      return refuse('invalid', resolved.reason);
    default:
      return resolved satisfies never;
  }
}
