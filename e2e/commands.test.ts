import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CommandRun, CommandRunner, RunRequest } from '#runtime/sandbox/command-runner';
import { createCommandRunner } from '#runtime/sandbox/create-command-runner';

const NO_OPENS = { read: [], write: [] };
let place = '';
let root = '';
let runner: CommandRunner;
let walled = false;

beforeAll(async () => {
  place = realpathSync(mkdtempSync(join(tmpdir(), 'reins-commands-')));
  root = join(place, 'ws');
  mkdirSync(root);
  runner = createCommandRunner({ root, dataFolder: join(place, 'data') });
  const { kind, reason } = await runner.state();
  walled = kind !== 'none';
  if (!walled) console.error(`No sandbox here, so its tests are left out: ${reason?.code}`);
});

afterAll(async () => {
  await runner.close();
  rmSync(place, { recursive: true, force: true });
});

async function run(command: string, more: Partial<RunRequest> = {}, by: CommandRunner = runner): Promise<CommandRun> {
  const ran = await by.run({
    command,
    cwd: root,
    timeoutMs: 20_000,
    opens: NO_OPENS,
    readOnly: false,
    session: 'main',
    allowBare: false,
    signal: new AbortController().signal,
    ...more,
  });
  if (!ran.ok) throw new Error(`${ran.error.code} ${ran.error.detail ?? ''}`);
  return ran.value;
}
const printed = async (command: string, more: Partial<RunRequest> = {}): Promise<string> => {
  const { stdout, stderr } = await run(command, more);
  return `${stdout}${stderr}`;
};
const running = (words: string): number =>
  readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim() === words;
    } catch {
      return false;
    }
  }).length;

