/** Cuts a long text into blocks, so that only those in sight are laid out. */

/** Characters of a block at most. */
const BLOCK = 4_000;
/** Characters on a line of the pane, about; to guess a height. */
const ACROSS = 40;

export interface TextBlock {
  /** Where it stands in the text. */
  readonly at: number;
  readonly text: string;
  /** Lines on the screen, about. */
  readonly lines: number;
}

/** Put together they are the text. Cut after a line where there is one, never within a character. */
export function textBlocks(text: string): TextBlock[] {
  const blocks: TextBlock[] = [];
  for (let at = 0; at < text.length; ) {
    const end = endOf(text, at);
    const part = text.slice(at, end);
    blocks.push({ at, text: part, lines: part.split('\n').length + Math.floor(part.length / ACROSS) });
    at = end;
  }
  return blocks;
}

function endOf(text: string, at: number): number {
  const most = at + BLOCK;
  if (most >= text.length) return text.length;
  const line = text.lastIndexOf('\n', most - 1) + 1;
  if (line > at + BLOCK / 2) return line;
  const space = text.lastIndexOf(' ', most - 1) + 1;
  if (space > at + BLOCK / 2) return space;
  return /[\uD800-\uDBFF]/.test(text[most - 1] ?? '') ? most - 1 : most;
}
