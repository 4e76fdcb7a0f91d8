/** The model port: whatever decides stands behind this, a language model or the offline rules. */

import type { ChatMessage, ShortTurn } from '#shared/schema/chat-message';
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

export interface ModelUsage {
  readonly promptTokens: number;
  readonly answerTokens: number;
}

/** The last chunk is `done` or `failed`; a stream never throws for an expected failure. */
export type ChatChunk =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'done'; readonly usage?: ModelUsage }
  | { readonly type: 'failed'; readonly error: Notice; readonly retryable: boolean };

export interface ChatModel {
  /** Shown in the window and stored with each run. */
  readonly id: string;
  readonly kind: 'offline-rules' | 'ollama' | 'openai-compatible';
  /** false for the offline rules, which work on the payload: nothing is recalled for words that nobody reads. */
  readonly readsPrompt: boolean;
  chat(request: ChatRequest, signal: AbortSignal): AsyncIterable<ChatChunk>;
}

/** A decision in words, as a model would send it. */
export function encodeDecision(decision: PlannerDecision): string {
  return JSON.stringify(decision);
}
