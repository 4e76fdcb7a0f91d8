import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startHostProcess } from './host-process.ts';

const cli = fileURLToPath(new URL('../out/host/cli.js', import.meta.url));
const headless = fileURLToPath(new URL('../out/host/headless.js', import.meta.url));

let place = '';
beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'reins-cli-'));
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

/** One command on a data folder and workspace of the given name. */
function reins(name: string, args: readonly string[], input = ''): SpawnSyncReturns<string> {
  const [command = '', ...rest] = args;
  const common = ['--data', join(place, name, 'data'), '--workspace', join(place, name, 'work'), '--language', 'en'];
  return spawnSync(process.execPath, [cli, command, ...rest, ...common], { input, encoding: 'utf8' });
}

const lines = (run: SpawnSyncReturns<string>): Record<string, unknown>[] =>
  run.stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
const answerOf = (run: SpawnSyncReturns<string>): unknown => lines(run).find(({ type }) => type === 'answer.given')?.['text'];

test('what is remembered in one conversation is answered in another with file and line, in English', () => {
  expect(reins('en', ['chat', 'Remember that I prefer Django', '--json']).status).toBe(0);
  expect(answerOf(reins('en', ['chat', 'Which framework do I prefer?', '--json']))).toMatch(/Django[\s\S]*USER\.md:\d+/);
});

test('记住的内容在另一个对话里能连同文件和行号答出来', () => {
  expect(reins('zh', ['chat', '记住我喜欢用 Django', '--json']).status).toBe(0);
  expect(answerOf(reins('zh', ['chat', '我喜欢什么框架？', '--json']))).toMatch(/Django[\s\S]*USER\.md:\d+/);
});

test('the cited line is the line in the file', () => {
  reins('cite', ['chat', '记住：备用钥匙在蓝色工具箱第三层', '--json']);
  const answer = String(answerOf(reins('cite', ['chat', '备用钥匙放哪儿了', '--json'])));
  const [, path = '', line = '0'] = /([\w/.-]+\.md):(\d+)/.exec(answer) ?? [];
  expect(readFileSync(join(place, 'cite', 'work', path), 'utf8').split('\n')[Number(line) - 1]).toContain('蓝色工具箱');
});

test('a question asked by a run is answered from the command line', () => {
  const asked = lines(reins('clarify', ['chat', 'read the file', '--json']));
  expect(asked.at(-1)).toMatchObject({ type: 'clarification.needed', slots: ['path'] });
  writeFileSync(join(place, 'clarify', 'work', 'plan.md'), 'buy milk\n');
  const answered = lines(reins('clarify', ['input', String(asked.at(-1)?.['runId']), 'path=plan.md', '--json']));
  expect(answered.find(({ type }) => type === 'answer.given')).toMatchObject({ text: expect.stringContaining('buy milk') });
  expect(answered.at(-1)).toMatchObject({ type: 'run.completed' });
});

test('what needs a language model says so, and nothing is written', () => {
  const run = reins('model', ['chat', 'Write me a poem about the sea', '--json']);
  expect(answerOf(run)).toMatch(/language model/);
  expect(lines(run).some(({ type }) => type === 'tool.started')).toBe(false);
});

test('wrong usage is exit 2 with the way out, a refusal exit 1', () => {
  expect(reins('use', ['nonsense'])).toMatchObject({ status: 2, stderr: expect.stringContaining('Known:') });
  expect(reins('use', ['chat'])).toMatchObject({ status: 2 });
  expect(reins('use', ['tool', 'read', '--args', '{bad'])).toMatchObject({ status: 2 });
  expect(reins('use', ['chat', 'x', '--session', 'nobody'])).toMatchObject({ status: 1 });
  expect(reins('use', ['version'])).toMatchObject({ status: 0, stdout: expect.stringMatching(/^reins \d/) });
});

