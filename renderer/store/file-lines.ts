/** The text of cited lines: of a note from memory, of any other file by the same read that the planner has. */
import type { Client } from '#shared/contract/methods';
import { notice } from '#shared/schema/notice';
import type { Citation, ToolResult } from '#shared/schema/tool-call';
import { type Attempt, attempt } from './attempt.ts';

/** The marks around somebody else's text. */
const MARKED = /^<(?<tag>untrusted-[\da-f]+)(?: [^>\n]*)?>\n(?<text>[\s\S]*)\n<\/\k<tag>>$/;

/** A tool's output for a person: the marks around somebody else's text are meant for a model. */
export function withoutMarks(output: string): string {
  return MARKED.exec(output)?.groups?.['text'] ?? output;
}

/** The lines as a `read` gave them, or null when it failed or does not hold them all. */
export function linesOfRead(result: ToolResult, { from, to }: Citation): string | null {
  if (!result.ok) return null;
  const { from: first, to: last } = result.facts ?? {};
  if (typeof first !== 'number' || typeof last !== 'number' || from < first || from > last || to > last) return null;
  // What follows the last line is the read's own remark on what it left out.
  return withoutMarks(result.output)
    .split('\n')
    .slice(from - first, to - first + 1)
    .join('\n');
}

/** Never rejects. The file is read as it is now, which may be shorter than it was. */
export async function readPlace(client: Client, { path, from, to }: Citation): Promise<Attempt<string>> {
  const note = await attempt(client['memory.get']({ path, from, to }));
  if (note.ok) return { ok: true, value: note.value.text };
  if (note.reason.code !== 'memory_path') return note;
  const read = await attempt(client['tool.run']({ name: 'read', arguments: { path, offset: from - 1, limit: to - from + 1 } }));
  if (!read.ok) return read;
  const { result, reason } = read.value;
  if (result?.ok !== true) return { ok: false, reason: (result === null ? reason : result.error) ?? note.reason };
  const last = Number(result.facts?.['to'] ?? 0);
  const text = linesOfRead(result, { path, from, to: Math.min(to, last) });
  return text === null
    ? { ok: false, reason: notice('memory_lines', { path, lines: Number(result.facts?.['lines'] ?? last) }) }
    : { ok: true, value: text };
}
