/** Tells text in a code block from code, by the language that its fence names. */

const PROSE: ReadonlySet<string> = new Set(['', 'text', 'txt', 'plain', 'plaintext', 'md', 'markdown']);

/** true for text, whose long lines wrap; code keeps its lines. */
export function isProse(language: string): boolean {
  return PROSE.has(language.toLowerCase());
}

/** The language of a fence's opening line, empty where it names none. */
export function fenceLanguage(opening: string): string {
  return /^\s*[`~]+\s*(?<name>[^\s`]*)/.exec(opening)?.groups?.['name'] ?? '';
}