describe('tool', () => {
  const tool = (name: string, args: unknown) => lines(reins('tool', ['tool', name, '--args', JSON.stringify(args), '--json'])).at(-1);

  test('reads, lists and searches in the workspace and nowhere else', () => {
    const work = join(place, 'tool', 'work');
    mkdirSync(join(work, 'notes'), { recursive: true });
    mkdirSync(join(place, 'tool', 'out'));
    writeFileSync(join(work, 'notes', '计划.md'), '买牛奶\n发票 42\n');
    writeFileSync(join(place, 'tool', 'out', 'canary.txt'), 'CANARY');
    symlinkSync('../out/canary.txt', join(work, 'link'));
    expect(tool('read', { path: 'notes/计划.md' })).toMatchObject({
      verdict: 'allow',
      ok: true,
      output: expect.stringContaining('买牛奶'),
    });
    expect(tool('list', { path: 'notes' })).toMatchObject({ ok: true, output: expect.stringContaining('计划.md') });
    expect(tool('search', { query: '发票' })).toMatchObject({ ok: true, output: expect.stringContaining('计划.md:2') });
    for (const path of ['../out/canary.txt', '/etc/passwd', '~/.ssh/id_rsa', 'link', '.git/config', '.env']) {
      expect(tool('read', { path })).toMatchObject({ verdict: 'deny', ok: false });
    }
    expect(tool('read', { path: 'nothing.txt' })).toMatchObject({ verdict: 'allow', ok: false, code: 'path_not_found' });
    expect(tool('read', { path: 'a\0b' })).toMatchObject({ verdict: 'error', ok: false });
  });

  test('what this version cannot do is refused by name, and unknown arguments by field', () => {
    expect(tool('web_fetch', { url: 'https://example.com' })).toMatchObject({ verdict: 'deny', ok: false, code: 'tool_unavailable' });
    expect(tool('time', { zone: 'x' })).toMatchObject({ verdict: 'error', ok: false, code: 'tool_arguments' });
    expect(tool('nonsense', {})).toMatchObject({ ok: false, code: 'tool_unknown' });
  });
});

test('what asks is refused with nobody there, done with a yes beforehand, taken back, and all of it is in the audit', () => {
  const write = (...more: string[]) =>
    reins('act', ['tool', 'write', '--args', JSON.stringify({ path: 'notes/计划.md', content: '# 计划\n' }), '--json', ...more]);
  const file = join(place, 'act', 'work', 'notes', '计划.md');
  const refused = write();
  expect([refused.status, lines(refused).at(-1)?.['verdict'], existsSync(file)]).toEqual([1, 'ask', false]);
  const done = write('--approve', 'always');
  expect([done.status, lines(done).at(-1)?.['verdict'], readFileSync(file, 'utf8')]).toEqual([0, 'ask', '# 计划\n']);
  expect([reins('act', ['changes', 'undo']).status, existsSync(file)]).toEqual([0, false]);
  const policy = join(place, 'act', 'policy.json');
  writeFileSync(policy, '{"commands":{"mode":"ask","allow":[]},"files":{"write":"allow"}}');
  expect([write('--policy', policy).status, existsSync(file)]).toEqual([0, true]);
  expect(lines(reins('act', ['tool', 'exec', '--args', '{"command":"cat notes/计划.md"}', '--json'])).at(-1)).toMatchObject({
    verdict: 'allow',
    ok: true,
    output: expect.stringContaining('# 计划'),
  });
  expect(lines(reins('act', ['tool', 'exec', '--args', '{"command":"sudo ls"}', '--approve', 'always', '--json'])).at(-1)).toMatchObject({
    verdict: 'deny',
    ok: false,
  });
  expect(reins('act', ['audit', 'verify']).status).toBe(0);
  expect(lines(reins('act', ['audit', 'export', '--json'])).map(({ type, tool }) => [type, tool])).toEqual([
    ['ran', 'write'],
    ['undone', 'write'],
    ['ran', 'write'],
    ['ran', 'exec'],
    ['refused', 'exec'],
  ]);
  const db = new Sqlite(join(place, 'act', 'data', 'state.db'));
  for (const { name } of db
    .prepare<[], { name: string }>("SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'audit'")
    .all())
    db.exec(`DROP TRIGGER ${name}`);
  db.prepare("UPDATE audit SET body = replace(body, 'undone', 'redone') WHERE seq = 2").run();
  db.close();
  const broken = reins('act', ['audit', 'verify', '--json']);
  expect([broken.status, lines(broken).at(-1)]).toMatchObject([1, { intact: false, brokenAt: 2 }]);
});

