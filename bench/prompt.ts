/** Prints the prompt's tokens by language, mode and file set, and how long a build takes, as JSON lines. */
import { resolve } from 'node:path';
import type { Observation } from '#runtime/model/chat-model';
import { buildPrompt } from '#runtime/prompt/build-prompt';
import type { PromptFacts } from '#runtime/prompt/prompt-build';
import { sampleFacts } from '#runtime/prompt/sample-facts';
import { countTokens, estimateTokens, loadTokenizer } from '#runtime/text/token-counter';
import { createPersonaReader, type WorkspaceFile } from '#runtime/workspace/persona-files';

type Shown = Pick<PromptFacts, 'mode' | 'language'>;

function facts(shown: Shown, files: readonly WorkspaceFile[], observations: readonly Observation[] = []): PromptFacts {
  return sampleFacts({ ...shown, files, observations, kind: shown.mode === 'minimal' ? 'sub-agent' : 'main', bootstrapDue: true });
}

function print(line: Record<string, unknown>): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

function percentile(sorted: readonly number[], share: number): number {
  return Number((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(3));
}

function tokensOf(shown: Shown, files: readonly WorkspaceFile[]): number {
  return buildPrompt(facts(shown, files), []).modules.reduce((sum, { tokens }) => sum + tokens, 0);
}

function timeBuilds(name: string, language: PromptFacts['language'], files: readonly WorkspaceFile[]): void {
  const observations: Observation[] = [];
  const times: number[] = [];
  for (let run = 0; run < 500; run++) {
    observations.push({
      kind: 'call',
      callId: `${run}`,
      tool: 'read',
      arguments: { path: 'notes.md' },
      result: { ok: true, output: 'x'.repeat(400) },
    });
    // 24 steps are the most that a run has.
    const now = facts({ mode: 'full', language }, files, observations.slice(-24));
    const start = performance.now();
    buildPrompt(now, []);
    times.push(performance.now() - start);
  }
  const first = times[0] ?? 0;
  times.sort((a, b) => a - b);
  print({ bench: 'prompt', name, first_ms: Number(first.toFixed(3)), p50_ms: percentile(times, 0.5), p95_ms: percentile(times, 0.95) });
}

const start = performance.now();
await loadTokenizer();
print({ bench: 'prompt', name: 'tokenizer load', ms: Number((performance.now() - start).toFixed(1)) });

const LANGUAGES = ['en', 'zh-CN'] as const;
for (const language of LANGUAGES) {
  for (const mode of ['full', 'minimal', 'none'] as const) {
    const { modules } = buildPrompt(facts({ mode, language }, []), []);
    const each = Object.fromEntries(modules.map(({ id, tokens }) => [id, tokens]));
    const tokens = tokensOf({ mode, language }, []);
    print({ bench: 'prompt', name: `${mode}, no user files, ${language}`, modules: modules.length, tokens, each });
  }
}
for (const language of LANGUAGES) {
  const { files } = await createPersonaReader({ root: resolve(import.meta.dirname, '../workspace-default', language) }).read();
  print({
    bench: 'prompt',
    name: `default files ${language}`,
    full: tokensOf({ mode: 'full', language }, files),
    minimal: tokensOf({ mode: 'minimal', language }, files),
  });
  timeBuilds(`build, default files ${language}`, language, files);
}
const long: WorkspaceFile[] = ['AGENT.md', 'SOUL.md', 'TOOLS.md'].map((path) => ({
  path,
  text: 'Ask before you send. 先问再发。\n'.repeat(700),
  cutLines: 0,
}));
for (const language of LANGUAGES) timeBuilds(`build, 60,000 characters of files, ${language}`, language, long);

const big = 'The quick brown fox. 今天天气很好。\n'.repeat(30_000);
for (const [name, count] of [
  ['count 1 MB', countTokens],
  ['estimate 1 MB', estimateTokens],
] as const) {
  const begun = performance.now();
  const result = count(big);
  print({ bench: 'prompt', name, characters: big.length, result, ms: Number((performance.now() - begun).toFixed(1)) });
}
