import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

/** A disk of its own for a child process, without the rights of an administrator. */
const bwrap = (args: readonly string[]) =>
  spawnSync('bwrap', ['--dev-bind', '/', '/', '--unshare-user', '--uid', '1000', ...args], { encoding: 'utf8' });
const works = process.platform === 'linux' && bwrap(['--size', '4096', '--tmpfs', '/tmp', 'true']).status === 0;

let base = '';
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'reins-disk-')));
  mkdirSync(join(base, 'ws'));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

/** Runs calls of the wall of `ws` in a process that sees the disk of the options; gives what each call said. */
function inside(options: readonly string[], body: string): unknown {
  const file = join(import.meta.dirname, 'file-sandbox.ts');
  const code = `
    import { openFileWall } from ${JSON.stringify(file)};
    import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
    const base = ${JSON.stringify(base)};
    const opened = await openFileWall({ root: base + '/ws', environment: { XDG_DATA_HOME: base + '/data', HOME: base } });
    const wall = opened.value;
    const may = { session: 'main', approved: false, signal: new AbortController().signal };
    const told = (done) => (done.ok ? 'ok' : done.kind + ' ' + done.error.code);
    const write = async (path, bytes) => told(await wall.write(path, Buffer.alloc(bytes, 'x'), may));
    const trash = async (path) => told(await wall.trash(path, may));
    const move = async (from, to) => told(await wall.move(from, to, may));
    process.stdout.write(JSON.stringify(await (async () => { ${body} })()));
    await wall.close();`;
  const run = bwrap([...options, process.execPath, '--input-type=module-typescript', '--disable-warning=ExperimentalWarning', '-e', code]);
  if (run.status !== 0) throw new Error(run.stderr);
  return JSON.parse(run.stdout);
}

test.runIf(works)('on a full disk the old file stands as it was, and nothing half-done is left', () => {
  const body = `
    writeFileSync(base + '/ws/a.md', 'old');
    const done = [await write('a.md', 600_000), await write('deep/er/b.md', 600_000), await write('small.md', 10)];
    return [done, readFileSync(base + '/ws/a.md', 'utf8'), readdirSync(base + '/ws').sort()];`;
  expect(inside(['--size', '300000', '--tmpfs', join(base, 'ws')], body)).toEqual([
    ['failed disk_full', 'failed disk_full', 'ok'],
    'old',
    ['a.md', 'small.md'],
  ]);
});

test.runIf(works)('a read-only disk is said to be so by every change', () => {
  writeFileSync(join(base, 'ws', 'a.md'), 'old');
  const body = `return [await write('a.md', 1), await write('b.md', 1), await write('c/b.md', 1), await move('a.md', 'b.md'), await trash('a.md')];`;
  expect(inside(['--ro-bind', join(base, 'ws'), join(base, 'ws')], body)).toEqual([
    'failed workspace_read_only',
    'failed workspace_read_only',
    'failed workspace_read_only',
    'failed workspace_read_only',
    'failed trash_unavailable',
  ]);
});

test.runIf(works)('a folder without the right to write keeps what is in it, and a trash without it takes nothing', () => {
  const body = `
    mkdirSync(base + '/ws/shut');
    writeFileSync(base + '/ws/shut/a.md', 'old');
    writeFileSync(base + '/ws/b.md', 'b');
    chmodSync(base + '/ws/shut', 0o555);
    mkdirSync(base + '/data/Trash', { recursive: true });
    const shut = [await write('shut/a.md', 1), await write('shut/n.md', 1), await move('shut/a.md', 'x.md'), await move('b.md', 'shut/b.md'), await trash('shut/a.md')];
    chmodSync(base + '/data/Trash/info', 0o555);
    chmodSync(base + '/ws/b.md', 0o000);
    const read = await wall.readBytes('b.md', { offset: 0, limit: 9, ...may });
    return [shut, await trash('b.md'), told(read), readdirSync(base + '/ws').sort(), readFileSync(base + '/ws/shut/a.md', 'utf8')];`;
  const no = 'failed workspace_read_only';
  expect(inside([], body)).toEqual([[no, no, no, no, no], 'failed trash_unavailable', 'failed path_unreadable', ['b.md', 'shut'], 'old']);
});
