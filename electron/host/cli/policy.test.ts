import { expect, test } from 'vitest';
import { notice } from '#shared/schema/notice';
import { policySchema } from '#shared/schema/policy';
import { type Answers, bed, fakeClient, type Given } from './cli-bed.fixture.ts';
import { checkPolicy, command } from './policy.ts';

const answering: Answers = {
  'policy.check': ({ questions }) => ({
    answers: questions.map((question) => ({
      verdict: question.kind === 'exec' ? 'ask' : 'allow',
      reason: notice('policy_allows'),
      rule: question.kind === 'exec' ? question.command : question.path,
    })),
  }),
};

async function check(stdin: readonly string[], given: Given = {}, answers = answering) {
  const { client, calls } = fakeClient(answers);
  const { input, out } = bed({ stdin, ...given });
  const code = await checkPolicy(input, client, policySchema.parse({ commands: { mode: 'strict' } }));
  return { code, calls, lines: out.map((line) => JSON.parse(line) as Record<string, unknown>) };
}
const exec = (id: unknown, command = `ls ${String(id)}`): string => `${JSON.stringify({ id, kind: 'exec', command })}\n`;

test('every line is answered in its place, whatever it is', async () => {
  const { code, lines, calls } = await check([
    exec(1),
    '{"id":2,"kind":"net","url":"https://example.com"}\n',
    '{"id":"三","kind":"file","tool":"write","path":"a.md","more":true}\n',
    '\n',
    'no json\n',
    '[]\n',
    '{"id":null,"kind":"exec"}\n',
    '{"id":4,"kind":"exec","command":"ls","os":"beos"}\n',
    '{"kind":"exec","command":"pwd"}',
  ]);
  expect(code).toBe(0);
  expect(lines.map(({ id, verdict, rule }) => [id, verdict, rule])).toEqual([
    [1, 'ask', 'ls 1'],
    [2, 'error', 'not-here'],
    ['三', 'allow', 'a.md'],
    [null, 'error', 'bad-line'],
    [null, 'error', 'bad-line'],
    [null, 'error', 'bad-line'],
    [4, 'error', 'bad-line'],
    [null, 'ask', 'pwd'],
  ]);
  expect(lines.every(({ reason }) => typeof reason === 'string' && reason !== '')).toBe(true);
  expect(calls[0]?.[1]).toMatchObject({ policy: { commands: { mode: 'strict' } } });
});

test('many lines are few calls, and keep their order', async () => {
  const { lines, calls } = await check([Array.from({ length: 1_001 }, (_, at) => exec(at)).join('')]);
  expect(lines.map(({ id }) => id)).toEqual(Array.from({ length: 1_001 }, (_, at) => at));
  expect(calls).toHaveLength(6);
});

test('who asks a line and waits for its answer gets it', async () => {
  const { client } = fakeClient(answering);
  const { input, out } = bed();
  let answered = 0;
  const stdin = async function* (): AsyncGenerator<string> {
    for (let id = 0; id < 3; id += 1) {
      yield exec(id);
      while (out.length <= id) await new Promise((resolve) => setImmediate(resolve));
      answered += 1;
    }
  };
  expect(await checkPolicy({ ...input, stdin: stdin() }, client, undefined)).toBe(0);
  expect([answered, out.length]).toEqual([3, 3]);
});

test('long lines are spread over calls, and one that is too long is refused by itself', async () => {
  const { lines, calls } = await check([
    exec(1, 'x'.repeat(900_000)),
    exec(2, 'y'.repeat(900_000)),
    exec(3, 'z'.repeat(900_000)),
    exec(4, 'w'.repeat(1_100_000)),
    exec(5),
  ]);
  expect(lines.map(({ id, verdict }) => [id, verdict])).toEqual([
    [1, 'ask'],
    [2, 'ask'],
    [3, 'ask'],
    [4, 'error'],
    [5, 'ask'],
  ]);
  expect(calls.length).toBeGreaterThan(1);
});

test('an answer that does not come is no leave, and what steers a terminal stays JSON', async () => {
  const { lines } = await check([exec(1), exec('\u202e')], {}, { 'policy.check': () => ({ answers: [] }) });
  expect(lines).toEqual([
    { id: 1, verdict: 'error', reason: '', rule: 'unanswered' },
    { id: '\u202e', verdict: 'error', reason: '', rule: 'unanswered' },
  ]);
});

test('no lines are no questions', async () => {
  expect(await check([])).toEqual({ code: 0, lines: [], calls: [] });
});

test('wrong usage is told before anything is opened', async () => {
  for (const [positionals, flags] of [
    [[], {}],
    [['nonsense'], {}],
    [['check', 'more'], {}],
    [['check'], { policy: '/nowhere/policy.json' }],
  ] as const) {
    const { input, err } = bed({ positionals, flags });
    expect([await command.run(input), err.length]).toEqual([2, 1]);
  }
});
