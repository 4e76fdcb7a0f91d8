/** Tests of the Enter guard with the event orders of real browsers and input methods. */
import { expect, test } from 'vitest';
import { calm, type GuardEvent, guardEnter } from './enter-guard.ts';

const start: GuardEvent = { type: 'compositionstart' };
const end: GuardEvent = { type: 'compositionend' };
const blur: GuardEvent = { type: 'blur' };
const typed = (isComposing: boolean): GuardEvent => ({ type: 'input', isComposing });
const key = (name: string, keyCode: number, isComposing: boolean, shift = false): GuardEvent => ({
  type: 'keydown',
  key: name,
  keyCode,
  isComposing,
  shift,
});
const enter = key('Enter', 13, false);

/** What the events did, in order, without the nothings. */
function acts(...events: readonly GuardEvent[]): string[] {
  let state = calm;
  const done: string[] = [];
  for (const event of events) {
    const step = guardEnter(state, event);
    state = step.state;
    if (step.act !== null) done.push(step.act);
  }
  return done;
}

test('a plain Enter sends and Shift Enter does not', () => {
  expect(acts(enter)).toEqual(['enter']);
  expect(acts(key('Enter', 13, false, true))).toEqual([]);
  expect(acts(key('a', 65, false))).toEqual([]);
});

test('Chromium: the Enter that picks a candidate is inside the composition', () => {
  expect(acts(start, typed(true), key('Enter', 229, true), typed(true), end, enter)).toEqual(['enter']);
});

test('Safari: the Enter comes after the end of the composition and is called 229', () => {
  expect(acts(start, typed(true), end, key('Enter', 229, false))).toEqual([]);
  expect(acts(start, typed(true), end, key('Enter', 229, false), enter)).toEqual(['enter']);
});

test('an input method that reports isComposing but the code of Enter is held too', () => {
  expect(acts(key('Enter', 13, true))).toEqual([]);
  expect(acts(start, enter)).toEqual([]);
});

test('a key called Process never sends', () => {
  expect(acts(start, key('Process', 229, true), key('Enter', 229, true))).toEqual([]);
});

test('a flag that was left standing falls at blur, and at plain text', () => {
  expect(acts(start, enter, blur, enter)).toEqual(['enter']);
  expect(acts(start, enter, typed(false), enter)).toEqual(['enter']);
  expect(acts(start, typed(true), enter)).toEqual([]);
});

test('Escape belongs to the input method while it composes', () => {
  expect(acts(start, key('Escape', 229, true))).toEqual([]);
  expect(acts(start, end, key('Escape', 27, false))).toEqual(['escape']);
});
