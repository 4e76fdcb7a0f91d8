import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from './database.ts';
import { createModelStore } from './model-store.ts';

async function open() {
  const opened = await openDatabase({ folder: mkdtempSync(join(tmpdir(), 'reins-models-')) });
  if ('error' in opened) throw new Error(opened.error.code);
  return { db: opened.db, store: createModelStore(opened.db) };
}

test('counting follows the server, weighs many counts more than one, and ignores what cannot be a count of that text', async () => {
  const { db, store } = await open();
  expect(store.ratio('ollama/a')).toBe(1);
  store.learn('ollama/a', 1_000, 1_300);
  expect(store.ratio('ollama/a')).toBeCloseTo(1.3);
  store.learn('ollama/a', 1_000, 1_100);
  expect(store.ratio('ollama/a')).toBeCloseTo(1.2);
  for (const [estimated, counted] of [
    [100, 500],
    [1_000, 10],
    [1_000, 9_000],
  ] as const)
    store.learn('ollama/a', estimated, counted);
  for (let n = 0; n < 200; n += 1) store.learn('ollama/a', 1_000, 900);
  expect(store.ratio('ollama/a')).toBeCloseTo(0.9);
  expect(store.ratio('ollama/b')).toBe(1);
  db.close();
});

test('facts that damage made unreadable are unknown, and the rest of the row stays', async () => {
  const { db, store } = await open();
  const facts = { digest: 'd', trained: 40_960, capabilities: ['completion' as const] };
  store.learn('ollama/a', 1_000, 1_500);
  store.setFacts('ollama/a', facts);
  expect(store.facts('ollama/a')).toEqual(facts);
  db.prepare("UPDATE models SET facts = '{'").run();
  expect([store.facts('ollama/a'), store.exam('ollama/a'), store.ratio('ollama/a')]).toEqual([null, null, 1.5]);
  db.close();
});
