/** Hands a text to the browser as a file to be saved. */

/** How long (ms) the browser may take to read it. */
const KEPT_MS = 60_000;

export function saveText(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
