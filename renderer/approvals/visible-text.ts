/** Makes seen what would not be seen: control and format characters, odd spaces, long runs of spaces, letters that pass for others. Nothing is left out. */

export interface Piece {
  /** Where it stands in the text. */
  readonly at: number;
  readonly text: string;
  /** Written out in place of something that cannot be seen. */
  readonly marked: boolean;
}

/** Characters without a shape of their own: other, separators but the plain space, and those that fonts leave out. */
const HIDDEN = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u;
/** Runs of plain spaces from this length on push what follows out of sight. */
const LONG_RUN = 8;
const SPLIT = new RegExp(`( {${LONG_RUN},})|((?! )[\\p{C}\\p{Z}\\p{Default_Ignorable_Code_Point}])`, 'gu');

/** Letters of other scripts, and slashes, that look like those of a command. */
const PASSES_FOR = /[асԁеһіјӏорѕухԝАВЕНІЈКМОРЅТХУΑΒΕΖΗΙΚΜΝΟΡΤΥΧονα∕⁄⧸]/gu;
const FOREIGN = /[\p{Script=Cyrillic}\p{Script=Greek}]/gu;

/** Places of characters that pass for others: in a word with Latin letters, and with none that are plainly of their own script. */
function lookalikes(text: string): ReadonlySet<number> {
  const places = new Set<number>();
  for (const { 0: word, index } of text.matchAll(/\S+/gu)) {
    const own = word.replaceAll(PASSES_FOR, '').match(FOREIGN);
    if (own !== null || !/\p{Script=Latin}/u.test(word)) continue;
    for (const found of word.matchAll(PASSES_FOR)) places.add(index + found.index);
  }
  return places;
}

const NAMES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\0': '\\0', '\u001b': '\\e' };

function escapeOne(character: string): string {
  const named = NAMES[character];
  if (named !== undefined) return named;
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}}`;
}

/** In text of several lines, characters that belong there: the ideographic space, and what joins and colours an emoji after one. */
const USUAL = /\t|\u3000|(?<=\p{Extended_Pictographic}|\ufe0f|\p{Emoji_Modifier})(?:\u200d|\ufe0f)/gu;

/**
 * The pieces put together are the text, with what is hidden written as `\n`, `\u{200b}` or `\u{0020}×40`.
 * A newline of a command is marked and kept, so that it is told from a wrapped line.
 */
export function visibleCommand(text: string): Piece[] {
  const odd = [...text.matchAll(SPLIT)].map(({ index, 0: found, 1: run }) => ({ index, found, run }));
  const passing = [...lookalikes(text)].map((index) => ({ index, found: text[index] ?? '', run: undefined }));
  const pieces: Piece[] = [];
  let from = 0;
  for (const { index, found, run } of [...odd, ...passing].sort((one, two) => one.index - two.index)) {
    if (index > from) pieces.push({ at: from, text: text.slice(from, index), marked: false });
    pieces.push({ at: index, text: run === undefined ? escapeOne(found) : `${escapeOne(' ')}×${run.length}`, marked: true });
    if (found === '\n') pieces.push({ at: index, text: '\n', marked: false });
    from = index + found.length;
  }
  if (from < text.length) pieces.push({ at: from, text: text.slice(from), marked: false });
  return pieces;
}

/** For a line of a file, where tabs, wide spaces and emoji are usual. */
export function visibleLine(line: string): Piece[] {
  if (!HIDDEN.test(line.replaceAll(' ', ''))) return [{ at: 0, text: line, marked: false }];
  const pieces: Piece[] = [];
  let plain = '';
  let from = 0;
  const usual = new Set([...line.matchAll(USUAL)].flatMap(({ index, 0: found }) => Array.from(found, (_, at) => index + at)));
  for (const character of line) {
    const at = from;
    from += character.length;
    if (character === ' ' || usual.has(at) || !HIDDEN.test(character)) {
      plain += character;
      continue;
    }
    if (plain !== '') pieces.push({ at: from - plain.length, text: plain, marked: false });
    plain = '';
    pieces.push({ at, text: escapeOne(character), marked: true });
  }
  if (plain !== '') pieces.push({ at: from - plain.length, text: plain, marked: false });
  return pieces;
}

export function hasMarks(pieces: readonly Piece[]): boolean {
  return pieces.some(({ marked }) => marked);
}
