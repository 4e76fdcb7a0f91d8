/** What changes and commands came to, in words: done, denied by the person, refused by the policy. */
import { expect, test } from 'vitest';
import { type Notice, notice } from '#shared/schema/notice';
import type { ToolResult } from '#shared/schema/tool-call';
import { decide } from './simulated-run.ts';

type Args = Record<string, unknown>;

function told(query: string, tool: string, args: Args, result: ToolResult): string {
  return decide(query, { observations: [{ kind: 'call', callId: '1', tool, arguments: args, result }] }).answer;
}

function refused(query: string, tool: string, args: Args, reason: Notice): string {
  return decide(query, { observations: [{ kind: 'refused', callId: '1', tool, arguments: args, reason }] }).answer;
}

const ok = (part: Partial<Extract<ToolResult, { ok: true }>>): ToolResult => ({ ok: true, output: '', ...part });

test('what a command printed is shown as it is, with how it ended and what it changed', () => {
  const ran = (query: string, output: string, facts: Record<string, number | string>, rest = {}) =>
    told(query, 'exec', { command: 'make all' }, ok({ output, facts, ...rest }));
  expect(ran('run make all', 'one\n```\ntwo', { exit: 0 })).toBe('`make all` ran:\n\n````\none\n```\ntwo\n````');
  expect(ran('run make all', '[nothing was printed]', { exit: 0 })).toBe('`make all` ran and printed nothing.');
  expect(ran('run make all', '[stderr]\nno rule\n[exit 2]', { exit: 2 })).toBe(
    '`make all` ran and ended with exit code 2:\n\n```\n[stderr]\nno rule\n```',
  );
  expect(ran('运行 make all', '[exit 1]', { exit: 1 })).toBe('`make all` 已运行，退出码 1，没有输出。');
  expect(ran('运行 make all', '好了', { exit: 0 }, { change: { id: 'c', files: 3, undoable: true } })).toBe(
    '`make all` 已运行：\n\n```\n好了\n```\n\n它改动了 3 个文件，可以撤销。',
  );
  expect(ran('run make all', 'x', { exit: 0 }, { change: { id: 'c', files: 1, undoable: false } })).toMatch(
    /It changed 1 file; that cannot be undone in full\.$/,
  );
});

test('a line that only looks like an ending is kept when it is not the last', () => {
  const answer = told('run a', 'exec', { command: 'a' }, ok({ output: '[exit 1]\ndone', facts: { exit: 0 } }));
  expect(answer).toBe('`a` ran:\n\n```\n[exit 1]\ndone\n```');
});

test('a command that was stopped says so and why, and marks around its output are taken off', () => {
  const output = '<untrusted-00ff source="exec">\nhalf\n[stopped: timeout]\n</untrusted-00ff>';
  const notices = [notice('command_timeout', { seconds: 120 })];
  const answer = told('run sleep 999', 'exec', { command: 'sleep 999' }, ok({ output, facts: { exit: -1, stopped: 'timeout' }, notices }));
  expect(answer).toMatch(/^`sleep 999` was stopped before its end\. Until then it printed:\n\n```\nhalf\n```\n\nThe command was stopped/);
});

test('a change of a file says what it did, and what came with it', () => {
  const write = { path: 'notes/a.md', content: 'x' };
  expect(told('write notes/a.md with x', 'write', write, ok({ facts: { created: true } }))).toBe('Written: `notes/a.md` (a new file).');
  expect(told('write notes/a.md with x', 'write', write, ok({ facts: { created: false } }))).toBe('Written: `notes/a.md`.');
  expect(told('删除 a.txt', 'delete', { path: 'a.txt' }, ok({}))).toBe('已删除（移到回收站）：`a.txt`。');
  const soul = told(
    'replace "a" with "b" in SOUL.md',
    'edit',
    { path: 'SOUL.md', old_text: 'a', new_text: 'b' },
    ok({ notices: [notice('persona_changed', { path: 'SOUL.md' })] }),
  );
  expect(soul).toMatch(/^Changed: `SOUL\.md`\.\n\nSOUL\.md was changed/);
});

test('a call that the person edited before allowing it is told as it was', () => {
  const read = { kind: 'call', callId: '1', tool: 'read', arguments: { path: 'a.txt' }, result: ok({ facts: { bytes: 0 } }) } as const;
  const written = (content: string) =>
    decide("append 'pay rent' to a.txt", {
      observations: [read, { kind: 'call', callId: '2', tool: 'write', arguments: { path: 'a.txt', content }, result: ok({}) }],
    }).answer;
  expect(written('pay rent\n')).toBe('Added to the end of `a.txt`: “pay rent”');
  expect(written('pay nothing\n')).toBe('Written: `a.txt`.');
});

test.each([
  ['run make', 'exec', { command: 'make' }, '', '`make` was not run. You denied it. Nothing was changed.'],
  ['删除 a.txt', 'delete', { path: 'a.txt' }, '', '没有删除 `a.txt`。你拒绝了它。没有改动任何东西。'],
  [
    'delete a.txt',
    'delete',
    { path: 'a.txt' },
    'I need it *today*',
    '`a.txt` was not deleted. You denied it: “I need it \\*today\\*”. Nothing was changed.',
  ],
  ['运行 make', 'exec', { command: 'make' }, '先别动', '没有运行 `make`。你拒绝了它：“先别动”。没有改动任何东西。'],
])('%s, denied with %j, says that the person denied it', (query, tool, args, reason, answer) => {
  expect(refused(query, tool, args, notice('approval_denied', { reason }))).toBe(answer);
});

test('a reason that says that nothing was done is not said twice', () => {
  const reason = notice('file_changed', { path: 'a.txt' });
  const answer = refused('delete a.txt', 'delete', { path: 'a.txt' }, reason);
  expect(answer).toMatch(/^`a\.txt` was not deleted\. /);
  expect(answer.match(/nothing was/gi)).toHaveLength(1);
});

test('help lists changes and commands as things that work', () => {
  expect(decide('help').answer).toContain('“run ls -la”. What your policy says asks you first');
  expect(decide('帮助').answer).toContain('对文件的修改可以撤销');
  expect(`${decide('help').answer}${decide('帮助').answer}`).not.toMatch(/not available|还不能用/);
});
