/** A text in which what cannot be seen is written out and marked. */
import { type Piece, visibleCommand, visibleLine } from './visible-text.ts';

function draw(pieces: readonly Piece[]) {
  return pieces.map(({ at, text, marked }) =>
    marked ? (
      <mark key={at} className="unseen">
        {text}
      </mark>
    ) : (
      text
    ),
  );
}

/** Commands, paths, addresses: every odd character is marked. */
export function VisibleCommand({ text }: { readonly text: string }) {
  return draw(visibleCommand(text));
}

/** Lines of a file. */
export function VisibleLine({ text }: { readonly text: string }) {
  return draw(visibleLine(text));
}
