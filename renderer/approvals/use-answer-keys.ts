/** The keys of an open request: single letters outside text fields, Ctrl or Cmd with Enter everywhere, and no key that was meant for something else. */
import { type KeyboardEvent, type RefObject, useEffect } from 'react';
import { isCommand } from '../design/command-key.ts';
import type { KeyTaker } from './approval-dialog.tsx';
import type { ApprovalFormState } from './use-approval-form.ts';

const FIELD = 'input:not([type="radio"]), textarea, select, [contenteditable="true"]';
const READ_ONLY = '.drawn-diff';

function inField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest(FIELD) !== null && target.closest(READ_ONLY) === null;
}

/** The letter that was meant, also on a keyboard that writes other letters. */
function letterOf({ key, code }: KeyboardEvent): string {
  const isLatin = /^[a-z]$/i.test(key);
  return (isLatin || !code.startsWith('Key') ? key : code.slice(3)).toLowerCase();
}

export function useAnswerKeys(form: ApprovalFormState, keys: RefObject<KeyTaker | null>): void {
  const { mode, seen } = form;
  const letters: Readonly<Record<string, (at: number) => void>> = {
    d: (at) => form.deny(at),
    e: () => form.setMode('edit'),
    ...(seen.rules.length === 0 ? {} : { s: form.session, a: () => form.setMode('rule') }),
  };
  const take = (event: KeyboardEvent): void => {
    const { key, repeat, target, timeStamp } = event;
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    const stop = (): void => {
      event.preventDefault();
      event.stopPropagation();
    };
    const isField = inField(target);
    const presses = key === 'Enter' || (key === ' ' && !isField);
    const isCommandEnter = key === 'Enter' && isCommand(event);
    // What is written in a field of the dialog was meant for it.
    if (isField && !isCommandEnter) return;
    const counts = form.keyCounts({ key, repeat }, timeStamp);
    if (!counts) {
      // A button under the focus must not take what was meant for a text, nor a key that is held down.
      if (presses && target instanceof HTMLElement && target.closest('button') !== null) stop();
      return;
    }
    if (mode !== 'view') return;
    if (isCommandEnter) {
      // Whoever writes why they refuse does not allow with the next key.
      if (!isField || form.refusal.trim() === '') form.once(timeStamp);
      stop();
      return;
    }
    const act = letters[letterOf(event)];
    if (isField || event.ctrlKey || event.metaKey || event.altKey || act === undefined) return;
    stop();
    act(timeStamp);
  };
  const stepBack = (): boolean => {
    if (mode === 'view') return false;
    form.setMode('view');
    return true;
  };
  useEffect(() => {
    keys.current = { take, stepBack };
    return () => {
      keys.current = null;
    };
  });
}
