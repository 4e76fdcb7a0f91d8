import { beforeAll, expect, test } from 'vitest';
import { countTokens, loadTokenizer } from '#runtime/text/token-counter';
import type { MemoryHit } from '#shared/schema/memory';
import { buildPrompt } from './build-prompt.ts';
import { type PromptContext, runMiddlewares } from './middleware.ts';
import { createRecallMiddleware, RECALL_TOKENS, type RecallOptions } from './recall-middleware.ts';
import { type SampleOptions, sampleFacts } from './sample-facts.ts';

beforeAll(loadTokenizer);

const hit = (path: string, score: number, text = '喜欢用 Django'): MemoryHit => ({
  path,
  from: 3,
  to: 4,
  text,
  score,
  keyword: score,
  vector: null,
  age: 1,
});
const { signal } = new AbortController();

async function recalled(options: RecallOptions, sample: SampleOptions = {}, history: PromptContext['history'] = []) {
  const context = { facts: sampleFacts(sample), history };
  const after = await runMiddlewares({ middlewares: [createRecallMiddleware(options)], context, signal });
  return { ...after, paths: after.context.facts.recalled.map(({ path }) => path) };
}

test('hits above the threshold come in, best first, at most six', async () => {
  const hits = [0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.39].map((score, index) => hit(`memory/${index}.md`, score));
  const { paths } = await recalled({ recall: async () => [...hits, hit('memory/low.md', 0.1)] }, { query: '我喜欢什么框架？' });
  expect(paths).toEqual(['memory/0.md', 'memory/1.md', 'memory/2.md', 'memory/3.md', 'memory/4.md', 'memory/5.md']);
});

test.each(['en', 'zh-CN'] as const)('the whole module stays within its tokens; one too long is passed over: %s', async (language) => {
  const long = '今天和小李讨论了部署方案，决定先灰度。'.repeat(15);
  const hits = [
    hit('huge.md', 1, '很长的一行。'.repeat(600)),
    ...[1, 2, 3, 4, 5, 6].map((n) => hit(`${n}.md`, 0.9, long)),
    hit('short.md', 0.8),
  ];
  const { context, paths } = await recalled({ recall: async () => hits }, { language });
  const module = buildPrompt(context.facts, []).modules.find(({ id }) => id === 'recalled-memory');
  expect(module?.tokens).toBe(countTokens(module?.text ?? '').tokens);
  expect(module?.tokens).toBeLessThanOrEqual(RECALL_TOKENS);
  expect(paths).not.toContain('huge.md');
  expect(paths).toContain('short.md');
  expect(paths.length).toBeGreaterThan(2);
});

test.each([
  { kind: 'shared', mode: 'full' },
  { kind: 'sub-agent', mode: 'minimal' },
  { kind: 'main', mode: 'none' },
] as const)('$kind in $mode mode never asks memory', async (sample) => {
  let asked = 0;
  const { paths } = await recalled(
    {
      recall: async () => {
        asked++;
        return [hit('MEMORY.md', 1)];
      },
    },
    sample,
  );
  expect({ asked, paths }).toEqual({ asked: 0, paths: [] });
});

test('the notes of today and yesterday open a conversation and do not come again', async () => {
  const options: RecallOptions = {
    recall: async () => [hit('memory/2026-04-13.md', 0.9)],
    recent: async () => [
      { path: 'memory/2026-04-13.md', text: '昨天' },
      { path: 'memory/2026-04-14.md', text: '今天' },
    ],
  };
  expect((await recalled(options)).paths).toEqual(['memory/2026-04-13.md', 'memory/2026-04-14.md']);
  expect((await recalled(options, {}, [{ role: 'user', content: 'before' }])).paths).toEqual(['memory/2026-04-13.md']);
});

test('a memory that fails is named and the prompt is built without it', async () => {
  const { paths, ran } = await recalled({ recall: () => Promise.reject(new Error('index is broken')) });
  expect(paths).toEqual([]);
  expect(ran).toMatchObject([{ name: 'recall', outcome: 'failed', detail: 'index is broken' }]);
});
