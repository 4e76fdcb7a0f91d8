/** Tests of what an audit entry says. */
import { expect, test } from 'vitest';
import en from '#shared/i18n/en/approvals.json';
import { auditEntrySchema } from '#shared/schema/audit';
import { notice } from '#shared/schema/notice';
import { auditEntry } from '../store/approvals-host.fixture.ts';
import { detailsOf, LOOKS, resultOf, sourceKey } from './audit-words.ts';

test.each([
  [{ type: 'answered', detail: { answer: 'session' } }, 'session'],
  [{ type: 'answered', detail: { answer: 'deny', reason: 'later' } }, 'deny'],
  [{ type: 'answered', detail: { answer: 'maybe' } }, 'answered'],
  [{ type: 'ran', detail: { ok: true, facts: { exit: 0 } } }, 'ran'],
  [{ type: 'ran', detail: { ok: true, facts: { exit: 2 } } }, 'failed'],
  [{ type: 'ran', detail: { ok: false } }, 'failed'],
  [{ type: 'ran', detail: {} }, 'ran'],
  [{ type: 'refused', detail: { reason: 'x' } }, 'refused'],
] as const)('its result is told by what was noted: %j', (part, result) => {
  expect(resultOf(auditEntry(1, part))).toBe(result);
});

test('every kind of entry has a look and words', () => {
  const words: Readonly<Record<string, string>> = en.audit;
  const kinds = auditEntrySchema.shape.type.options.map((type) => resultOf(auditEntry(1, { type })));
  expect(kinds.filter((kind) => LOOKS[kind] === undefined || words[`was-${kind}`] === undefined)).toEqual([]);
});

test('details are told in words where they are notices, else as they were noted', () => {
  const t = ((key: string) => `<${key}>`) as never;
  const detail = {
    reason: notice('path_outside'),
    reasons: [notice('cancelled'), notice('disk_full')],
    answer: 'once',
    files: ['a'],
    none: [],
  };
  expect(detailsOf({ detail }, t)).toEqual([
    ['reason', '<path_outside>'],
    ['reasons', '<cancelled>\n<disk_full>'],
    ['answer', 'once'],
    ['files', '[\n "a"\n]'],
    ['none', '[]'],
  ]);
});

test('a source that is not known keeps its own name', () => {
  expect([sourceKey('window'), sourceKey('cron')]).toEqual(['audit.by-window', null]);
});
