import { expect, test } from 'vitest';
import { z } from 'zod';
import { hashArguments } from '#runtime/guardrails/loop';
import type { Asking, Tool, ToolContext } from '#runtime/tools/tool';
import type { Rule } from '#shared/schema/approval';
import { NO_EFFECT } from '#shared/schema/effect';
import { notice } from '#shared/schema/notice';
import { policySchema } from '#shared/schema/policy';
import { type PermissionParts, sameBinding, seekPermission } from './permission.ts';

const reason = notice('policy_files_ask');
const context: ToolContext = {
  signal: new AbortController().signal,
  session: { id: 's', kind: 'main' },
  at: 0,
  runId: 'r',
  callId: 'c',
  policy: policySchema.parse({}),
  approved: null,
};
const shown: Asking = { risk: 'change', reasons: [], effect: NO_EFFECT, binding: { before: 'abc' }, rules: [] };
const tool: Tool<unknown> = {
  name: 'write',
  summary: '',
  input: z.unknown(),
  sessions: ['main'],
  untrusted: false,
  describe: async () => shown,
  covers: async (_args, { match }) => match.kind === 'path' && match.path === 'notes/',
  run: async () => ({ ok: true, output: '' }),
};
const rule = (path: string): Rule => ({
  id: path,
  name: '',
  tool: 'write',
  match: { kind: 'path', path },
  scope: 'always',
  sessionId: null,
  workspace: '/w',
  madeAt: 0,
  lastUsedAt: null,
  uses: 0,
});

async function seek(parts: Partial<PermissionParts>, one: Tool<unknown> = tool) {
  const used: string[] = [];
  const permission = await seekPermission(
    { approve: 'ask', denied: [], rulesFor: () => [], onRuleUsed: ({ id }) => used.push(id), root: '/w', ...parts },
    { tool: one, arguments: { path: 'notes/a.md' }, reason },
    context,
  );
  return { permission, used };
}
const binding = { before: 'abc', arguments: hashArguments({ path: 'notes/a.md' }), workspace: '/w' };
const asking = { ...shown, reasons: [reason], binding };

test('a call that asks is left to the person, bound to its arguments, its place and what was shown', async () => {
  expect(await seek({})).toEqual({ permission: { kind: 'ask', asking }, used: [] });
});

test('a rule that covers the call lets it run and is counted; one that does not changes nothing', async () => {
  expect(await seek({ rulesFor: () => [rule('other/'), rule('notes/')] })).toEqual({
    permission: { kind: 'run', asking, rule: rule('notes/') },
    used: ['notes/'],
  });
  expect((await seek({ rulesFor: () => [rule('other/')] })).permission.kind).toBe('ask');
});

test('with nobody to ask it is refused, and a yes beforehand lets it run', async () => {
  expect((await seek({ approve: 'never' })).permission).toEqual({ kind: 'refuse', reason: notice('approval_nobody') });
  expect((await seek({ approve: 'always' })).permission).toEqual({ kind: 'run', asking, rule: null });
});

test('a call that the person denied is not asked again in the same run, whatever rule or answer there is', async () => {
  const denied = [{ tool: 'write', argumentsHash: hashArguments({ path: 'notes/a.md' }), reason: '不要' }];
  expect((await seek({ denied, approve: 'always', rulesFor: () => [rule('notes/')] })).permission).toEqual({
    kind: 'refuse',
    reason: notice('approval_denied', { reason: '不要' }),
  });
});

test('a tool that cannot say what it would do is bound to its arguments alone and makes no rule', async () => {
  const { describe: _d, covers: _c, ...bare } = tool;
  expect((await seek({ rulesFor: () => [rule('notes/')] }, bare)).permission).toMatchObject({
    kind: 'ask',
    asking: { risk: 'command', rules: [], reasons: [reason], binding: { workspace: '/w' } },
  });
});

test('a binding holds only when every fact is the same and none is new or gone', () => {
  expect([
    sameBinding(binding, { ...binding }),
    sameBinding(binding, { ...binding, before: 'abd' }),
    sameBinding(binding, { ...binding, script: '1' }),
    sameBinding({ ...binding, script: '1' }, binding),
    sameBinding({ toString: 'x' }, { other: 'x' }),
  ]).toEqual([true, false, false, false, false]);
});
