import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readApprovalFlags } from './approval-flags.ts';
import { command as chat } from './chat.ts';
import { bed, type Given } from './cli-bed.fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'reins-approve-'));
const at = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const read = (flags: Given['flags'] = {}, language: Given['language'] = 'en') => readApprovalFlags(bed({ flags, language }).input);
const problem = (...given: Parameters<typeof read>): string => {
  const flags = read(...given);
  return 'problem' in flags ? flags.problem : 'none';
};

test('what is left out is left to the command', () => {
  expect(read()).toEqual({ approve: undefined, policy: undefined });
});

test.each(['never', 'ask', 'always'] as const)('--approve %s is taken', (approve) => {
  expect(read({ approve })).toEqual({ approve, policy: undefined });
});

test('a policy is read with its defaults, whatever else stands in the file', () => {
  const file = '\ufeff{"commands":{"mode":"deny"},"network":{"allow":["example.com"]},"files":{"roots":["/srv","docs"],"more":1}}';
  expect(read({ policy: at('策略.json', file) })).toEqual({
    approve: undefined,
    policy: { commands: { mode: 'deny', allow: [] }, files: { write: 'ask', roots: ['/srv', join(process.cwd(), 'docs')] } },
  });
  expect(read({ policy: at('empty.json', '{}') })).toMatchObject({
    policy: { commands: { mode: 'ask', allow: [] }, files: { write: 'ask', roots: [] } },
  });
});

test('an answer that is none of the three is named, in both languages', () => {
  expect(problem({ approve: 'yes' })).toMatch(/“yes”.*never, ask, always/);
  expect(problem({ approve: '' }, 'zh-CN')).toMatch(/--approve 不接受.*never, ask, always/);
});

test.each([
  ['gone.json', null, /gone\.json.*ENOENT/],
  ['bad.json', '{', /bad\.json.*必须是 JSON/],
  ['list.json', '[]', /list\.json/],
  ['null.json', 'null', /null\.json/],
  ['mode.json', '{"commands":{"mode":"all"}}', /commands\.mode/],
  ['write.json', '{"files":{"write":true}}', /files\.write/],
  ['allow.json', '{"commands":{"allow":"/usr/bin/git"}}', /commands\.allow/],
])('a policy that cannot be used is named with its path: %s', (name, text, told) => {
  const policy = text === null ? join(folder, name) : at(name, text);
  expect(problem({ policy }, 'zh-CN')).toMatch(told);
});

test('a conversation takes no policy of its own, instead of passing it over', async () => {
  const { input, err } = bed({ positionals: ['hello'], flags: { policy: at('deny.json', '{"commands":{"mode":"deny"}}') } });
  expect([await chat.run(input), err]).toEqual([2, [expect.stringContaining('saved policy')]]);
});
