/** What the handlers work with: the parts of one host, made by create-host. */

import type { RunManager } from '#runtime/agent/run-manager';
import type { ApprovalQueue } from '#runtime/approval/approval-queue';
import type { Rules } from '#runtime/approval/rules';
import type { Clock } from '#runtime/clock';
import type { RunLog } from '#runtime/events/run-log';
import type { HookRunner } from '#runtime/hooks/runner';
import type { ChatModel } from '#runtime/model/chat-model';
import type { PromptSessions } from '#runtime/prompt/prompt-sessions';
import type { SentPrompts } from '#runtime/prompt/sent-prompts';
import type { AuditLog } from '#runtime/storage/audit-log';
import type { EventStore } from '#runtime/storage/event-store';
import type { ModelStore } from '#runtime/storage/model-store';
import type { RunStore } from '#runtime/storage/run-store';
import type { SessionStore } from '#runtime/storage/session-store';
import type { SettingsStore } from '#runtime/storage/settings-store';
import type { Policy } from '#shared/schema/policy';
import type { KeyStore } from './key-store.ts';
import type { ModelService } from './model-service.ts';
import type { HostPorts } from './ports.ts';
import type { ProblemList } from './problem-list.ts';
import type { WorkspaceHolder } from './workspace-holder.ts';

export interface HostParts {
  readonly dataFolder: string;
  readonly ports: HostPorts;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly settings: SettingsStore;
  readonly events: EventStore;
  readonly sessions: SessionStore;
  readonly log: RunLog;
  readonly hooks: HookRunner;
  readonly prompts: PromptSessions;
  readonly approvals: ApprovalQueue;
  readonly rules: Rules;
  readonly audit: AuditLog;
  /** As it is saved now. */
  readonly policy: () => Policy;
  /** The one that decides for a conversation; an unknown one stands for the app's first. */
  readonly model: (sessionId: string) => ChatModel;
  readonly models: ModelService;
  readonly modelStore: ModelStore;
  readonly keys: KeyStore;
  readonly runs: RunStore;
  readonly sent: SentPrompts;
  readonly manager: RunManager;
  readonly workspace: WorkspaceHolder;
  readonly problems: ProblemList;
}
