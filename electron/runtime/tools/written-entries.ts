/** What a memory tool wrote, read back from the rows of its result. */
import { type MemoryWritten, memoryWrittenSchema } from '#shared/schema/memory';
import type { ToolResult } from '#shared/schema/tool-call';

/** Entries that are new in the notes; one that stood there already is not news. */
export function writtenEntries(tool: string, result: ToolResult): MemoryWritten[] {
  return entriesOf(tool, result).filter(({ added }) => added);
}

/** Every entry of the result, also one that stood there already. */
export function entriesOf(tool: string, result: ToolResult): MemoryWritten[] {
  if (tool !== 'memory_append' || !result.ok) return [];
  return (result.rows ?? []).flatMap((row) => {
    const entry = memoryWrittenSchema.safeParse(row);
    return entry.success ? [entry.data] : [];
  });
}
