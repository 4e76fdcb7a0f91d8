import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createWords } from '../words.ts';
import { approvalProblem } from './approval-flags.ts';
import type { CommandInput } from './command.ts';

const folder = mkdtempSync(join(tmpdir(), 'reins-approve-'));
const at = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
function problem(flags: CommandInput['flags'], language: 'en' | 'zh-CN' = 'en'): string | null {
  return approvalProblem({
    positionals: [],
    flags,
    json: false,
    env: {},
    words: createWords(language),
    out: () => undefined,
    err: () => undefined,
    stdin: (async function* () {})(),
    signal: new AbortController().signal,
    closeOnStop: true,
  });
}

test('what scripts give is taken', () => {
  for (const approve of ['never', 'ask', 'always']) expect(problem({ approve, policy: at('策略.json', '{"rules":[]}') })).toBeNull();
  expect(problem({})).toBeNull();
});

test('an answer that is none of the three is named, in both languages', () => {
  expect(problem({ approve: 'yes' })).toMatch(/“yes”.*never, ask, always/);
  expect(problem({ approve: '' }, 'zh-CN')).toMatch(/--approve 不接受.*never, ask, always/);
});

test('a policy that is not there or no JSON is named with its path', () => {
  expect(problem({ policy: join(folder, 'gone.json') })).toMatch(/gone\.json.*ENOENT/);
  expect(problem({ policy: at('bad.json', '{') }, 'zh-CN')).toMatch(/bad\.json.*必须是 JSON/);
});
