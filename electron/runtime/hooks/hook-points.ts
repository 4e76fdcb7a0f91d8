/** The seven points at which a hook may step in: what each gets and what it may return. */

import type { ChatMessage } from '#runtime/model/chat-model';
import type { SessionKind } from '#shared/schema/session';
import type { ToolResult } from '#shared/schema/tool-call';

export interface HookSession {
  readonly id: string;
  readonly kind: SessionKind;
}

export interface HookCall {
  readonly callId: string;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** In and out of each point; every output may also be `undefined`, which changes nothing. The two of compaction wait for compaction: nothing calls them yet. */
export interface HookPoints {
  message_received: { in: { message: string; session: HookSession }; out: { message: string } | { refuse: string } };
  before_prompt_build: { in: { message: string; messages: readonly ChatMessage[]; session: HookSession }; out: { prependContext: string } };
  before_tool_call: {
    in: { call: HookCall; session: HookSession };
    out: { arguments: Record<string, unknown> } | { ask: string } | { deny: string };
  };
  after_tool_call: {
    in: { call: HookCall; result: ToolResult; session: HookSession };
    out: { result: ToolResult };
  };
  before_compaction: { in: { messages: readonly ChatMessage[]; session: HookSession }; out: { notes?: string; keep?: readonly string[] } };
  after_compaction: { in: { summary: string; session: HookSession }; out: { problem: string } };
  message_sending: { in: { answer: string; session: HookSession }; out: { answer: string } | { refuse: string } };
}

export type HookPoint = keyof HookPoints;

export interface Hook<P extends HookPoint = HookPoint> {
  readonly name: string;
  readonly point: P;
  run(input: HookPoints[P]['in'], signal: AbortSignal): Promise<HookPoints[P]['out'] | undefined>;
}

/** Points at which a hook that throws or hangs stops the matter; at the others it is skipped and said. */
export const FAILS_CLOSED: ReadonlySet<HookPoint> = new Set(['message_received', 'before_tool_call', 'message_sending']);

/** Milliseconds a hook may take. */
export const HOOK_LIMIT = 15_000;
