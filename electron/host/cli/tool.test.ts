import { expect, test } from 'vitest';
import type { Output } from '#shared/contract/methods';
import { notice } from '#shared/schema/notice';
import { policySchema } from '#shared/schema/policy';
import { approval, bed, fakeClient, type Given, person } from './cli-bed.fixture.ts';
import { runTool, type ToolCall } from './tool.ts';

const ASKED: Output<'tool.run'> = {
  tool: 'delete',
  verdict: 'ask',
  result: null,
  reason: notice('policy_delete_asks', { path: 'notes' }),
  effect: approval().effect,
};
const RAN: Output<'tool.run'> = { ...ASKED, result: { ok: true, output: 'moved' }, reason: null, effect: null };

async function run(call: Partial<ToolCall>, given: Given = {}) {
  const { client, calls } = fakeClient({ 'tool.run': ({ approve }) => (approve === 'always' ? RAN : ASKED) });
  const { input, out, err } = bed(given);
  const code = await runTool(input, client, {
    name: 'delete',
    arguments: { path: 'notes' },
    approve: undefined,
    policy: undefined,
    ...call,
  });
  return { code, out, err, approved: calls.map(([, sent]) => (sent as { approve: string }).approve), calls };
}

test.each([undefined, 'never', 'ask'] as const)('with --approve %s and nobody there, what asks is not run', async (approve) => {
  const { code, out, approved } = await run({ approve }, { json: true });
  expect([code, approved]).toEqual([1, ['never']]);
  expect(JSON.parse(out[0] ?? '')).toMatchObject({
    tool: 'delete',
    verdict: 'ask',
    ok: false,
    code: 'policy_delete_asks',
    effect: { count: 5 },
  });
});

test('with --approve always it runs, and the verdict is still the one before', async () => {
  const { code, out, approved } = await run({ approve: 'always' }, { json: true });
  expect([code, approved, JSON.parse(out[0] ?? '')]).toEqual([
    0,
    ['always'],
    { tool: 'delete', verdict: 'ask', ok: true, output: 'moved' },
  ]);
});

test('at a terminal its effect is shown, and only a clear yes runs it', async () => {
  const yes = await run({ approve: 'ask' }, { ask: person('Y') });
  expect([yes.code, yes.approved, yes.out.at(-1)]).toEqual([0, ['never', 'always'], 'moved']);
  expect(yes.out).toContain('  delete notes (folder, 3 files, 42 bytes)');
  for (const said of ['', 'n', 'yep', 'yes please'])
    expect(await run({ approve: 'ask' }, { ask: person(said) })).toMatchObject({ code: 1, approved: ['never'] });
  expect(await run({ approve: 'ask' }, { ask: person() })).toMatchObject({ code: 1, approved: ['never'] });
  expect(await run({ approve: 'never' }, { ask: person('y') })).toMatchObject({ code: 1, approved: ['never'] });
});

test('a policy of its own goes with every call', async () => {
  const policy = policySchema.parse({ files: { write: 'allow' } });
  const { calls } = await run({ approve: 'ask', policy }, { ask: person('y') });
  expect(calls.map(([, sent]) => (sent as { policy: unknown }).policy)).toEqual([policy, policy]);
});
