/** Tests of what a request is called, how grave it is, and what its quick answers are. */
import { expect, test } from 'vitest';
import en from '#shared/i18n/en/approvals.json';
import type { EffectTarget } from '#shared/schema/effect';
import { approval, effect } from '../store/approvals-host.fixture.ts';
import {
  coverOf,
  firstSentence,
  isGrave,
  isQuick,
  markOf,
  reachOf,
  refusalsFor,
  riskAfterEdit,
  sessionRule,
  subjectLine,
  topicOf,
  topicValues,
} from './approval-words.ts';

const target = (part: Partial<EffectTarget>): EffectTarget => ({
  path: 'x',
  type: 'file',
  change: 'modify',
  where: 'workspace',
  files: 1,
  bytes: 1,
  ...part,
});
const diff = (before: string | null) => ({ path: 'notes/plan.md', before, after: 'a', added: 1, removed: 0, cut: false });
const rm = approval('rm', {
  tool: 'exec',
  arguments: { command: 'rm -rf a' },
  risk: 'destructive',
  effect: effect({ targets: [target({ change: 'delete', where: 'outside' })], count: 1 }),
});

test.each([
  [rm, 'run-deletes'],
  [approval('x', { tool: 'exec', risk: 'destructive' }), 'run-loses'],
  [approval('x', { tool: 'exec', risk: 'command' }), 'run'],
  [approval('x', { tool: 'exec', risk: 'outside' }), 'run-outside'],
  [approval('x', { effect: effect({ diff: diff(null) }) }), 'create'],
  [approval('x', { effect: effect({ diff: diff('') }) }), 'change'],
  [approval('x', { tool: 'edit', risk: 'persona' }), 'persona'],
  [approval('x', { tool: 'write', risk: 'outside' }), 'change-outside'],
  [approval('x', { tool: 'delete', effect: effect({ undo: 'trash' }) }), 'trash'],
  [approval('x', { tool: 'delete', effect: effect({ undo: 'none' }) }), 'delete'],
  [approval('x', { tool: 'something_new' }), 'other'],
] as const)('a request is named by what it does (%#)', (one, topic) => {
  expect(topicOf(one)).toBe(topic);
  expect(en.title[topic]).toBeTruthy();
  expect(en.what[topic]).toBeTruthy();
});

test('Enter denies what loses something, changes the persona or reaches outside', () => {
  expect((['change', 'command', 'destructive', 'persona', 'outside'] as const).filter((risk) => isGrave({ risk }))).toEqual([
    'destructive',
    'persona',
    'outside',
  ]);
});

test('only a change that can be undone is allowed from the list', () => {
  const undoable = effect({ undo: 'snapshot' });
  expect(isQuick({ risk: 'change', effect: undoable })).toBe(true);
  expect(isQuick({ risk: 'persona', effect: undoable })).toBe(false);
  expect(isQuick({ risk: 'change', effect: effect({ undo: 'partly' }) })).toBe(false);
  expect(isQuick({ risk: 'change', effect: effect({ undo: 'snapshot', more: true }) })).toBe(false);
  expect(isQuick({ risk: 'command', effect: undoable })).toBe(false);
});

test('the mark says the gravest thing first', () => {
  expect(markOf(rm).word).toBe('destructive');
  expect(markOf({ risk: 'persona', effect: effect({ undo: 'snapshot' }) }).word).toBe('persona');
  expect(markOf({ risk: 'change', effect: effect({ undo: 'trash' }) }).word).toBe('undoable');
  expect(markOf({ risk: 'command', effect: effect({}) }).word).toBe('command');
});

test('edited arguments are as grave as what they would do now, never less than before', () => {
  const deletes = effect({ targets: [target({ change: 'delete' })], count: 1 });
  expect(riskAfterEdit('command', deletes)).toBe('destructive');
  expect(riskAfterEdit('change', effect({ targets: [target({ where: 'outside' })], count: 1 }))).toBe('outside');
  expect(riskAfterEdit('persona', effect({}))).toBe('persona');
  expect(riskAfterEdit('change', effect({}))).toBe('change');
});

test('this session covers the folder of a file or the command as it stands, never the whole workspace where there is less', () => {
  const path = (value: string) => ({ tool: 'edit', match: { kind: 'path' as const, path: value } });
  const command = (text: string, prefix: boolean) => ({ tool: 'exec', match: { kind: 'command' as const, text, prefix, pinned: {} } });
  const rules = [path('report/q3.md'), path('report/'), path('')];
  expect(sessionRule(rules)).toBe(rules[1]);
  expect(sessionRule([path('a.md'), path('')])).toEqual(path('a.md'));
  expect(sessionRule([command('git commit -m x', false), command('git commit', true)])).toEqual(command('git commit -m x', false));
  expect(sessionRule([])).toBeNull();
  expect([...rules, command('git commit', true), command('ls', false)].map((rule) => [reachOf(rule), coverOf(rule)])).toEqual([
    ['file', 'report/q3.md'],
    ['folder', 'report/'],
    ['workspace', ''],
    ['prefix', 'git commit …'],
    ['command', 'ls'],
  ]);
});

test('refusals that are one click away fit the request', () => {
  expect(refusalsFor(rm)).toEqual(['trash', 'inside']);
  expect(refusalsFor(approval('x', { risk: 'persona' }))).toEqual(['leave']);
  expect(refusalsFor(approval('x'))).toEqual([]);
});

test('one line stands for a call, and the file is called by its last name', () => {
  expect(subjectLine(rm)).toBe('rm -rf a');
  expect(subjectLine({ tool: 'move', arguments: { from: 'a', to: 'b' } })).toBe('a → b');
  expect(subjectLine({ tool: 'time', arguments: {} })).toBe('time');
  expect(topicValues(approval('x', { arguments: { path: 'persona/SOUL.md' } }))).toEqual({ tool: 'write', name: 'SOUL.md' });
});

test('the first sentence ends at its mark, not at a dot in a name', () => {
  expect(firstSentence('report/q3.md would be changed. Nothing was done.')).toBe('report/q3.md would be changed.');
  expect(firstSentence('将要改动 q3.md，需要询问。目前尚未改动。')).toBe('将要改动 q3.md，需要询问。');
  expect(firstSentence('no mark')).toBe('no mark');
});
