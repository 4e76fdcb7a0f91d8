/** What the loop works with: everything a run may touch, handed in once. */

import type { ApprovalQueue } from '#runtime/approval/approval-queue';
import type { Rules } from '#runtime/approval/rules';
import type { Clock } from '#runtime/clock';
import type { RunLog } from '#runtime/events/run-log';
import type { Guardrail } from '#runtime/guardrails/guardrail';
import type { HookRunner } from '#runtime/hooks/runner';
import type { ChatMessage, ChatModel, ShortTurn, ToolOffer } from '#runtime/model/chat-model';
import type { PromptMiddleware } from '#runtime/prompt/middleware';
import type { PromptFacts } from '#runtime/prompt/prompt-build';
import type { PromptSessions } from '#runtime/prompt/prompt-sessions';
import type { SentPrompts } from '#runtime/prompt/sent-prompts';
import type { AuditLog } from '#runtime/storage/audit-log';
import type { ModelStore } from '#runtime/storage/model-store';
import type { RunStore } from '#runtime/storage/run-store';
import type { SessionStore } from '#runtime/storage/session-store';
import type { AnyTool } from '#runtime/tools/tool';
import type { MemoryHit } from '#shared/schema/memory';
import type { Policy } from '#shared/schema/policy';

/** Everything of a run that depends on the workspace it began in. */
export interface RunScope {
  /** Real path of the workspace. */
  readonly root: string;
  readonly tools: readonly AnyTool[];
  readonly guardrails: readonly Guardrail[];
  /** Facts for one prompt; files are read here, before anything is built. */
  facts(request: FactsRequest): Promise<PromptFacts>;
  /** The chain before a prompt, in order; `onRecalled` is told what memory gave. */
  middlewares(onRecalled: (hits: readonly MemoryHit[]) => void): readonly PromptMiddleware[];
}

export interface FactsRequest {
  readonly session: PromptFacts['session'];
  readonly mode: PromptFacts['mode'];
  readonly payload: PromptFacts['payload'];
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly model: Pick<ChatModel, 'name' | 'window'>;
  readonly prependContext: readonly string[];
}

export interface AgentParts {
  readonly clock: Clock;
  readonly newId: () => string;
  readonly log: RunLog;
  readonly runs: RunStore;
  readonly sessions: SessionStore;
  readonly hooks: HookRunner;
  readonly prompts: PromptSessions;
  readonly approvals: ApprovalQueue;
  readonly rules: Rules;
  readonly audit: AuditLog;
  /** As it stands now. */
  readonly policy: () => Policy;
  /** The one that a conversation is decided by now. */
  readonly model: (sessionId: string) => ChatModel;
  readonly models: Pick<ModelStore, 'facts' | 'ratio' | 'learn'>;
  readonly sent: SentPrompts;
  readonly scope: () => RunScope;
  /** Told at named points between two durable steps. */
  readonly atPoint: (
    name:
      | 'message.durable'
      | 'step.decided'
      | 'approval.asked'
      | 'approval.answered'
      | 'tool.started'
      | 'tool.ran'
      | 'tool.stored'
      | 'answer.checkpointed'
      | 'answer.stored',
  ) => void;
  /** Told of what nobody expected. */
  readonly onBug: (where: string, error: unknown) => void;
}

/** One run while it is worked on. */
export interface LiveRun {
  readonly runId: string;
  readonly sessionId: string;
  readonly scope: RunScope;
  readonly model: ChatModel;
  readonly offers: readonly ToolOffer[];
  /** What a reply must fit, compiled from the offers. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** The conversation before this run, as it was sent. */
  readonly before: readonly ChatMessage[];
  /** What this run said before it asked the person something; empty for a new run. */
  readonly own: readonly ChatMessage[];
  readonly shortMemory: readonly ShortTurn[];
  readonly signal: AbortSignal;
}