test('a request of a run that nobody watches waits in the queue and is answered from there', () => {
  const asked = lines(reins('park', ['chat', '把“你好”写入 a.md', '--json']));
  expect(asked.at(-1)).toMatchObject({ type: 'approval.requested', tool: 'write' });
  const [request] = lines(reins('park', ['approvals', 'list', '--json']));
  expect(request).toMatchObject({ tool: 'write', parked: true, state: 'waiting' });
  const answered = reins('park', ['approvals', 'decide', String(request?.['id']), '--answer', 'once', '--json']);
  expect(answered.status).toBe(0);
  expect(readFileSync(join(place, 'park', 'work', 'a.md'), 'utf8')).toBe('你好');
  const never = lines(reins('park', ['chat', '把“再见”写入 b.md', '--approve', 'never', '--json']));
  expect(never.at(-1)).toMatchObject({ type: 'run.completed' });
  expect(existsSync(join(place, 'park', 'work', 'b.md'))).toBe(false);
});

test('policy check judges lines and runs nothing', () => {
  const asked = ['ls -la', 'npm install', 'rm -rf /', 'touch ran']
    .map((command, id) => JSON.stringify({ id, kind: 'exec', command }))
    .join('\n');
  const answers = lines(
    reins('policy', ['policy', 'check'], `${asked}\nnonsense\n{"id":9,"kind":"file","tool":"write","path":"SOUL.md"}\n`),
  );
  expect(answers.map(({ id, verdict }) => [id, verdict])).toEqual([
    [0, 'allow'],
    [1, 'ask'],
    [2, 'deny'],
    [3, 'ask'],
    [null, 'error'],
    [9, 'ask'],
  ]);
  expect(existsSync(join(place, 'policy', 'work', 'ran'))).toBe(false);
});

test('memory: append, index, search one and many, get', () => {
  expect(lines(reins('memory', ['memory', 'append', '发票统一寄到财务部李娜', '--target', 'memory', '--json'])).at(-1)).toMatchObject({
    path: 'MEMORY.md',
    added: true,
  });
  expect(lines(reins('memory', ['memory', 'index', '--json'])).at(-1)).toMatchObject({
    files: expect.any(Number),
    chunks: expect.any(Number),
  });
  const [hit] = lines(reins('memory', ['memory', 'search', '发票寄给谁', '--json']));
  expect(hit).toMatchObject({ path: 'MEMORY.md', text: expect.stringContaining('李娜'), age: 1, vector: null });
  const many = lines(reins('memory', ['memory', 'search', '-', '-k', '3', '--json'], '发票\nnothing at all like this\n'));
  expect(many.map(({ query }) => query)).toEqual(['发票', 'nothing at all like this']);
  const got = lines(reins('memory', ['memory', 'get', String(hit?.['path']), String(hit?.['from']), String(hit?.['to']), '--json'])).at(-1);
  expect(got).toMatchObject({ text: expect.stringContaining('李娜') });
});

test('decision, redact and tokens answer each line, also a broken one', () => {
  const decisions = lines(
    reins(
      'lines',
      ['decision'],
      `${JSON.stringify({ id: 1, raw: '```json\n{"action":"RESPOND","answer":"好"}\n```' })}\nnot json\n${JSON.stringify({ id: 2, raw: '{' })}\n`,
    ),
  );
  expect(decisions).toMatchObject([
    { id: 1, decision: { action: 'RESPOND', answer: '好' } },
    { error: expect.any(String) },
    { id: 2, error: expect.any(String) },
  ]);
  const key = `sk-proj-${'A1b2'.repeat(8)}`;
  expect(lines(reins('lines', ['redact', '--json'], `${JSON.stringify({ id: 1, text: `key ${key}` })}\n`))).toMatchObject([
    { id: 1, text: 'key [redacted api-key]', found: ['api-key'] },
  ]);
  expect(lines(reins('lines', ['tokens'], `${JSON.stringify({ id: 1, text: '你好，世界' })}\n`))[0]).toMatchObject({
    id: 1,
    tokens: expect.any(Number),
  });
});

