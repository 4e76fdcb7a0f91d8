import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CommandJudgement, CommandWall } from '../command-wall.ts';
import { createCommandWall } from '../create-command-wall.ts';
import { openFileWall } from '../file-sandbox.ts';
import type { FileWall } from '../file-wall.ts';

interface Case {
  readonly wanted: string;
  readonly command: string;
}

/** A table beside this file, by the kinds it is divided into. */
function casesOf(file: string): Map<string, Case[]> {
  const kinds = new Map<string, Case[]>();
  for (const line of readFileSync(new URL(file, import.meta.url), 'utf8').split('\n')) {
    const [, wanted = '', command = ''] = /^(allow|ask|deny|guard) +(.*)$/.exec(line) ?? [];
    if (line.startsWith('# ')) kinds.set(line.slice(2), []);
    else if (wanted !== '') [...kinds.values()].at(-1)?.push({ wanted, command });
  }
  return kinds;
}
const KINDS = casesOf('./command-cases.txt');

let base = '';
let root = '';
let files: FileWall;
let wall: CommandWall;

beforeAll(async () => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'reins-cases-')));
  root = join(base, 'ws');
  for (const folder of [
    'ws/src/deep',
    'ws/sub',
    'ws/dashes',
    'ws/docs',
    'ws/memory',
    'ws/.git',
    'out/sub',
    'data',
    'home/.ssh',
    'home/Downloads',
  ])
    mkdirSync(join(base, folder), { recursive: true });
  const inside = [
    'a.txt',
    'b.txt',
    'run.sh',
    'package.json',
    'src/a.ts',
    'src/b.ts',
    'docs/x.md',
    'sub/a.txt',
    'dashes/-delete',
    'dashes/x',
    '.env',
    'SOUL.md',
    'MEMORY.md',
  ];
  for (const name of inside) writeFileSync(join(root, name), 'text\n');
  for (const name of ['out/canary.txt', 'secret.txt']) writeFileSync(join(base, name), 'CANARY');
  symlinkSync(join(base, 'out', 'canary.txt'), join(root, 'ln'));
  symlinkSync(join(base, 'out'), join(root, 'dl'));
  const opened = await openFileWall({ root, dataFolder: join(base, 'data') });
  if (!opened.ok) throw new Error(opened.error.code);
  files = opened.value;
  wall = createCommandWall({ files, root, dataFolder: join(base, 'data'), home: join(base, 'home'), platform: 'linux' });
});
afterAll(async () => {
  await files.close();
  rmSync(base, { recursive: true, force: true });
});

const filled = (command: string): string =>
  command.replaceAll('\\N', '\n').replaceAll('{W}', root).replaceAll('{OUT}', join(base, 'out')).replaceAll('{DATA}', join(base, 'data'));

const judge = (command: string, mode: 'ask' | 'full' | 'allowlist' = 'ask', allow: string[] = []): Promise<CommandJudgement> =>
  wall.judge({ command: filled(command), policy: { mode, allow }, sandboxed: true, session: 'main', shell: 'sh' });

describe('a command is judged by what it does', () => {
  test.each([...KINDS.keys()])('%s', async (kind) => {
    const wrong: string[] = [];
    for (const { wanted, command } of KINDS.get(kind) ?? []) {
      const { verdict, rule } = await judge(command);
      const ok = wanted === 'guard' ? verdict === 'ask' || verdict === 'deny' : verdict === wanted;
      if (!ok) wrong.push(`${command}: ${verdict} (${rule}), not ${wanted}`);
    }
    expect(wrong).toEqual([]);
  });
});

test('what the floor refuses is refused where everything runs, and with its programs on the list', async () => {
  const passed: string[] = [];
  for (const { wanted, command } of [...KINDS.values()].flat()) {
    if (wanted !== 'deny') continue;
    if (!(await judge(command)).rule.startsWith('floor/')) continue;
    for (const { verdict } of [
      await judge(command, 'full'),
      await judge(command, 'allowlist', ['/usr/bin/env', '/bin/sh', '/usr/bin/curl']),
    ])
      if (verdict !== 'deny') passed.push(command);
  }
  expect(passed).toEqual([]);
});

