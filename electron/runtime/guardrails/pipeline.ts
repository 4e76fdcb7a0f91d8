/** Runs guardrails in order over a call or its result; one that fails closes the way. */

import { z } from 'zod';
import { elapsedSince } from '#runtime/clock';
import { type Notice, notice } from '#shared/schema/notice';
import { type ToolResult, toolResultSchema, type Verdict, verdictSchema } from '#shared/schema/tool-call';
import { allowlist } from './allowlist.ts';
import { clarification } from './clarification.ts';
import type { Guardrail, GuardrailCall, GuardrailContext, PostVerdict } from './guardrail.ts';
import { loop } from './loop.ts';
import { normalise } from './normalise.ts';
import { risk } from './risk.ts';
import { schema } from './schema.ts';
import { untrusted } from './untrusted.ts';

export type Guardrails = readonly Guardrail[];

/** The default list, in its order. */
export function createGuardrails(): Guardrails {
  return [allowlist, normalise, schema, risk, loop, clarification, untrusted];
}

/** Milliseconds that one guardrail may take. */
export const GUARDRAIL_LIMIT = 5000;

export interface PipelineOptions {
  /** tool -> guardrail -> false switches that guardrail off for that tool. */
  readonly switches?: Readonly<Record<string, Readonly<Record<string, boolean>>>>;
  /** Milliseconds, GUARDRAIL_LIMIT by default. */
  readonly limit?: number;
}

export interface Judged {
  readonly guardrail: string;
  readonly verdict: Verdict;
  readonly ms: number;
}

export interface PreJudgement {
  /** As the last revision left them. */
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Never `revise`. */
  readonly verdict: Exclude<Verdict, { verdict: 'revise' }>;
  readonly judged: readonly Judged[];
}

export interface PostJudged {
  readonly guardrail: string;
  readonly verdict: PostVerdict | { readonly verdict: 'deny'; readonly reason: Notice };
  readonly ms: number;
}

export interface PostJudgement {
  readonly result: ToolResult;
  /** Arguments to ask the person for, or null. */
  readonly clarify: readonly string[] | null;
  readonly judged: readonly PostJudged[];
}

const postVerdictSchema: z.ZodType<PostVerdict> = z.discriminatedUnion('verdict', [
  z.object({ verdict: z.literal('allow') }),
  z.object({ verdict: z.literal('revise'), result: toolResultSchema }),
  z.object({ verdict: z.literal('clarify'), slots: z.array(z.string()) }),
]);

/**
 * In order: a revision feeds the next guardrail, the first `ask` is kept while later ones may still deny, everything else that is not
 * `allow` stops. A guardrail that throws, takes too long or answers in another shape denies with `guardrail_failed`. Never rejects.
 */
export async function runPreGuardrails(
  guardrails: Guardrails,
  call: GuardrailCall,
  context: GuardrailContext,
  options: PipelineOptions = {},
): Promise<PreJudgement> {
  const judged: Judged[] = [];
  let args = call.arguments;
  let asked: Extract<Verdict, { verdict: 'ask' }> | null = null;
  for (const guardrail of guardrails) {
    if (guardrail.stage !== 'pre' || isOff(options, call.name, guardrail.name)) continue;
    const start = performance.now();
    const seen: GuardrailCall = { ...call, arguments: Object.freeze({ ...args }) };
    const answer = await guarded(() => guardrail.judge(seen, context), verdictSchema, guardrail.name, { context, options });
    const verdict: Verdict = answer.ok ? answer.value : { verdict: 'deny', reason: answer.reason };
    judged.push({ guardrail: guardrail.name, verdict, ms: elapsedSince(start) });
    if (verdict.verdict === 'allow') continue;
    if (verdict.verdict === 'revise') args = verdict.arguments;
    else if (verdict.verdict === 'ask') asked ??= verdict;
    else return { arguments: args, verdict, judged };
  }
  return { arguments: args, verdict: asked ?? { verdict: 'allow' }, judged };
}

/** Likewise after the run. A failed guardrail withholds the result: what it would have hidden or marked must not pass. Never rejects. */
export async function runPostGuardrails(
  guardrails: Guardrails,
  call: GuardrailCall,
  result: ToolResult,
  context: GuardrailContext,
  options: PipelineOptions = {},
): Promise<PostJudgement> {
  const judged: PostJudged[] = [];
  let current = result;
  let clarify: readonly string[] | null = null;
  for (const guardrail of guardrails) {
    if (guardrail.stage !== 'post' || isOff(options, call.name, guardrail.name)) continue;
    const start = performance.now();
    const seen = current;
    const answer = await guarded(() => guardrail.judge(call, seen, context), postVerdictSchema, guardrail.name, { context, options });
    const verdict = answer.ok ? answer.value : ({ verdict: 'deny', reason: answer.reason } as const);
    judged.push({ guardrail: guardrail.name, verdict, ms: elapsedSince(start) });
    if (verdict.verdict === 'deny') {
      return { result: { ok: false, kind: 'failed', error: verdict.reason }, clarify: null, judged };
    }
    if (verdict.verdict === 'revise') current = verdict.result;
    if (verdict.verdict === 'clarify') clarify ??= verdict.slots;
  }
  return { result: current, clarify, judged };
}

function isOff({ switches }: PipelineOptions, tool: string, guardrail: string): boolean {
  if (switches === undefined || !Object.hasOwn(switches, tool)) return false;
  const forTool = switches[tool] ?? {};
  return Object.hasOwn(forTool, guardrail) && forTool[guardrail] === false;
}

type Answer<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: Notice };

async function guarded<T>(
  judge: () => Promise<T> | T,
  shape: z.ZodType<T>,
  guardrail: string,
  { context, options }: { context: GuardrailContext; options: PipelineOptions },
): Promise<Answer<T>> {
  const failed = (detail: string): Answer<T> => ({ ok: false, reason: notice('guardrail_failed', { guardrail }, detail.slice(0, 300)) });
  if (context.signal.aborted) return { ok: false, reason: notice('cancelled') };
  try {
    const answer = await withLimit(judge(), options.limit ?? GUARDRAIL_LIMIT, context.signal);
    if (answer === 'timed out') return failed('took too long');
    if (answer === 'cancelled') return { ok: false, reason: notice('cancelled') };
    const parsed = shape.safeParse(answer.value);
    return parsed.success ? { ok: true, value: parsed.data } : failed('answered in an unknown shape');
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error));
  }
}

async function withLimit<T>(answer: Promise<T> | T, limit: number, signal: AbortSignal): Promise<{ value: T } | 'timed out' | 'cancelled'> {
  if (!(answer instanceof Promise)) return { value: answer };
  return await new Promise((resolve, reject) => {
    const timer = setTimeout(() => finish(() => resolve('timed out')), limit);
    const onAbort = (): void => finish(() => resolve('cancelled'));
    const finish = (settle: () => void): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      settle();
    };
    signal.addEventListener('abort', onAbort, { once: true });
    answer.then(
      (value) => finish(() => resolve({ value })),
      (error: unknown) => finish(() => reject(error)),
    );
  });
}
