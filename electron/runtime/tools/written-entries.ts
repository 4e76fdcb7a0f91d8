/** What a memory tool wrote, read back from the rows of its result. */
import { type MemoryWritten, memoryWrittenSchema } from '#shared/schema/memory';
import type { ToolResult } from '#shared/schema/tool-call';

/** What a finished memory_append wrote or found written already (`added` tells); nothing for other tools. */
export function writtenEntries(tool: string, result: ToolResult): MemoryWritten[] {
  if (tool !== 'memory_append' || !result.ok) return [];
  return (result.rows ?? []).flatMap((row) => {
    const entry = memoryWrittenSchema.safeParse(row);
    return entry.success ? [entry.data] : [];
  });
}