test('leave for a program is no leave for what it would be told to run', async () => {
  const allow = ['/usr/bin/env', '/bin/bash', '/usr/bin/python3', '/usr/bin/git', '/opt/homebrew/bin/gh'];
  const verdicts = async (...commands: string[]) => Promise.all(commands.map(async (one) => (await judge(one, 'ask', allow)).verdict));
  expect({
    runs: await verdicts('git push', 'gh pr list', 'python3 a.py', '/usr/bin/git commit -m x'),
    asks: await verdicts('env touch x', 'bash a.sh', "python3 -c 'print(1)'", 'git push > x', 'git push ../x'),
  }).toEqual({ runs: ['allow', 'allow', 'allow', 'allow'], asks: ['ask', 'ask', 'ask', 'ask', 'ask'] });
});

test('targets lie where the command runs, and values of flags are none', async () => {
  const targets = async (command: string) => {
    const asked = { command: filled(command), policy: { mode: 'ask' as const, allow: [] }, sandboxed: true, session: 'main' as const };
    const found = await wall.targets(asked, 100, new AbortController().signal);
    const below = (path: string): string => path.slice(base.length + 1);
    return [
      found.more,
      ...found.targets.map(({ path, change, to }) => [change, below(path), ...(to === undefined ? [] : [below(to)])].join(' ')),
    ];
  };
  expect({
    moved: await targets('cd docs && rm x.md'),
    unsure: await targets('cd nowhere; rm x.md'),
    values: await targets('truncate -s 0 a.txt && touch -d yesterday b.txt && mkdir -m 755 new'),
    into: await targets('cp -t docs a.txt b.txt'),
    edited: await targets('sed -i -e s/a/b/ -e s/c/d/ a.txt'),
    found: await targets("find src -name '*.ts' -delete"),
    inner: await targets("sh -c 'rm a.txt'"),
    piped: await targets('cat a.txt | sort > b.txt'),
    wiped: await targets('rm -rf docs/*'),
  }).toEqual({
    moved: [false, 'delete ws/docs/x.md'],
    unsure: [true, 'delete ws/nowhere/x.md', 'delete ws/x.md'],
    values: [false, 'modify ws/a.txt', 'create ws/b.txt', 'create ws/new'],
    into: [false, 'create ws/docs/a.txt', 'create ws/docs/b.txt'],
    edited: [false, 'modify ws/a.txt'],
    found: [true, 'delete ws/src'],
    inner: [true, 'delete ws/a.txt'],
    piped: [false, 'modify ws/b.txt'],
    wiped: [false, 'delete ws/docs/x.md'],
  });
});

describe('lines of the shells of Windows', () => {
  test.each([...casesOf('./windows-cases.txt')])('%s', async (shell, cases) => {
    const wrong: string[] = [];
    for (const { wanted, command } of cases) {
      const asked = {
        command,
        policy: { mode: 'ask' as const, allow: [] },
        sandboxed: true,
        session: 'main' as const,
        os: 'win32' as const,
      };
      const { verdict, rule } = await wall.judge({ ...asked, shell: shell === 'cmd' ? 'cmd' : 'powershell' });
      if (verdict !== wanted) wrong.push(`${command}: ${verdict} (${rule}), not ${wanted}`);
    }
    expect(wrong).toEqual([]);
  });
});

test('long, deep and wide lines are bounded and end in no error', async () => {
  const lines = [
    `[ ${'! '.repeat(3900)}x ]`,
    `${'ls && '.repeat(1300)}ls`,
    `[[ ${'a && '.repeat(1000)}a ]]`,
    `echo $((${'1+'.repeat(3000)}1))`,
    `${'cd sub; '.repeat(200)}ls`,
    'a'.repeat(9000),
  ];
  for (const line of lines) expect((await judge(line)).verdict).not.toBe('allow');
});
