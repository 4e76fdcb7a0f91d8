/** The name of a model as a person may bring it along: from the library's page or from a command. */

const COMMAND = /^(?:\$\s*)?ollama\s+(?:run|pull)\s+/i;
const LIBRARY = /^(?:https?:\/\/)?(?:www\.)?ollama\.com\/(?:library\/)?/i;

/** Empty where nothing is left. */
export function pulledName(text: string): string {
  const [name = ''] = text
    .trim()
    .replace(COMMAND, '')
    .replace(LIBRARY, '')
    .split(/[\s?#]/);
  return name.replace(/\/+$/, '');
}
