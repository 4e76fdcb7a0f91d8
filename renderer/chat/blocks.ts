/** Cuts Markdown into top-level blocks, so that of a growing answer only the last block is read again. */

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const LIST_ITEM = /^(?:[-*+]|\d{1,9}[.)])\s/;

export interface Blocks {
  /** Joined by nothing they give the text back. */
  readonly blocks: readonly string[];
  /** true when the last block is a code fence that is not closed. */
  readonly openFence: boolean;
}

/** The fence that is open after the line, or null. */
function fenceAfter(open: string | null, line: string): string | null {
  const mark = FENCE.exec(line)?.[1];
  if (mark === undefined) return open;
  if (open === null) return mark;
  const closes = mark[0] === open[0] && mark.length >= open.length && line.trim() === mark;
  return closes ? null : open;
}

/** Blocks end at empty lines outside code; a list, and what is indented under it, stays one block. */
export function splitBlocks(text: string): Blocks {
  const blocks: string[] = [];
  let block = '';
  let fence: string | null = null;
  let afterBlank = false;
  for (const line of text.split(/(?<=\n)/)) {
    const blank = line.trim() === '';
    if (fence === null && afterBlank && !blank && startsBlock(block, line)) {
      blocks.push(block);
      block = '';
    }
    block += line;
    fence = fenceAfter(fence, line);
    afterBlank = blank && fence === null;
  }
  if (block !== '') blocks.push(block);
  return { blocks, openFence: fence !== null };
}

function startsBlock(block: string, line: string): boolean {
  if (/^\s/.test(line)) return false;
  return !(LIST_ITEM.test(line) && LIST_ITEM.test(block));
}
