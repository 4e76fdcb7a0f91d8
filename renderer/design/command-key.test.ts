/** Tests of the key that commands are given with. */
import { expect, test } from 'vitest';
import { ariaCommand, commandKey, isCommand } from './command-key.ts';

const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

test('Ctrl counts everywhere but on a Mac, where Cmd does, and never with another key held', () => {
  expect(isCommand({ ...none, ctrlKey: true }, false)).toBe(true);
  expect(isCommand({ ...none, ctrlKey: true }, true)).toBe(false);
  expect(isCommand({ ...none, metaKey: true }, true)).toBe(true);
  expect(isCommand({ ...none, ctrlKey: true, altKey: true }, false)).toBe(false);
  expect(isCommand(none, false)).toBe(false);
});

test('it is written as on the keys of the machine', () => {
  expect([commandKey(',', false), commandKey(',', true)]).toEqual(['Ctrl+,', '⌘,']);
  expect([ariaCommand('n', false), ariaCommand('n', true)]).toEqual(['Control+n', 'Meta+n']);
});
