/** For tests: a whole run of the offline rules against tools that answer from a small made-up workspace, with nothing written to disk. */
import { localDay, localIso, localTime } from '#runtime/clock';
import { analyse, queryTerms } from '#runtime/text/analyzer';
import { notice } from '#shared/schema/notice';
import type { PlannerDecision } from '#shared/schema/planner-decision';
import type { ToolResult } from '#shared/schema/tool-call';
import type { Observation, PendingTool, PromptPayload, ShortTurn } from '../chat-model.ts';
import { decideOffline } from '../offline-rules.ts';

export const AT = Date.parse('2026-04-14T02:00:00Z');
export const ZONE = 'Asia/Shanghai';

/** A table as text: a row a line, columns parted by `=>`. */
export function rows(table: string): string[][] {
  return table
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.split(' => '));
}

export interface World {
  readonly files: Map<string, string>;
  readonly memory: string[];
  /** Tools that change files exist only here. */
  readonly changes: boolean;
}

export function world(given: { files?: Record<string, string>; memory?: readonly string[]; changes?: boolean } = {}): World {
  return { files: new Map(Object.entries(given.files ?? {})), memory: [...(given.memory ?? [])], changes: given.changes ?? false };
}

export interface Run {
  readonly answer: string;
  readonly calls: readonly { readonly tool: string; readonly arguments: Readonly<Record<string, unknown>> }[];
  readonly last: PlannerDecision;
}

export function payload(query: string, rest: Partial<PromptPayload> = {}): PromptPayload {
  return { query, shortMemory: [], pendingTool: null, observations: [], tools: [], ...rest };
}

export function decide(query: string, rest: Partial<PromptPayload> = {}): PlannerDecision {
  return decideOffline(payload(query, rest), { now: AT, zone: ZONE });
}

/** Loops as the agent does; a clarification takes the next of `replies` as the person's words. */
export function simulate(
  query: string,
  place: World = world(),
  replies: readonly string[] = [],
  shortMemory: readonly ShortTurn[] = [],
): Run {
  const observations: Observation[] = [];
  const calls: { tool: string; arguments: Readonly<Record<string, unknown>> }[] = [];
  const answers = [...replies];
  let pendingTool: PendingTool | null = null;
  let asked = query;
  for (let step = 0; step < 24; step += 1) {
    const next = decide(asked, { observations, pendingTool, shortMemory });
    if (next.action === 'RESPOND') return { answer: next.answer, calls, last: next };
    if (next.action === 'CLARIFY') {
      const reply = answers.shift();
      if (reply === undefined) return { answer: next.clarification_question, calls, last: next };
      pendingTool = { tool: next.tool_name, arguments: next.arguments, slots: next.missing_slots };
      asked = reply;
      continue;
    }
    pendingTool = null;
    calls.push({ tool: next.tool_name, arguments: next.arguments });
    observations.push(observe(next, place, step));
  }
  throw new Error('the run did not end');
}

function observe({ tool_name: tool, arguments: args }: PlannerDecision, place: World, step: number): Observation {
  const head = { callId: `call-${step}`, tool, arguments: args };
  if (!place.changes && ['write', 'edit', 'move', 'delete', 'exec'].includes(tool)) {
    return { kind: 'refused', ...head, reason: notice('tool_unavailable', { tool }) };
  }
  return { kind: 'call', ...head, result: run(tool, args, place, head.callId) };
}

function run(tool: string, args: Readonly<Record<string, unknown>>, place: World, callId: string): ToolResult {
  const path = String(args['path'] ?? '');
  const text = place.files.get(path);
  switch (tool) {
    case 'memory_append': {
      place.memory.push(String(args['text']));
      const line = place.memory.length;
      return {
        ok: true,
        output: 'kept',
        rows: [{ path: 'MEMORY.md', from: line, to: line, text: args['text'], target: args['target'], added: true }],
      };
    }
    case 'memory_get':
      if (path !== 'MEMORY.md') return { ok: false, kind: 'failed', error: notice('path_not_found', { path }) };
      return { ok: true, output: place.memory.map((line) => `- ${line}`).join('\n') };
    case 'memory_search':
      return { ok: true, output: '', rows: search(String(args['query']), place.memory) };
    case 'read':
      if (text === undefined) return { ok: false, kind: 'failed', error: notice('path_not_found', { path }) };
      return { ok: true, output: marked(text, callId), facts: { path, bytes: Buffer.byteLength(text), cut: false } };
    case 'list': {
      const rows = [...place.files].map(([name, content]) => ({
        path: name,
        type: 'file',
        bytes: Buffer.byteLength(content),
        changed: AT,
      }));
      return { ok: true, output: rows.map((row) => row.path).join('\n'), rows };
    }
    case 'search': {
      const rows = [...place.files].flatMap(([name, content]) =>
        content.split('\n').flatMap((line, at) => (line.includes(String(args['query'])) ? [{ path: name, line: at + 1, text: line }] : [])),
      );
      return { ok: true, output: '', rows };
    }
    case 'time':
      return {
        ok: true,
        output: localIso(AT, ZONE),
        facts: { iso: localIso(AT, ZONE), day: localDay(AT, ZONE), weekday: localTime(AT, ZONE).weekday, zone: ZONE },
      };
    case 'write':
      place.files.set(path, String(args['content']));
      return { ok: true, output: 'written' };
    case 'delete':
      place.files.delete(path);
      return { ok: true, output: 'deleted' };
    default:
      return { ok: true, output: 'done' };
  }
}

const marked = (text: string, callId: string): string => {
  const tag = `untrusted-${Buffer.from(callId).toString('hex').padEnd(16, '0').slice(0, 16)}`;
  return text === '' ? '' : `<${tag} source="read">\n${text}\n</${tag}>`;
};

/** Any shared term is a hit, as keyword search has it: relevance is for the rules to judge. */
function search(query: string, memory: readonly string[]): unknown[] {
  const wanted = new Set(queryTerms(query));
  return memory.flatMap((line, at) => {
    const terms = analyse(line).column.split(' ');
    const shared = terms.filter((term) => wanted.has(term)).length;
    const hit = { path: 'MEMORY.md', from: at + 1, to: at + 1, text: `- ${line}`, score: 0.5, keyword: 0.5, vector: null, age: 1 };
    return shared > 0 ? [hit] : [];
  });
}
