/** The key that commands are given with: Cmd on a Mac, Ctrl elsewhere. */

const MAC = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);

type Modifiers = Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** On a Mac Ctrl moves the caret, so that only Cmd counts there. */
export function isCommand({ ctrlKey, metaKey, altKey, shiftKey }: Modifiers, mac = MAC): boolean {
  return !altKey && !shiftKey && (mac ? metaKey && !ctrlKey : ctrlKey && !metaKey);
}

/** As it is written on keys. */
export function commandKey(key: string, mac = MAC): string {
  return mac ? `⌘${key}` : `Ctrl+${key}`;
}

/** For `aria-keyshortcuts`. */
export function ariaCommand(key: string, mac = MAC): string {
  return `${mac ? 'Meta' : 'Control'}+${key}`;
}
