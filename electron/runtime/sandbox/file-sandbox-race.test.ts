import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { openFileWall } from './file-sandbox.ts';
import type { Outcome } from './file-wall.ts';
import { openWallBed } from './wall-bed.ts';

const signal = new AbortController().signal;

/** Puts folder and link at the name `sub` in turns, as fast as it can, in a thread of its own, until told to stop. */
function startSwapping(how: 'folders' | 'links', root: string, out: string): () => Promise<unknown> {
  symlinkSync(out, join(root, 'evil'));
  if (how === 'links') {
    renameSync(join(root, 'sub'), join(root, 'real'));
    symlinkSync('real', join(root, 'sub'));
  }
  const stop = new SharedArrayBuffer(4);
  const code = `
    const { renameSync, symlinkSync } = require('node:fs');
    const { workerData: { root, out, stop, how } } = require('node:worker_threads');
    const flag = new Int32Array(stop);
    let junk = 0;
    const to = (a, b) => renameSync(root + '/' + a, root + '/' + b);
    const link = (target) => { symlinkSync(target, root + '/new'); to('new', 'sub'); };
    const folders = () => { to('sub', 'held'); to('evil', 'sub'); to('sub', 'evil'); to('held', 'sub'); };
    while (Atomics.load(flag, 0) === 0) {
      // A replacement may have made the folder anew while its name was free.
      try { how === 'links' ? (link('real'), link(out)) : folders(); } catch { try { to('sub', 'junk' + junk++); to('held', 'sub'); } catch {} }
    }`;
  const worker = new Worker(code, { eval: true, workerData: { root, out, stop, how } });
  return async () => {
    Atomics.store(new Int32Array(stop), 0, 1);
    await new Promise((done) => worker.once('exit', done));
  };
}

test.runIf(process.platform === 'linux').each(['folders', 'links'] as const)(
  '500 rounds against %s that are swapped meanwhile never touch the outside',
  async (how) => {
    // In memory where there is such a disk: a flush costs nothing there, so the rounds are dense.
    const disk = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
    const place = realpathSync(mkdtempSync(join(disk, 'reins-race-')));
    const root = join(place, 'ws');
    const out = join(place, 'out');
    for (const folder of [join(root, 'sub'), out]) mkdirSync(folder, { recursive: true });
    writeFileSync(join(out, 'canary.txt'), 'CANARY');
    writeFileSync(join(root, 'sub', 'canary.txt'), 'INSIDE');
    const opened = await openFileWall({ root });
    if (!opened.ok) throw new Error(opened.error.code);
    const wall = opened.value;
    const stop = startSwapping(how, root, out);
    const seen = new Map<string, number>();
    const see = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);
    try {
      for (let round = 0; round < 500; round += 1) {
        const read = await wall.readBytes('sub/canary.txt', { offset: 0, limit: 100, session: 'main', signal });
        see(read.ok ? Buffer.from(read.value.bytes).toString() : read.error.code);
        const listed = await wall.list('sub', { depth: 2, max: 50, session: 'main', signal });
        see(listed.ok ? `listed ${listed.value.path}` : listed.error.code);
        const written = await wall.replace(`sub/${round}.md`, 'x', { session: 'main' });
        see(written.ok ? 'written' : written.error.code);
      }
      expect(readdirSync(out)).toEqual(['canary.txt']);
      expect(readFileSync(join(out, 'canary.txt'), 'utf8')).toBe('CANARY');
    } finally {
      await stop();
      await wall.close();
      rmSync(place, { recursive: true, force: true });
    }
    // Both states must have been met, or nothing was tried.
    expect([seen.has('INSIDE'), seen.has('written'), seen.has('path_link_outside')]).toEqual([true, true, true]);
    const inside = /^(INSIDE|written|listed (sub|real|held|junk\d+)|path_(link_outside|not_found|not_a_folder|link)|file_changed)$/;
    expect([...seen.keys()].filter((one) => !inside.test(one))).toEqual([]);
  },
);

test.runIf(process.platform === 'linux').each(['folders', 'links'] as const)(
  '300 rounds of changes against %s that are swapped meanwhile touch nothing outside and lose nothing',
  async (how) => {
    const bed = await openWallBed(existsSync('/dev/shm') ? { disk: '/dev/shm' } : {});
    const { root, out, wall } = bed;
    bed.fill({ 'sub/canary.txt': 'INSIDE' });
    const stop = startSwapping(how, root, out);
    const seen = new Set<string>();
    const see = (what: string, outcome: Outcome<unknown>) => seen.add(outcome.ok ? `${what} ok` : outcome.error.code);
    const may = { session: 'main', approved: true } as const;
    try {
      for (let round = 0; round < 300; round += 1) {
        see('write', await wall.write(`sub/${round}.md`, Buffer.from(String(round)), { ...may, expect: null }));
        const moved = await wall.move('sub/canary.txt', 'got.txt', may);
        see('move', moved);
        if (moved.ok) see('back', await wall.move('got.txt', 'sub/canary.txt', may));
        if (existsSync(join(root, 'got.txt'))) {
          expect(readFileSync(join(root, 'got.txt'), 'utf8')).toBe('INSIDE');
          renameSync(join(root, 'got.txt'), join(root, `lost${round}.txt`));
          writeFileSync(join(root, 'keep.txt'), 'INSIDE');
          see('home', await wall.move('keep.txt', 'sub/canary.txt', may));
        }
        see('trash', await wall.trash(`sub/${round}.md`, { ...may, signal }));
        see('remove', await wall.remove('sub/nothing.md', may));
        expect(readdirSync(out)).toEqual(['canary.txt']);
      }
    } finally {
      await stop();
      await bed.close();
    }
    expect([seen.has('write ok'), seen.has('trash ok'), seen.has('path_link_outside')]).toEqual([true, true, true]);
    const allowed = /^(\w+ ok|file_changed|path_(link_outside|not_found|not_a_folder|link|taken))$/;
    expect([...seen].filter((one) => !allowed.test(one))).toEqual([]);
  },
);
