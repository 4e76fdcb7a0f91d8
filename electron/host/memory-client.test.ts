import { appendFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '#runtime/clock';
import type { MemoryFacade } from '#runtime/memory/memory-facade';
import { openFileWall } from '#runtime/sandbox/file-sandbox';
import type { FileWall } from '#runtime/sandbox/file-wall';
import type { IndexState } from '#shared/schema/memory';
import { createMemory } from './memory-client.ts';

const signal = new AbortController().signal;
let root: string;
let dataFolder: string;
let files: FileWall;
const opened: MemoryFacade[] = [];

beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'reins-client-')));
  dataFolder = mkdtempSync(join(tmpdir(), 'reins-client-data-'));
  mkdirSync(join(root, 'memory'));
  writeFileSync(
    join(root, 'memory/2026-08-30.md'),
    '# 2026-08-30\n\n- 备用钥匙在蓝色工具箱第三层\n- The spare key is in the blue toolbox\n',
  );
  const wall = await openFileWall({ root });
  if (!wall.ok) throw new Error(JSON.stringify(wall.error));
  files = wall.value;
});
afterEach(async () => {
  for (const memory of opened.splice(0)) await memory.close();
  await files.close();
  rmSync(root, { recursive: true, force: true });
  rmSync(dataFolder, { recursive: true, force: true });
});

function open(worker: boolean, onState?: (state: IndexState) => void): MemoryFacade {
  const memory = createMemory({
    files,
    clock: systemClock('UTC'),
    workspaceRoot: root,
    dataFolder,
    settings: { halfLifeDays: 30, floor: 0.8 },
    worker,
    ...(onState === undefined ? {} : { onState }),
  });
  opened.push(memory);
  return memory;
}

async function first(memory: MemoryFacade, query: string): Promise<string> {
  const found = await memory.search(query, 3, signal);
  if (!found.ok) return found.error.code;
  const hit = found.value.hits[0];
  return hit === undefined ? 'nothing' : `${hit.path}:${hit.from}`;
}

test.each([true, false])('one memory, its index in a worker: %s', async (worker) => {
  const states: IndexState[] = [];
  const memory = open(worker, (state) => states.push(state));
  expect(await memory.index(signal)).toMatchObject({ ok: true, value: { files: 1, chunks: 1 } });
  expect([await first(memory, '备用钥匙放哪儿了'), await first(memory, 'where is the spare key')]).toEqual([
    'memory/2026-08-30.md:3',
    'memory/2026-08-30.md:4',
  ]);
  await memory.append({ text: 'I prefer Django for web work', target: 'user', at: Date.now() });
  expect(await first(memory, 'Which web framework do I prefer?')).toBe('USER.md:3');
  expect(states.at(-1)).toMatchObject({ state: 'ready', files: 2 });
  expect(memory.state()).toMatchObject({ state: 'ready', files: 2 });
  const cancelled = await memory.search('key', 3, AbortSignal.abort());
  expect(cancelled).toMatchObject({ ok: false, kind: 'cancelled' });
});

test('the worker indexes from its start and notices what an editor writes, without a search', async () => {
  let told: (state: IndexState) => void = () => undefined;
  const until = (fits: (state: IndexState) => boolean): Promise<void> =>
    new Promise((resolve) => {
      told = (state) => {
        if (fits(state)) resolve();
      };
    });
  const started = until(({ state, files: count }) => state === 'ready' && count === 1);
  const memory = open(true, (state) => told(state));
  await started;
  const noticed = until(({ files: count }) => count === 2);
  writeFileSync(join(root, 'MEMORY.md'), '- 海象住在奥斯陆\n');
  await noticed;
  appendFileSync(join(root, 'memory/2026-08-30.md'), '- A walrus in Oslo\n');
  await expect.poll(() => first(memory, 'walrus'), { timeout: 10_000 }).toBe('memory/2026-08-30.md:5');
  expect(await first(memory, '海象')).toBe('MEMORY.md:1');
});
