/** What a tool is: a name, a schema, a judgement before it runs, and a run that returns its failures as values. */
import type { z } from 'zod';
import type { Notice } from '#shared/schema/notice';
import type { SessionKind } from '#shared/schema/session';
import type { ToolResult, Verdict } from '#shared/schema/tool-call';

export interface ToolContext {
  readonly signal: AbortSignal;
  readonly session: { readonly id: string; readonly kind: SessionKind };
  /** Milliseconds since 1970 at which the message came. */
  readonly at: number;
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
  /** Rejects only for a bug; everything expected is a result. */
  run(args: Arguments, context: ToolContext): Promise<ToolResult>;
}

/** A tool in a list of tools: its arguments are checked against `input` before it is called. */
export type AnyTool = Tool<never>;

export function refused(error: Notice, kind: 'argument' | 'denied' | 'failed' | 'cancelled' = 'denied'): ToolResult {
  return { ok: false, kind, error };
}