describe('in the sandbox', () => {
  beforeEach((context) => {
    if (!walled) context.skip();
    rmSync(root, { recursive: true, force: true });
    rmSync(join(place, 'out'), { recursive: true, force: true });
    mkdirSync(join(root, 'sub'), { recursive: true });
    mkdirSync(join(place, 'out'));
    writeFileSync(join(place, 'out', 'canary.txt'), 'CANARY');
    writeFileSync(join(root, 'ok.txt'), 'hello\n');
    writeFileSync(join(root, 'SOUL.md'), 'soul');
    writeFileSync(join(root, '.env'), 'KEY=1');
    writeFileSync(join(root, 'sub', 'server.key'), 'KEY');
    writeFileSync(join(root, 'MEMORY.md'), 'a note');
  });

  test('a command sees the workspace and the system, and writes the workspace alone', async () => {
    expect(await printed('cat ok.txt; echo x > new.txt; cat new.txt; pwd')).toBe(`hello\nx\n${root}\n`);
    symlinkSync(join(place, 'out'), join(root, 'ln'));
    const tries = [
      `cat ${place}/out/canary.txt`,
      'cat ln/canary.txt',
      `echo x > ${place}/out/canary.txt`,
      `rm ${place}/out/canary.txt`,
      'cat .env sub/server.key',
      'echo x > SOUL.md',
      'mv SOUL.md a; rm -f SOUL.md; ln -sf ok.txt SOUL.md',
      'cat /etc/shadow',
      `ls ${place}/data`,
      'mount -t tmpfs none /mnt',
    ];
    for (const command of tries) expect([command, (await run(command)).code]).not.toEqual([command, 0]);
    expect([readFileSync(join(place, 'out', 'canary.txt'), 'utf8'), readFileSync(join(root, 'SOUL.md'), 'utf8')]).toEqual([
      'CANARY',
      'soul',
    ]);
    expect(await printed('cat MEMORY.md')).toBe('a note');
    expect((await run('cat MEMORY.md', { session: 'shared' })).code).toBe(1);
  });

  test('what runs unasked can change nothing', async () => {
    expect((await run('touch new.txt; rm ok.txt; echo x >> ok.txt', { readOnly: true })).code).not.toBe(0);
    expect([readdirSync(root).includes('new.txt'), readFileSync(join(root, 'ok.txt'), 'utf8')]).toEqual([false, 'hello\n']);
  });

  test('what an approval opened is open for that run alone', async () => {
    const canary = join(place, 'out', 'canary.txt');
    expect(await printed(`cat ${canary}`, { opens: { read: [canary], write: [] } })).toBe('CANARY');
    expect((await run(`echo x > ${canary}`, { opens: { read: [canary], write: [] } })).code).not.toBe(0);
    await run(`echo x > ${canary}`, { opens: { read: [], write: [canary] } });
    expect(readFileSync(canary, 'utf8')).toBe('x\n');
    expect((await run(`cat ${canary}`)).code).not.toBe(0);
  });

  test('nothing of this process is known inside: no environment, no capability, no terminal', async () => {
    process.env['REINS_TEST_SECRET'] = 'sesame-street';
    const told = await printed('env; cat /proc/self/environ; cat /proc/1/environ 2>/dev/null | tr "\\0" "\\n"');
    delete process.env['REINS_TEST_SECRET'];
    expect(told).not.toContain('sesame-street');
    expect(told).not.toMatch(/proxy/i);
    expect(await printed('grep -h Cap /proc/self/status | tr -d " \\t"')).toBe(
      ['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb'].map((name) => `${name}:0000000000000000\n`).join(''),
    );
    expect(await printed('tty; read x; echo "[$x]"; cat')).toBe('not a tty\n[]\n');
  });

  test('no network, no loopback service, no socket of the system', async () => {
    const server: Server = createServer((socket) => socket.end('HELLO'));
    await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const told = await printed(
      `(exec 3<>/dev/tcp/127.0.0.1/${port} && cat <&3) 2>&1; (exec 3<>/dev/tcp/1.1.1.1/80) 2>&1; getent hosts example.com; ls /run/*.sock /var/run/docker.sock 2>&1; echo end`,
    );
    server.close();
    expect(told).not.toContain('HELLO');
    expect(told).toContain('end');
  });

  test('nothing that a command starts outlives it, nor holds it up', async () => {
    const { stdout } = await run('(setsid sleep 4321 &); nohup sleep 4321 >/dev/null & disown; echo bye');
    expect(stdout).toBe('bye\n');
    expect((await run('trap "" TERM INT; (trap "" TERM; sleep 4321) & sleep 4321', { timeoutMs: 300 })).stopped).toBe('timeout');
    await sleep(100);
    expect(running('sleep 4321')).toBe(0);
  });

  test('a cancelled command is gone at once', async () => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 150);
    const start = performance.now();
    const ran = await runner.run({
      command: 'setsid sleep 4322 & sleep 4322',
      cwd: root,
      timeoutMs: 60_000,
      opens: NO_OPENS,
      readOnly: false,
      session: 'main',
      allowBare: false,
      signal: stop.signal,
    });
    expect(ran.ok ? ran.value.stopped : ran.error.code).toMatch(/^cancelled$/);
    expect(performance.now() - start).toBeLessThan(20_000);
    expect(running('sleep 4322')).toBe(0);
  });

  test('output without end is cut and stopped, and memory stays flat', async () => {
    const before = process.memoryUsage().rss;
    const { stdout, bytes, cut, stopped } = await run('yes 10GB');
    expect([cut, stopped, stdout.startsWith('10GB\n10GB\n'), stdout.includes('bytes left out')]).toEqual([true, 'output', true, true]);
    expect(bytes).toBeGreaterThan(16 * 1024 * 1024);
    expect(stdout.length).toBeLessThan(200_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
  });

  test('binary output, GBK output and progress lines are shown as what they are', async () => {
    expect(await run('head -c 5000 /dev/urandom')).toMatchObject({ binary: true, bytes: 5000, stdout: '[5000 bytes that are no text]' });
    expect(await run('printf "\\xc4\\xe3\\xba\\xc3\\xca\\xc0\\xbd\\xe7\\n"')).toMatchObject({ stdout: '你好世界\n', encoding: 'gb18030' });
    expect(await printed('printf "1\\r2\\r3\\n\\033[32mgreen\\033[0m\\n"')).toBe('3\ngreen\n');
  });

  test('a file is bounded, and so is the number of processes', async () => {
    const { code } = await run('head -c 3G /dev/zero > big; ls -l big >&2', { timeoutMs: 60_000 });
    expect(code).toBe(0);
    expect(Number(execFileSync('stat', ['-c', '%s', join(root, 'big')], { encoding: 'utf8' }))).toBeLessThanOrEqual(2 * 1024 ** 3);
    rmSync(join(root, 'big'));
    const bomb = await run('for i in $(seq 2000); do sleep 4323 & done; wait', { timeoutMs: 30_000 });
    expect(bomb.stopped === 'processes' || /fork|resource/i.test(bomb.stderr)).toBe(true);
    expect(running('sleep 4323')).toBe(0);
  });

  test('programs come from the system, never from the workspace', async () => {
    writeFileSync(join(root, 'ls'), '#!/bin/sh\necho PWNED\n');
    chmodSync(join(root, 'ls'), 0o755);
    expect(await printed('ls')).not.toContain('PWNED');
  });

  test('a repository runs none of its helpers, and its own settings are out of reach', async () => {
    const git = (...args: string[]) =>
      execFileSync('git', args, { cwd: root, stdio: 'pipe', env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null' } });
    writeFileSync(join(root, 'evil'), `#!/bin/sh\ntouch ${root}/pwned\ncat "$1" 2>/dev/null\n`);
    chmodSync(join(root, 'evil'), 0o755);
    git('init', '-q');
    git('add', 'ok.txt');
    git('-c', 'user.name=n', '-c', 'user.email=n@example.com', 'commit', '-qm', 'one');
    writeFileSync(join(root, '.gitattributes'), '*.txt diff=evil filter=evil\n');
    for (const key of [
      'core.fsmonitor',
      'core.pager',
      'diff.external',
      'diff.evil.textconv',
      'diff.evil.command',
      'filter.evil.clean',
      'core.editor',
      'core.sshCommand',
    ])
      git('config', key, './evil');
    writeFileSync(join(root, 'ok.txt'), 'hello\nworld\n');
    const told = await printed(
      'git status --short; git diff; git log --oneline; git show HEAD; git add -A && git commit -m two; git fetch ssh://h/x',
    );
    expect(told).toContain('+world');
    expect(existsSync(join(root, 'pwned'))).toBe(false);
    for (const command of ['git config core.pager ./evil', 'echo x > .git/hooks/pre-commit', 'mv .git a', 'rm .git/config'])
      expect([command, (await run(command)).code]).not.toEqual([command, 0]);
  });
});

test('without a sandbox nothing runs unasked, and what was allowed runs with an empty environment and ends whole', async () => {
  const bare = createCommandRunner({ root, dataFolder: join(place, 'data'), platform: 'freebsd' });
  expect(await bare.state()).toMatchObject({ kind: 'none', reason: { code: 'sandbox_platform' } });
  await expect(run('echo x', {}, bare)).rejects.toThrow('sandbox_platform');
  process.env['REINS_TEST_SECRET'] = 'sesame-street';
  const { stdout } = await run('env; (setsid sleep 4324 &); echo end', { allowBare: true }, bare);
  delete process.env['REINS_TEST_SECRET'];
  expect([stdout.includes('sesame'), stdout.includes('end')]).toEqual([false, true]);
  await sleep(200);
  expect(running('sleep 4324')).toBe(0);
});

test('a missing helper is named with the way out', async () => {
  const none = createCommandRunner({ root, dataFolder: join(place, 'data'), programFolders: [join(place, 'nothing')] });
  expect(await none.state()).toEqual({
    kind: 'none',
    reason: { code: 'sandbox_missing', params: { programs: 'bwrap, socat, rg, setpriv' } },
  });
});