test('the prompt is within its budget in every mode', () => {
  const tokens = (mode: string) => lines(reins('prompt', ['prompt', '--mode', mode, '--json'])).map((module) => Number(module['tokens']));
  expect(tokens('full')).toHaveLength(23);
  expect(tokens('none').reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(40);
});

test('a command joins the running app, and a second app hands over to the first', async () => {
  const args = ['--data', join(place, 'join', 'data'), '--workspace', join(place, 'join', 'work'), '--tied'];
  const host = await startHostProcess(headless, args);
  reins('join', ['chat', 'Remember that the blue folder holds the contracts', '--json']);
  const { sessions } = await host.client['session.list']({});
  expect(sessions).toHaveLength(1);
  const second = spawnSync(process.execPath, [headless, ...args.slice(0, 4)], { encoding: 'utf8' });
  expect(JSON.parse(second.stdout)).toMatchObject({ started: false, url: host.url });
  expect(lines(reins('join', ['doctor', '--json'])).at(-1)).toMatchObject({ joined: true });
  await host.stop();
});

describe('bad places', () => {
  test('a taken port is named', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as { port: number };
    const run = reins('port', ['serve', '--port', String(port)]);
    expect(run).toMatchObject({ status: 1, stderr: expect.stringContaining(String(port)) });
    taken.close();
  });

  test('a workspace that is gone is said by every tool, and never made anew', async () => {
    const work = join(place, 'gone', 'work');
    const host = await startHostProcess(headless, ['--data', join(place, 'gone', 'data'), '--workspace', work, '--tied']);
    rmSync(work, { recursive: true });
    expect(await host.client['tool.run']({ name: 'list', arguments: { path: '.' } })).toMatchObject({
      result: null,
      reason: { code: 'workspace_missing' },
    });
    await expect(host.client['memory.append']({ text: 'x' })).rejects.toMatchObject({ notice: { code: 'workspace_missing' } });
    expect((await host.client['app.state']({})).workspace.state).toBe('missing');
    await host.stop();
  });

  test.skipIf(process.platform === 'win32')('a workspace that cannot be written is read, and a memory is refused aloud', () => {
    const work = join(place, 'readonly', 'work');
    reins('readonly', ['chat', 'help', '--json']);
    rmSync(join(work, 'memory'), { recursive: true, force: true });
    chmodSync(work, 0o555);
    const root = process.getuid?.() === 0; // root may write anyway; then the wall is tested by the file wall's own tests
    const run = reins('readonly', ['chat', 'Remember that I prefer tea', '--json']);
    if (!root) expect(answerOf(run)).toMatch(/read-only|cannot/i);
    expect(lines(reins('readonly', ['tool', 'list', '--args', '{"path":"."}', '--json'])).at(-1)).toMatchObject({ ok: true });
    chmodSync(work, 0o755);
  });

  test('a damaged database is set aside and said aloud, and the app goes on', () => {
    reins('damaged', ['chat', 'Remember that I prefer tea', '--json']);
    writeFileSync(join(place, 'damaged', 'data', 'state.db'), 'garbage'.repeat(2_000));
    const run = reins('damaged', ['doctor']);
    expect(run).toMatchObject({ status: 1, stdout: expect.stringContaining('damaged-') });
    expect(answerOf(reins('damaged', ['chat', 'What do I prefer to drink, tea or coffee?', '--json']))).toContain('tea');
  });

  test('a data folder that is a file is named', () => {
    mkdirSync(join(place, 'file'), { recursive: true });
    writeFileSync(join(place, 'file', 'data'), '');
    expect(reins('file', ['doctor'])).toMatchObject({ status: 1, stderr: expect.stringContaining('data') });
  });
});
