/** Benchmark: reading a decision and judging a call. Prints one JSON line a figure; `npx -- node bench/reading.ts`. */
import { createGuardrails, runPreGuardrails } from '#runtime/guardrails/pipeline';
import { parseDecision } from '#runtime/planner/parse-decision';
import type { AnyTool, Tool } from '#runtime/tools/tool';
import { toolInputs } from '#runtime/tools/tool-inputs';
import { policySchema } from '#shared/schema/policy';

type Inputs = typeof toolInputs;
type MemoryAppend = Tool<ReturnType<Inputs['memory_append']['parse']>>;

function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

const print = (name: string, value: number, unit: string): void => {
  process.stdout.write(`${JSON.stringify({ bench: 'reading', name, value: Math.round(value * 1000) / 1000, unit })}\n`);
};

function timed(runs: number, work: () => unknown): number[] {
  return Array.from({ length: runs }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
}

/** A reply of about that many bytes: thinking, a fence and a call with mixed text. */
function reply(bytes: number): string {
  const line = 'A line with "quotes", a \\ and 中文字符 😀.\n';
  const content = line.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(JSON.stringify(line)))));
  const call = JSON.stringify({ action: 'CALL_TOOL', reason: 'r', tool_name: 'write', arguments: { path: 'a.md', content } });
  return `<think>I will write {it}.</think>\n\`\`\`json\n${call}\n\`\`\``;
}

const [small, middle, large] = [reply(20_000), reply(100_000), reply(1_000_000)];
for (const raw of [small, middle, large]) if (!parseDecision(raw).ok) throw new Error('the reply of the benchmark is not read');
timed(200, () => parseDecision(small));
print(
  'parse 20 KB p95',
  quantile(
    timed(400, () => parseDecision(small)),
    0.95,
  ),
  'ms',
);
const [hundred, thousand] = [timed(80, () => parseDecision(middle)), timed(80, () => parseDecision(large))];
print('parse 100 KB p50', quantile(hundred, 0.5), 'ms');
print('parse 1 MB p50', quantile(thousand, 0.5), 'ms');
print('ratio 1 MB to 100 KB, medians', quantile(thousand, 0.5) / quantile(hundred, 0.5), 'x');
// The fastest runs tell the growth of the work itself; medians of long runs also carry collections and what else the machine does.
print('ratio 1 MB to 100 KB, fastest runs', quantile(thousand, 0) / quantile(hundred, 0), 'x');

const note: MemoryAppend = {
  name: 'memory_append',
  summary: 'keeps a note',
  input: toolInputs.memory_append,
  sessions: ['main'],
  untrusted: false,
  judge: async () => ({ verdict: 'allow' }),
  run: async () => ({ ok: true, output: '' }),
};
const guardrails = createGuardrails();
const context = {
  session: { id: 's', kind: 'main' as const },
  tools: [note as unknown as AnyTool],
  runId: null,
  policy: policySchema.parse({}),
  history: Array.from({ length: 20 }, (_, index) => ({ tool: 'read', argumentsHash: `${index % 5}`, resultHash: `${index}` })),
  at: Date.parse('2026-04-14T10:00:00+08:00'),
  zone: 'Asia/Shanghai',
  signal: new AbortController().signal,
};

async function pipeline(dates: readonly (string | undefined)[], runs: number): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < runs; index += 1) {
    const date = dates[index % dates.length];
    const args = { text: `我喜欢用 Django ${index}`, ...(date === undefined ? {} : { date }) };
    const start = performance.now();
    const { verdict } = await runPreGuardrails(guardrails, { callId: `c${index}`, name: 'memory_append', arguments: args }, context);
    times.push(performance.now() - start);
    if (verdict.verdict !== 'allow') throw new Error(`the call of the benchmark is not allowed: ${date}`);
  }
  return times;
}

const words = ['明天下午三点', 'next Monday', '2026-04-14', '下个月1号', 'in 3 days', '去年国庆节', '今晚八点半', 'Apr 14, 2026'];
const first = await pipeline(['明天'], 1);
print('first call with a date (loads the grammar and the schema)', first[0] ?? 0, 'ms');
await pipeline([undefined, ...words], 400);
print('pipeline without dates p95', quantile(await pipeline([undefined], 1000), 0.95), 'ms');
print('pipeline with dates p95', quantile(await pipeline(words, 1000), 0.95), 'ms');
