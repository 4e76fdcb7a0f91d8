/** The difference of two texts as lines, for those who read it and for where no editor can be loaded. */
import { structuredPatch } from 'diff';

export type DiffLine =
  | { readonly kind: 'same' | 'added' | 'removed'; readonly text: string; readonly before: number | null; readonly after: number | null }
  /** Lines left out because they stay as they are, from this one of the old text on. */
  | { readonly kind: 'gap'; readonly count: number; readonly from: number };

export interface DiffLines {
  readonly lines: readonly DiffLine[];
  /** true when the comparison was given up: the lines are those of the new text. */
  readonly plain: boolean;
}

/** Lines around a change. */
const AROUND = 3;
/** Comparing is given up (ms) rather than letting the window stand. */
const PATIENCE_MS = 250;

function linesOf(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

export function diffLines(before: string | null, after: string, patience = PATIENCE_MS): DiffLines {
  const plain = (): DiffLine[] => linesOf(after).map((text, index) => ({ kind: 'added', text, before: null, after: index + 1 }));
  if (before === null || before === '') return { lines: plain(), plain: false };
  const patch = structuredPatch('', '', before, after, '', '', { context: AROUND, timeout: patience });
  if (patch === undefined) return { lines: plain(), plain: true };
  const lines: DiffLine[] = [];
  let shown = 0;
  for (const hunk of patch.hunks) {
    const gap = hunk.oldStart - 1 - shown;
    if (gap > 0) lines.push({ kind: 'gap', count: gap, from: shown + 1 });
    let old = hunk.oldStart;
    let now = hunk.newStart;
    for (const line of hunk.lines) {
      const text = line.slice(1);
      if (line.startsWith('-')) lines.push({ kind: 'removed', text, before: old++, after: null });
      else if (line.startsWith('+')) lines.push({ kind: 'added', text, before: null, after: now++ });
      else if (line.startsWith(' ')) lines.push({ kind: 'same', text, before: old++, after: now++ });
    }
    shown = old - 1;
  }
  const rest = linesOf(before).length - shown;
  if (rest > 0 && lines.length > 0) lines.push({ kind: 'gap', count: rest, from: shown + 1 });
  return { lines, plain: false };
}
