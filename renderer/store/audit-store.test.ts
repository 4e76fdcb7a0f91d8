/** Tests of the audit as the page reads it. */
import { expect, test } from 'vitest';
import { auditEntry, withApprovals } from './approvals-host.fixture.ts';
import { PAGE } from './audit-store.ts';
import { openWindow, settle } from './open-window.fixture.ts';
import { smallHost } from './small-host.fixture.ts';

async function opened(count: number) {
  const host = smallHost();
  const { audit } = withApprovals(host);
  for (let seq = 1; seq <= count; seq += 1) audit.push(auditEntry(seq, seq % 10 === 0 ? { type: 'refused', subject: '拒绝 sudo' } : {}));
  const window = await openWindow(host);
  return { ...window, host, audit, seen: () => window.model.audit.store.getState().entries.map(({ seq }) => seq) };
}

test('it is read newest first, page by page, and its chain checked', async () => {
  const { model, seen } = await opened(120);
  await model.audit.refresh();
  expect([seen().length, seen()[0], model.audit.store.getState().more]).toEqual([PAGE, 120, true]);
  await model.audit.older();
  await model.audit.older();
  expect([seen().length, seen().at(-1), model.audit.store.getState().more]).toEqual([120, 1, false]);
  expect(model.audit.store.getState().report).toEqual({ entries: 120, intact: true, brokenAt: null });
});

test('it is filtered by words and by what was denied', async () => {
  const { model, seen } = await opened(30);
  await model.audit.refresh();
  await model.audit.filter({ only: 'denied' });
  expect(seen()).toEqual([30, 20, 10]);
  await model.audit.filter({ only: 'all', query: ' ls 7 ' });
  expect(seen()).toEqual([7]);
});

test('what comes in appears on top, and nothing that was paged in vanishes', async () => {
  const { model, audit, host, pass, seen } = await opened(120);
  await model.audit.refresh();
  await model.audit.older();
  audit.push(auditEntry(121));
  host.push({ kind: 'changed', what: 'audit' });
  await settle();
  await pass();
  expect([seen()[0], seen().length]).toEqual([121, 100]);
});

test('nobody looks: nothing is read', async () => {
  const { host, pass } = await opened(3);
  host.push({ kind: 'changed', what: 'audit' });
  await settle();
  await pass();
  expect(host.calls.filter(({ method }) => method.startsWith('audit.'))).toEqual([]);
});

test('it is exported whole, oldest first, a JSON line an entry, whatever is filtered', async () => {
  const { model, audit } = await opened(12);
  await model.audit.filter({ only: 'denied' });
  const lines = await model.audit.exportAll();
  expect(
    lines.ok &&
      lines.value
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
  ).toEqual(audit);
});
