/** Cuts workspace files to their limits at line ends, and takes out the comments that are for the person alone. */

export interface CutLimit {
  /** UTF-16 units. */
  readonly characters: number;
  readonly lines?: number;
}

export interface CutText {
  readonly text: string;
  /** Lines left out at the end; a line that is only partly there counts. */
  readonly cutLines: number;
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Keeps whole lines while they fit. Where the first line alone is too long, it is cut between two graphemes. */
export function cutText(text: string, limit: CutLimit): CutText {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const most = Math.min(lines.length, limit.lines ?? lines.length);
  let kept = 0;
  let size = 0;
  for (; kept < most; kept++) {
    const next = size + (lines[kept]?.length ?? 0) + (kept === 0 ? 0 : 1);
    if (next > limit.characters) break;
    size = next;
  }
  if (kept === lines.length) return { text: lines.join('\n'), cutLines: 0 };
  if (kept > 0 || most === 0) return { text: lines.slice(0, kept).join('\n'), cutLines: lines.length - kept };
  return { text: cutLine(lines[0] ?? '', limit.characters), cutLines: lines.length };
}

/** At most `limit` units of a line, ending between two graphemes. */
function cutLine(line: string, limit: number): string {
  if (limit <= 0) return '';
  // A cluster is a few units long: the text just behind the limit is enough to see where the last one begins.
  const window = line.slice(0, limit + 64);
  const last = graphemes.segment(window).containing(limit);
  return last === undefined ? window : window.slice(0, last.index);
}

/** Takes out `<!-- ... -->` outside code fences. A comment that is never closed stays, so that nothing is hidden by accident. */
export function withoutComments(text: string): string {
  let out = '';
  let at = 0;
  let fenced = false;
  for (;;) {
    const start = text.indexOf('<!--', at);
    const end = start < 0 ? -1 : text.indexOf('-->', start + 4);
    if (end < 0) return (out + text.slice(at)).trim();
    const before = text.slice(at, start);
    if (endsFenced(before, fenced)) {
      fenced = true;
      out += `${before}<!--`;
      at = start + 4;
      continue;
    }
    fenced = false;
    out += before;
    at = end + 3;
    // A comment on lines of its own takes its line ends along.
    if (out === '' || out.endsWith('\n')) while (text[at] === '\n') at++;
  }
}

function endsFenced(text: string, fenced: boolean): boolean {
  const fences = text.match(/^ {0,3}(?:```|~~~)/gm)?.length ?? 0;
  return fences % 2 === 0 ? fenced : !fenced;
}
