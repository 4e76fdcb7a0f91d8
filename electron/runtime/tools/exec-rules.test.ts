import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CommandJudgement } from '#runtime/sandbox/command-wall';
import { createCommandWall } from '#runtime/sandbox/create-command-wall';
import { openFileWall } from '#runtime/sandbox/file-sandbox';
import type { FileWall } from '#runtime/sandbox/file-wall';
import { commandRules, coversCommand } from './exec-rules.ts';
import { scriptHashes } from './exec-scripts.ts';

let base = '';
let files: FileWall;
let judge: (command: string) => Promise<CommandJudgement>;
const signal = new AbortController().signal;

beforeAll(async () => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'reins-rules-')));
  for (const folder of ['ws', 'data', 'home']) mkdirSync(join(base, folder));
  for (const name of ['a.txt', 'run.sh', 'other.sh', 'package.json']) writeFileSync(join(base, 'ws', name), `${name}\n`);
  const opened = await openFileWall({ root: join(base, 'ws'), dataFolder: join(base, 'data') });
  if (!opened.ok) throw new Error(opened.error.code);
  files = opened.value;
  const wall = createCommandWall({ files, root: join(base, 'ws'), dataFolder: join(base, 'data'), home: join(base, 'home') });
  judge = (command) =>
    wall.judge({ command, os: 'linux', shell: 'sh', session: 'main', sandboxed: true, policy: { mode: 'ask', allow: [] } });
});
afterAll(async () => {
  await files.close();
  rmSync(base, { recursive: true, force: true });
});

async function rulesOf(command: string) {
  const judged = await judge(command);
  return commandRules(command, judged, await scriptHashes(files, judged.scripts, { session: 'main', signal }));
}

/** Which of the commands the last rule that is offered for `from` covers. */
async function coveredBy(from: string, commands: readonly string[]): Promise<string[]> {
  const rule = (await rulesOf(from)).at(-1);
  if (rule === undefined) throw new Error(`no rule for ${from}`);
  const covered: string[] = [];
  for (const command of commands)
    if (await coversCommand(files, command, { judged: await judge(command), rule, session: 'main' })) covered.push(command);
  return covered;
}

test('a plain command offers itself and what begins with its first two words', async () => {
  expect(await rulesOf('git commit -m x')).toEqual([
    { tool: 'exec', match: { kind: 'command', text: 'git commit -m x', prefix: false, pinned: {} } },
    { tool: 'exec', match: { kind: 'command', text: 'git commit', prefix: true, pinned: {} } },
  ]);
});

test('a command that runs elsewhere than in the root offers nothing', async () => {
  expect(commandRules('git commit', await judge('git commit'), null)).toEqual([]);
});

test('what could run anything offers only itself', async () => {
  const commands = [
    ...['node a.js', 'bash run.sh', 'npm test', 'make all', 'env touch x', 'xargs touch', 'go run x', 'python3 -c 1', './run.sh'],
    ...['git -c a.b=c log', 'git -C sub push', 'git rebase -x ./run.sh main', 'git fetch --upload-pack=./x', 'mytool', 'mytool --flag'],
    ...['touch x; touch y', 'touch x && touch y', 'touch x | cat', 'touch x > y', 'touch $(ls)', 'A=1 touch x', 'touch *', 'rm a.txt'],
  ];
  const more: string[] = [];
  for (const command of commands)
    if ((await rulesOf(command)).some(({ match }) => match.kind === 'command' && match.prefix)) more.push(command);
  expect(more).toEqual([]);
});

test('a rule for a beginning covers its words and nothing that is added by syntax', async () => {
  const same = ['git commit -m y', 'git  commit -m z', "git commit -m 'two words'"];
  const beyond = [
    ...[
      'git commit; touch x',
      'git commit && touch x',
      'git commit || touch x',
      'git commit | sh',
      'git commit & touch x',
      'git commit\ntouch x',
    ],
    ...['git commit -m "$(touch x)"', 'git commit -m `touch x`', 'git commit > a.txt', 'git commit < a.txt', 'git commit <(touch x)'],
    ...[
      'A=1 git commit',
      'env git commit',
      '(git commit)',
      '! git commit; ls',
      'git commit-evil',
      'git-commit',
      './git commit',
      'Git commit',
    ],
    ...[
      'git -C .. commit',
      'git "commit x"',
      'git push',
      'git',
      'git commit $X',
      'git commit *',
      'git commit --force',
      'git commit -F /etc/hosts',
    ],
  ];
  expect(await coveredBy('git commit -m x', [...same, ...beyond])).toEqual(same);
});

test('a rule for git fetch does not cover a program that git is told to run', async () => {
  const commands = ['git fetch origin', 'git fetch --upload-pack=./x .', 'git fetch --upload-p ./x .', 'git fetch ext::sh'];
  expect(await coveredBy('git fetch origin', commands)).toEqual(['git fetch origin']);
});

test('a rule for the whole command covers that command alone, outer white space aside', async () => {
  const commands = ['npm test', 'npm test ', 'npm  test', 'npm test -- x', 'npm tests', 'NPM test', 'npm test; ls'];
  expect(await coveredBy('npm test', commands)).toEqual(['npm test', 'npm test ']);
});

test('a script that was changed after the rule was made is asked for again', async () => {
  const [rule] = await rulesOf('bash run.sh');
  if (rule === undefined) throw new Error('no rule');
  const covers = async (command: string) => coversCommand(files, command, { judged: await judge(command), rule, session: 'main' });
  expect([await covers('bash run.sh'), await covers('bash other.sh'), await covers('bash ./run.sh')]).toEqual([true, false, false]);
  writeFileSync(join(base, 'ws', 'run.sh'), 'something else\n');
  expect(await covers('bash run.sh')).toBe(false);
});

test('a rule never covers a refusal, a loss or what lies outside', async () => {
  const kept: string[] = [];
  for (const command of ['sudo ls', 'rm -rf /', 'rm a.txt', 'cp a.txt /opt/x', 'git push --force']) {
    const judged = await judge(command);
    const rule = { tool: 'exec', match: { kind: 'command' as const, text: command, prefix: false, pinned: {} } };
    if (await coversCommand(files, command, { judged, rule, session: 'main' })) kept.push(command);
  }
  expect(kept).toEqual([]);
});
