/** Tests of which persona files a call is said to have changed. */
import { expect, test } from 'vitest';
import { notice } from '#shared/schema/notice';
import { personaPaths } from './persona-notices.tsx';

test('each persona file of the result is named, and the argument where the notice names none', () => {
  const result = {
    ok: true as const,
    output: '',
    notices: [notice('persona_changed', { path: 'SOUL.md' }), notice('change_not_kept', { path: 'a', place: '' })],
  };
  expect(personaPaths({ arguments: { path: './SOUL.md' }, result })).toEqual(['SOUL.md']);
  expect(personaPaths({ arguments: { path: 'USER.md' }, result: { ...result, notices: [notice('persona_changed')] } })).toEqual([
    'USER.md',
  ]);
  expect(personaPaths({ arguments: { path: 'a.md' }, result: { ok: true, output: '' } })).toEqual([]);
  expect(personaPaths({ arguments: {}, result: null })).toEqual([]);
});
