/** Tests of which request is shown, in every order of answers, windows and keys. */
import { expect, test } from 'vitest';
import type { Approval } from '#shared/schema/approval';
import { approval } from './approvals-host.fixture.ts';
import { goOn, noReview, openBySelf, openOne, placeOf, putAside, type Review, takeShown } from './review-state.ts';

const a = approval('a');
const b = approval('b');
const other = approval('c', { sessionId: 'session-2' });
const waiting = [a, other, b];
const inSight = { sessionId: 'session-1', free: true };
const shown = (review: Review): string | undefined => review.shown?.id;

test('the oldest request of the conversation in sight opens by itself, never one of another', () => {
  expect(shown(openBySelf(noReview, waiting, inSight))).toBe('a');
  expect(shown(openBySelf(noReview, waiting, { ...inSight, sessionId: 'session-2' }))).toBe('c');
  expect(shown(openBySelf(noReview, waiting, { ...inSight, sessionId: null }))).toBeUndefined();
  expect(shown(openBySelf(noReview, waiting, { ...inSight, free: false }))).toBeUndefined();
});

test('never a second one on top: what is open stays', () => {
  const open = openOne(noReview, other, 'one');
  expect(shown(openBySelf(open, waiting, inSight))).toBe('c');
  expect(shown(openOne(open, a, 'session'))).toBe('c');
});

test('an answer brings the next of the conversation, with its place', () => {
  const first = openBySelf(noReview, waiting, inSight);
  expect(placeOf(first, waiting)).toEqual({ at: 1, of: 2 });
  const left = [other, b];
  const second = goOn(first, left);
  expect([shown(second), placeOf(second, left)]).toEqual(['b', { at: 2, of: 2 }]);
  expect(goOn(second, [other])).toEqual(noReview);
});

test('one that was opened from the list is answered alone', () => {
  const one = openOne(noReview, a, 'one');
  expect([placeOf(one, waiting), shown(goOn(one, [other, b]))]).toEqual([{ at: 1, of: 1 }, undefined]);
});

test('closed unanswered, it and the others of its conversation open on demand only; a new one opens again by itself', () => {
  const closed = putAside(openBySelf(noReview, waiting, inSight), waiting);
  expect(shown(openBySelf(closed, waiting, inSight))).toBeUndefined();
  expect(shown(openOne(closed, b, 'session'))).toBe('b');
  const later: Approval[] = [...waiting, approval('d')];
  expect(shown(openBySelf(closed, later, inSight))).toBe('d');
});

test('what is settled elsewhere is shown as such once and stays so; a changed request takes the place of the old one', () => {
  const open = openBySelf(noReview, waiting, inSight);
  const denied = takeShown(open, { ...a, state: 'denied' });
  expect(denied.shown?.state).toBe('denied');
  expect(takeShown(denied, { ...a, state: 'waiting' })).toBe(denied);
  expect(takeShown(open, { ...a, plannerReason: 'read again' })).toBe(open);
  expect(takeShown(open, { ...a, nonce: 'new' }).shown?.nonce).toBe('new');
  expect(takeShown(open, b)).toBe(open);
});
