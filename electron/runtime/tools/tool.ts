/** What a tool is: a name, a schema, a judgement before it runs, and a run that returns its failures as values. */
import type { z } from 'zod';
import type { Risk, RuleDraft } from '#shared/schema/approval';
import type { Effect } from '#shared/schema/effect';
import type { Notice } from '#shared/schema/notice';
import type { Policy } from '#shared/schema/policy';
import type { SessionKind } from '#shared/schema/session';
import type { ToolResult, Verdict } from '#shared/schema/tool-call';

export interface ToolContext {
  readonly signal: AbortSignal;
  readonly session: { readonly id: string; readonly kind: SessionKind };
  /** Milliseconds since 1970 at which the message came. */
  readonly at: number;
  /** null for a call outside any run. */
  readonly runId: string | null;
  readonly callId: string;
  /** The policy under which the call is judged and runs. */
  readonly policy: Policy;
  /** What was shown and allowed; null for a call that ran unasked. A wall lets through what only an approval opens when this is there. */
  readonly approved: Asking | null;
}

/** What an approval shows and holds to. */
export interface Asking {
  readonly risk: Risk;
  readonly reasons: readonly Notice[];
  readonly effect: Effect;
  /** Facts that must be the same when it runs (name -> value), such as the sha256 of a file that would be replaced. */
  readonly binding: Readonly<Record<string, string>>;
  /** Rules that "this session" and "always" may make, widest last. */
  readonly rules: readonly RuleDraft[];
}

export interface Tool<Arguments = never> {
  readonly name: string;
  /** One line for the prompt, in English, under 90 characters. */
  readonly summary: string;
  readonly input: z.ZodType<Arguments>;
  /** Sessions in which it is on offer. */
  readonly sessions: readonly SessionKind[];
  /** true when its output is somebody else's text and is marked as data for the model. */
  readonly untrusted: boolean;
  /** The wall's opinion before anything happens; the run checks again. Never rejects. */
  judge?(args: Arguments, context: ToolContext): Promise<Verdict>;
  /** Called when `judge` asks. Looks, changes nothing; counting stops at the signal with `more`. */
  describe?(args: Arguments, context: ToolContext): Promise<Asking>;
  /** Whether a rule covers the call. Only asked for a rule of this tool, in its workspace and session. */
  covers?(args: Arguments, rule: RuleDraft, context: ToolContext): Promise<boolean>;
  /** Rejects only for a bug; everything expected is a result. */
  run(args: Arguments, context: ToolContext): Promise<ToolResult>;
}

/** A tool in a list of tools: its arguments are checked against `input` before it is called. */
export type AnyTool = Tool<never>;

export function refused(error: Notice, kind: 'argument' | 'denied' | 'failed' | 'cancelled' = 'denied'): ToolResult {
  return { ok: false, kind, error };
}
