/** A conversation's first title: the beginning of its first message. */

/** Graphemes of a title. */
const LENGTH = 48;

/** One line, cut between graphemes (never inside an emoji or a Han character) and at a word where one is near. */
export function titleOf(text: string): string {
  const line = text.slice(0, 1_000).replaceAll(/\s+/g, ' ').trim();
  const graphemes = [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(line)].map(({ segment }) => segment);
  if (graphemes.length <= LENGTH) return line;
  const cut = graphemes.slice(0, LENGTH - 1).join('');
  const word = cut.lastIndexOf(' ');
  return `${word > cut.length * 0.6 ? cut.slice(0, word) : cut}…`;
}
