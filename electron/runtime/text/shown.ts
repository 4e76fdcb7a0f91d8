/** Text of somebody else as it may stand in a sentence or an answer: nothing hidden, nothing that becomes markup. */

/** Characters that hide, break a line or turn the direction of what follows. */
const UNSHOWABLE = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;

/** A name on one line, with what would hide written out as `\u{…}`. */
export function visible(name: string): string {
  return name.replace(UNSHOWABLE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are written out here
const TERMINAL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** Lines for a terminal: nothing in them steers it or turns the text around. */
export function forTerminal(lines: string): string {
  return lines.replace(TERMINAL, visible);
}

/** What Markdown would take for its own; an underscore inside a word is none. */
const MARKUP =
  /[*`[\]<]|~~|(?<![\p{L}\p{N}])_+(?=\S)|(?<=\S)_+(?![\p{L}\p{N}])|\\(?=[!-/:-@[-`{-~])|&(?=#?\w+;)|^[ \t]*(?:#{1,6}(?=\s)|[>+-](?=\s)|\d+(?=[.)]\s))/gmu;

/** Text that Markdown shows as it is. Meant for a line or a few; what needs no mark gets none. */
export function plainMarkdown(text: string): string {
  return text.replace(MARKUP, (mark) => mark.replace(/[^\s\d]|\d+$/g, (sign) => (/\d/.test(sign) ? sign : `\\${sign}`)));
}

/** Takes the marks of plainMarkdown away again, for a terminal; code blocks stay as they are. */
export function withoutMarks(markdown: string): string {
  return markdown
    .split(/(^(`{3,})[\s\S]*?^\2$)/m)
    .map((part, at) => (at % 3 === 0 ? part.replace(/\\([*`[\]<~_\\&#>+-])/g, '$1') : at % 3 === 1 ? part : ''))
    .join('');
}
