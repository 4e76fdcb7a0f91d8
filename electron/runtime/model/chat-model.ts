/** The model port: whatever decides stands behind this, a language model or the offline rules. */

import type { ChatMessage, ShortTurn } from '#shared/schema/chat-message';
import type { ModelKind, ModelPhase } from '#shared/schema/model';
import type { Notice } from '#shared/schema/notice';
import type { PlannerDecision } from '#shared/schema/planner-decision';
import type { SessionKind } from '#shared/schema/session';
import type { ToolResult } from '#shared/schema/tool-call';

export type { ChatMessage, ShortTurn };

/** What happened earlier in this run, oldest first. */
export type Observation =
  | {
      readonly kind: 'call';
      readonly callId: string;
      readonly tool: string;
      readonly arguments: Readonly<Record<string, unknown>>;
      readonly result: ToolResult;
    }
  | {
      readonly kind: 'refused';
      readonly callId: string;
      readonly tool: string;
      readonly arguments: Readonly<Record<string, unknown>>;
      readonly reason: Notice;
    }
  | { readonly kind: 'unsatisfied'; readonly answer: string }
  | { readonly kind: 'warning'; readonly reason: Notice };

/** A call whose missing arguments were asked for; the values given so far are kept. */
export interface PendingTool {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly slots: readonly string[];
}

export interface ToolOffer {
  readonly name: string;
  readonly summary: string;
  /** JSON Schema draft 7 of the arguments. */
  readonly schema: Readonly<Record<string, unknown>>;
}

/** The dynamic layer in five named parts. */
export interface PromptPayload {
  readonly query: string;
  readonly shortMemory: readonly ShortTurn[];
  readonly pendingTool: PendingTool | null;
  readonly observations: readonly Observation[];
  readonly tools: readonly ToolOffer[];
}

export interface ChatRequest {
  /** What a language model is sent. */
  readonly messages: readonly ChatMessage[];
  /** The same matter before it was put into words; the offline rules read this. */
  readonly payload: PromptPayload;
  readonly session: { readonly id: string; readonly kind: SessionKind };
  /** JSON Schema that the reply must fit, for servers that can enforce one. */
  readonly schema: Readonly<Record<string, unknown>>;
}

/** As the server told it; null where it does not tell. Tokens, and milliseconds by phase. */
export interface ModelUsage {
  /** Of the whole prompt, what came from the cache included; a server that counts only what was new leaves it null. */
  readonly promptTokens: number | null;
  readonly cachedTokens: number | null;
  readonly answerTokens: number | null;
  readonly loadedWindow: number | null;
  readonly phases: Readonly<Partial<Record<ModelPhase, number>>>;
}

/** The last chunk is `done` or `failed`; a stream never throws for an expected failure. */
export type ChatChunk =
  | { readonly type: 'phase'; readonly phase: ModelPhase }
  /** What it thinks before it answers; never part of the decision. */
  | { readonly type: 'thinking'; readonly text: string }
  | { readonly type: 'text'; readonly text: string }
  /** Another model answers instead; what came before is void. */
  | { readonly type: 'replaced'; readonly from: string; readonly to: string; readonly reason: Notice }
  | { readonly type: 'done'; readonly usage?: ModelUsage }
  /** `retryable`: the same request may succeed later, or with another model. */
  | { readonly type: 'failed'; readonly error: Notice; readonly retryable: boolean };

export interface ChatModel {
  /** `SOURCE/NAME`, or the offline rules' own; stored with each run. */
  readonly id: string;
  /** Shown in the window. */
  readonly name: string;
  readonly kind: ModelKind;
  /** false for the offline rules, which work on the payload: nothing is recalled for words that nobody reads. */
  readonly readsPrompt: boolean;
  /** Tokens of window that are asked for, the same in every request. */
  readonly window: number;
  /** What its exam found it fit for. */
  readonly fit: { readonly mode: 'full' | 'minimal' /** Tools on offer at most. */; readonly tools: number };
  chat(request: ChatRequest, signal: AbortSignal): AsyncIterable<ChatChunk>;
}

/** Tokens that the offline rules could take in: what their prompt is built for. */
export const OFFLINE_WINDOW = 32_768;

/** What a server answered, or why it did not. */
export type Answer<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: Notice };

/** A decision in words, as a model would send it. */
export function encodeDecision(decision: PlannerDecision): string {
  return JSON.stringify(decision);
}
