/** Memory as tools: search it, read exact lines of it, add an entry to it; in a person's own sessions alone. */
import { type Clock, localTime } from '#runtime/clock';
import type { MemoryFacade } from '#runtime/memory/memory-facade';
import type { MemoryHit } from '#shared/schema/memory';
import { notice } from '#shared/schema/notice';
import type { SessionKind } from '#shared/schema/session';
import type { ToolResult, Verdict } from '#shared/schema/tool-call';
import { type AnyTool, refused, type Tool, type ToolContext } from './tool.ts';
import { type ToolArguments, toolInputs } from './tool-inputs.ts';

export interface MemoryToolParts {
  readonly memory: MemoryFacade;
  readonly clock: Clock;
}

const SESSIONS: readonly SessionKind[] = ['main'];
const HITS = 8;

const isOpen = ({ session }: ToolContext): boolean => SESSIONS.includes(session.kind);
const closed = (): ToolResult => refused(notice('memory_private'));

async function judgeSession(context: ToolContext): Promise<Verdict> {
  return isOpen(context) ? { verdict: 'allow' } : { verdict: 'deny', reason: notice('memory_private') };
}

/** memory_search, memory_get, memory_append. */
export function createMemoryTools(parts: MemoryToolParts): AnyTool[] {
  return [searchTool(parts), getTool(parts), appendTool(parts)] as unknown as AnyTool[];
}

function searchTool({ memory }: MemoryToolParts): Tool<ToolArguments<'memory_search'>> {
  return {
    name: 'memory_search',
    summary: 'Search notes from earlier conversations; gives lines with file and line number.',
    input: toolInputs.memory_search,
    sessions: SESSIONS,
    untrusted: false,
    judge: (_, context) => judgeSession(context),
    async run({ query, k = HITS }, context) {
      if (!isOpen(context)) return closed();
      const found = await memory.search(query, k, context.signal);
      if (!found.ok) return found;
      const { hits } = found.value;
      return {
        ok: true,
        output: hits.length === 0 ? 'Nothing found in memory.' : hits.flatMap(hitLines).join('\n'),
        facts: { hits: hits.length },
        rows: hits,
        citations: hits.map(({ path, from, to }) => ({ path, from, to })),
      };
    },
  };
}

/** `path:line: text` for each line; a piece of a long line has that line's number. */
function hitLines({ path, from, to, text }: MemoryHit): string[] {
  const lines = text.split('\n');
  const whole = lines.length === to - from + 1;
  return lines.map((line, at) => `${path}:${whole ? from + at : from}: ${line}`).filter((line) => !line.endsWith(': '));
}

function getTool({ memory }: MemoryToolParts): Tool<ToolArguments<'memory_get'>> {
  return {
    name: 'memory_get',
    summary: 'Read exact lines of MEMORY.md, USER.md or a note in memory/.',
    input: toolInputs.memory_get,
    sessions: SESSIONS,
    untrusted: false,
    judge: (_, context) => judgeSession(context),
    async run({ path, from, to }, context) {
      if (!isOpen(context)) return closed();
      const read = await memory.get(path, { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) });
      if (!read.ok) return read;
      const { text, ...place } = read.value;
      return { ok: true, output: text, facts: { ...place }, rows: [read.value], citations: [place] };
    },
  };
}

function appendTool({ memory, clock }: MemoryToolParts): Tool<ToolArguments<'memory_append'>> {
  return {
    name: 'memory_append',
    summary: 'Keep something: target memory (lasting), user (about the person) or daily (default).',
    input: toolInputs.memory_append,
    sessions: SESSIONS,
    untrusted: false,
    judge: (_, context) => judgeSession(context),
    async run({ text, target = 'daily', date }, context) {
      if (!isOpen(context)) return closed();
      const at = date === undefined ? context.at : momentOf(date, clock.zone);
      if (at === null) return refused(notice('memory_date', { value: date ?? '' }), 'argument');
      const written = await memory.append({ text, target, at });
      if (!written.ok) return written;
      const { path, from, to, added } = written.value;
      return {
        ok: true,
        output: added ? `Written to ${path}:${from}.` : `Already in ${path}:${from}; not written again.`,
        facts: { path, from, to, added, target },
        rows: [written.value],
        citations: [{ path, from, to }],
        ...(added ? {} : { notices: [notice('memory_duplicate', { path, from })] }),
      };
    },
  };
}

const MOMENT = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

/** Milliseconds since 1970 of an ISO date (its local noon) or date-time; null for what is no real date. */
function momentOf(text: string, zone: string): number | null {
  const match = MOMENT.exec(text.trim());
  if (match === null) return null;
  const [, year, month, day, hour = '12', minute = '00', second = '00', offset] = match;
  const date = `${year}-${month}-${day}`;
  const asUtc = Date.parse(`${date}T${hour}:${minute}:${second}Z`);
  // Date rolls an impossible day over into the next month.
  if (Number.isNaN(asUtc) || !new Date(asUtc).toISOString().startsWith(`${date}T${hour}`)) return null;
  if (offset === undefined) return asUtc - localTime(asUtc, zone).offset * 60_000;
  const at = Date.parse(`${date}T${hour}:${minute}:${second}${offset.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2')}`);
  return Number.isNaN(at) ? null : at;
}
