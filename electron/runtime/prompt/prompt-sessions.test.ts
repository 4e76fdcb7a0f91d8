import { expect, test } from 'vitest';
import type { ChatMessage } from '#runtime/model/chat-model';
import type { WorkspaceFile } from '#runtime/workspace/persona-files';
import { buildPrompt } from './build-prompt.ts';
import type { PromptFacts } from './prompt-build.ts';
import { createPromptSessions } from './prompt-sessions.ts';
import { sampleFacts } from './sample-facts.ts';

const soul = (text: string): readonly WorkspaceFile[] => [{ path: 'SOUL.md', text, cutLines: 0 }];
const at = (minute: number, facts: PromptFacts): PromptFacts => ({ ...facts, at: facts.at + minute * 60_000 });
const said: ChatMessage[] = [
  { role: 'user', content: 'a' },
  { role: 'assistant', content: 'b' },
];

test('a changed file leaves the system message alone and is announced once, as a diff', () => {
  const sessions = createPromptSessions();
  const first = sessions.build(sampleFacts({ files: soul('Be calm.\n话少一点。') }), []);
  const second = sessions.build(at(1, sampleFacts({ files: soul('Be calm.\n话多一点。') })), said);
  expect(second.messages[0]).toEqual(first.messages[0]);
  expect(second.messages.at(-1)?.content).toContain(
    'Changed since you were told (workspace-files); this holds from now on:\n- 话少一点。\n+ 话多一点。',
  );
  const third = sessions.build(at(2, sampleFacts({ files: soul('Be calm.\n话多一点。') })), [...said, ...said]);
  expect(third.messages.at(-1)?.content).not.toContain('Changed');
  const back = sessions.build(at(3, sampleFacts({ files: soul('Be calm.\n话少一点。') })), [...said, ...said, ...said]);
  expect(back.messages.at(-1)?.content).toContain('- 话多一点。\n+ 话少一点。');
});

test('within a turn the user message stays, even when the facts around it change', () => {
  const sessions = createPromptSessions();
  const recalled = [{ path: 'MEMORY.md', from: 1, to: 1, text: '喜欢 Django' }];
  const first = sessions.build(sampleFacts({ recalled }), []);
  const next = sessions.build(sampleFacts({ observations: [{ kind: 'unsatisfied', answer: 'x' }] }), []);
  expect(next.messages.slice(0, first.messages.length)).toEqual(first.messages);
  expect(next.modules).toEqual(first.modules);
});

test('renewing takes the change into the system message', () => {
  const sessions = createPromptSessions();
  sessions.build(sampleFacts({ files: soul('old') }), []);
  sessions.renew('sample');
  const after = sessions.build(at(1, sampleFacts({ files: soul('new') })), said);
  expect(after.messages[0]?.content).toContain('new');
  expect(after.messages.at(-1)?.content).not.toContain('Changed');
});

test('a session that becomes shared loses its private files at once', () => {
  const sessions = createPromptSessions();
  const files: readonly WorkspaceFile[] = [{ path: 'USER.md', text: 'private-text', cutLines: 0 }];
  expect(sessions.build(sampleFacts({ files }), []).messages[0]?.content).toContain('private-text');
  const shared = sessions.build(at(1, sampleFacts({ files, kind: 'shared' })), said);
  expect(JSON.stringify(shared.messages)).not.toContain('private-text');
});

test('a preview remembers nothing', () => {
  const sessions = createPromptSessions();
  sessions.build(sampleFacts({ files: soul('old') }), []);
  const changed = at(1, sampleFacts({ files: soul('new') }));
  const preview = sessions.preview({ ...changed, at: 0 }, said);
  expect(preview.messages.at(-1)?.content).toContain('+ new');
  expect(sessions.build(changed, said).messages.at(-1)?.content).toContain('+ new');
});

test('another language makes a new system message with the next turn, without a diff and without breaking the turn it falls into', () => {
  const sessions = createPromptSessions();
  const observations = [{ kind: 'unsatisfied', answer: 'x' }] as const;
  const first = sessions.build(sampleFacts({ files: soul('Be calm.') }), []);
  const step = sessions.build(sampleFacts({ files: soul('Be calm.'), language: 'zh-CN', observations }), []);
  expect(step.messages.slice(0, first.messages.length)).toEqual(first.messages);
  expect(step.messages.at(-1)?.content).toContain('Observation: that answer was not shown.');
  const turn = sessions.build(at(1, sampleFacts({ files: soul('Be loud.'), language: 'zh-CN', observations })), said);
  expect(turn.messages).toEqual(
    buildPrompt(at(1, sampleFacts({ files: soul('Be loud.'), language: 'zh-CN', observations })), said).messages,
  );
  expect(turn.messages[0]?.content).toContain('## 决策');
  expect(JSON.stringify(turn.messages.slice(1))).not.toContain('workspace-files');
});

test('in Chinese a change is announced in Chinese', () => {
  const sessions = createPromptSessions();
  sessions.build(sampleFacts({ language: 'zh-CN', files: soul('话少一点。') }), []);
  const next = sessions.build(at(1, sampleFacts({ language: 'zh-CN', files: soul('话多一点。') })), said);
  expect(next.messages.at(-1)?.content).toContain(
    '上次告诉你之后有改动（workspace-files），从现在起以此为准：\n- 话少一点。\n+ 话多一点。',
  );
});
