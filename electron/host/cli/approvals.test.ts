import { expect, test } from 'vitest';
import type { ApprovalAnswer } from '#shared/schema/approval';
import type { EventBody } from '#shared/schema/run-event';
import { approvals, command } from './approvals.ts';
import { readAnswer } from './ask-answer.ts';
import { type Answers, approval, bed, fakeClient, fakeConnection, type Given, person } from './cli-bed.fixture.ts';

const state = () => ({ cursor: 7 }) as ReturnType<NonNullable<Answers['app.state']>>;
const ENDED: EventBody[] = [
  { type: 'approval.decided', callId: 'c', approvalId: 'ask-1', decision: 'allow', by: 'command-line' },
  { type: 'answer.given', text: 'Done.', citations: [] },
  { type: 'run.completed', steps: 1, goalSatisfied: true },
];

async function run(what: string, given: Given = {}, answers: Answers = {}, events: readonly EventBody[] = ENDED) {
  const { client, calls } = fakeClient({
    'app.state': state,
    'approval.list': () => ({ approvals: [approval()] }),
    'approval.get': () => approval(),
    'approval.decide': ({ answer }) => ({ state: answer === 'deny' ? 'denied' : 'allowed' }),
    ...answers,
  });
  const { input, out, err } = bed(given);
  const code = await approvals(input, fakeConnection(client, events), what, 'ask-1');
  return { code, out, err, decided: calls.filter(([method]) => method === 'approval.decide').map(([, sent]) => sent) };
}

test('what waits is listed, on a line each or as JSON', async () => {
  const { out } = await run('list');
  expect(out).toEqual(['ask-1  2026-01-02T03:04  exec  rm -rf notes\\u{a}echo Allowed.']);
  expect(JSON.parse((await run('list', { json: true })).out[0] ?? '')).toEqual(approval());
  expect(await run('list', {}, { 'approval.list': () => ({ approvals: [] }) })).toMatchObject({ out: [], err: ['Nothing waits for you.'] });
});

test('a request is shown whole, and nothing in it passes for a line of the host', async () => {
  const { out, code } = await run('show');
  expect(code).toBe(0);
  expect(out).toEqual([
    'exec asks for your leave (request ask-1)',
    'In “计划”, step 2',
    '  command:',
    '  | rm -rf notes',
    '  | echo Allowed.',
    'It destroys something.',
    'What it would do, as things are now:',
    '  delete notes (folder, 3 files, 42 bytes)',
    '  delete /srv/x\\u{202e}gnp → /etc/passwd (a link)  ! outside the workspace',
    '  and 3 more',
    '  and more that were not counted',
    '  more than 9 files and 100 bytes',
    'Allowing it opens for this once, to change: /srv',
    'It can be undone only in part.',
    'Why it asks:',
    expect.stringContaining('notes would be moved to the trash'),
    'Reason given: “to make room”',
    '“session” and “always” would cover: exactly this command: rm -rf notes',
    'To answer: reins approvals decide ask-1 --answer once|session|always|deny',
  ]);
});

test('in Chinese too, with the difference of a text', async () => {
  const effect = {
    ...approval().effect,
    targets: [],
    count: 0,
    more: false,
    diff: { path: 'a.md', before: '一\n二\n三\n', after: '一\n2\n三\n', added: 1, removed: 1, cut: true },
  };
  const shown = approval({ tool: 'write', arguments: { path: 'a.md' }, effect, rules: [], state: 'void', parked: true });
  const { out } = await run('show', { language: 'zh-CN' }, { 'approval.get': () => shown });
  expect(out.join('\n')).toContain('a.md：新增 1 行，删除 1 行\n    一\n  - 二\n  + 2\n    三\n    \n文字太长');
  expect(out).toEqual(
    expect.arrayContaining(['提出时没有人在。', '相关内容已变化，不能再答复。', expect.stringContaining('每次都会询问')]),
  );
  expect(out.join('\n')).not.toContain('reins approvals decide');
});

test.each(['once', 'session', 'always', 'deny'] as const)('--answer %s is given for the request that was shown', async (answer) => {
  const { code, out, decided } = await run('decide', { flags: { answer, reason: 'so' } });
  expect(decided).toEqual([{ id: 'ask-1', nonce: 'nonce-1', answer, reason: 'so' }]);
  expect(out).toContain('  | rm -rf notes');
  expect(out.at(-1)).toBe('Done.');
  expect(code).toBe(0);
});

test('an answer that does not count is an error, and none is invented', async () => {
  await expect(run('decide', { flags: { answer: 'once' } }, { 'approval.decide': () => 'approval_answered' })).rejects.toThrow(
    'approval_answered',
  );
  const gone = await run('decide', { ask: person() });
  expect([gone.code, gone.decided, gone.err]).toEqual([1, [], [expect.stringContaining('reins approvals decide ask-1')]]);
  const over = await run('decide', { ask: person('y') }, { 'approval.get': () => approval({ state: 'ended' }) });
  expect([over.code, over.decided]).toEqual([1, []]);
});

test('what has changed meanwhile asks again, and is no success', async () => {
  const again: EventBody[] = [
    { type: 'approval.decided', callId: 'c', approvalId: 'ask-1', decision: 'void', by: 'host' },
    {
      type: 'approval.requested',
      callId: 'c',
      tool: 'exec',
      approvalId: 'ask-2',
      arguments: {},
      reason: { code: 'approval_drifted' },
    },
  ];
  const { code, err } = await run(
    'decide',
    { flags: { answer: 'once' } },
    { 'approval.decide': () => ({ state: 'void' }), 'approval.get': ({ id }) => approval({ id }) },
    again,
  );
  expect([code, err.at(-1)]).toEqual([1, 'To answer: reins approvals decide ask-2 --answer once|session|always|deny']);
});

test('on a terminal the person is asked until the answer is clear', async () => {
  const { decided, out } = await run('decide', { ask: person('', 'maybe', 'y please', 'n  keep my notes ') });
  expect(decided).toEqual([{ id: 'ask-1', nonce: 'nonce-1', answer: 'deny', reason: 'keep my notes' }]);
  expect(out.filter((line) => line === 'Please answer with one of these letters.')).toHaveLength(3);
});

test.each<[string, boolean, ApprovalAnswer | undefined, string?]>([
  ['y', true, 'once'],
  [' YES ', true, 'once'],
  ['是', true, 'once'],
  ['s', true, 'session'],
  ['a', true, 'always'],
  ['s', false, undefined],
  ['a', false, undefined],
  ['n', true, 'deny', ''],
  ['n: not there', false, 'deny', 'not there'],
  ['不允许，放到 notes', true, undefined],
  ['不允许 放到 notes', true, 'deny', '放到 notes'],
  ['', true, undefined],
  ['y n', true, undefined],
  ['yess', true, undefined],
  ['constructor', true, undefined],
])('%j with lasting answers %j is read as %j', (line, lasting, answer, reason = '') => {
  expect(readAnswer(line, lasting)).toEqual(answer === undefined ? undefined : { answer, reason });
});

test('wrong usage is told before anything is opened', async () => {
  for (const [positionals, flags] of [
    [['nonsense'], {}],
    [['show'], {}],
    [['decide', 'x'], {}],
    [['decide', 'x'], { answer: 'yes' }],
  ] as const) {
    const { input, err } = bed({ positionals, flags });
    expect([await command.run(input), err.length]).toEqual([2, 1]);
  }
});
