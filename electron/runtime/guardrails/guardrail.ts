/** A guardrail: a named unit with a stage. Adding one never touches the loop. */

import type { AnyTool } from '#runtime/tools/tool';
import type { Policy } from '#shared/schema/policy';
import type { SessionKind } from '#shared/schema/session';
import type { ToolResult, Verdict } from '#shared/schema/tool-call';

/** One call as the loop guard remembers it; the hashes are of canonical JSON. */
export interface CallRecord {
  readonly tool: string;
  readonly argumentsHash: string;
  /** null for a call that was refused. */
  readonly resultHash: string | null;
}

export interface GuardrailCall {
  readonly callId: string;
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

export interface GuardrailContext {
  readonly session: { readonly id: string; readonly kind: SessionKind };
  /** null for a call outside any run. */
  readonly runId: string | null;
  readonly policy: Policy;
  readonly tools: readonly AnyTool[];
  readonly history: readonly CallRecord[];
  readonly at: number;
  readonly zone: string;
  readonly signal: AbortSignal;
}

export interface PreGuardrail {
  readonly stage: 'pre';
  readonly name: string;
  judge(call: GuardrailCall, context: GuardrailContext): Promise<Verdict> | Verdict;
}

/** After the run: may change what the model reads, or turn an argument error into a question. */
export interface PostGuardrail {
  readonly stage: 'post';
  readonly name: string;
  judge(call: GuardrailCall, result: ToolResult, context: GuardrailContext): Promise<PostVerdict> | PostVerdict;
}
export type PostVerdict =
  | { readonly verdict: 'allow' }
  | { readonly verdict: 'revise'; readonly result: ToolResult }
  | { readonly verdict: 'clarify'; readonly slots: readonly string[] };

export type Guardrail = PreGuardrail | PostGuardrail;
