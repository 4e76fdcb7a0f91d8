/** Composition root: opens what a host needs and wires it to the method table. */
import { join } from 'node:path';
import type { AgentParts } from '#runtime/agent/run-context';
import { createRunManager } from '#runtime/agent/run-manager';
import { createApprovalQueue } from '#runtime/approval/approval-queue';
import { createRules } from '#runtime/approval/rules';
import { createChanges } from '#runtime/changes/create-changes';
import { type Clock, systemClock } from '#runtime/clock';
import { createRunLog } from '#runtime/events/run-log';
import { replaceFile } from '#runtime/files/atomic-file';
import type { Hook } from '#runtime/hooks/hook-points';
import { createHookRunner } from '#runtime/hooks/runner';
import { createIds } from '#runtime/ids';
import { type ChatModel, OFFLINE_WINDOW } from '#runtime/model/chat-model';
import { createPromptSessions } from '#runtime/prompt/prompt-sessions';
import { createSentPrompts } from '#runtime/prompt/sent-prompts';
import { openLogger } from '#runtime/redaction/logger';
import { createApprovalStore } from '#runtime/storage/approval-store';
import { createAuditLog } from '#runtime/storage/audit-log';
import { createChangeStore } from '#runtime/storage/change-store';
import { openDatabase } from '#runtime/storage/database';
import { storageNotice } from '#runtime/storage/database-notice';
import { createEventStore } from '#runtime/storage/event-store';
import { createModelStore } from '#runtime/storage/model-store';
import { createRuleStore } from '#runtime/storage/rule-store';
import { createRunStore } from '#runtime/storage/run-store';
import { createSessionStore } from '#runtime/storage/session-store';
import { openSettings } from '#runtime/storage/settings-store';
import { CallError } from '#shared/contract/call-error';
import type { Handlers } from '#shared/contract/methods';
import type { Transport } from '#shared/contract/wire';
import type { IndexState } from '#shared/schema/memory';
import { OFFLINE_MODEL } from '#shared/schema/model';
import type { Settings } from '#shared/schema/settings';
import type { ToolResult } from '#shared/schema/tool-call';
import { makeDataFolder } from './data-folder.ts';
import { dispatch } from './dispatch.ts';
import { eventFeed } from './event-feed.ts';
import { appHandlers } from './handlers/app-handlers.ts';
import { approvalHandlers } from './handlers/approval-handlers.ts';
import { changeHandlers } from './handlers/change-handlers.ts';
import { contextHandlers } from './handlers/context-handlers.ts';
import { memoryHandlers } from './handlers/memory-handlers.ts';
import { modelHandlers } from './handlers/model-handlers.ts';
import { policyHandlers } from './handlers/policy-handlers.ts';
import { runHandlers } from './handlers/run-handlers.ts';
import { sessionHandlers } from './handlers/session-handlers.ts';
import type { HostParts } from './host-parts.ts';
import { createKeyStore } from './key-store.ts';
import { createMemory } from './memory-client.ts';
import { createModelService } from './model-service.ts';
import type { HostPorts } from './ports.ts';
import { createProblemList } from './problem-list.ts';
import { chooseLanguage } from './words.ts';
import { holdWorkspace, type WorkspaceHolder } from './workspace-holder.ts';
import { openScope, type WorkspaceScope } from './workspace-scope.ts';

export interface HostOptions {
  readonly dataFolder: string;
  /** From flags and environment. */
  readonly overrides: Partial<Settings>;
  readonly ports: HostPorts;
  readonly clock?: Clock;
  readonly hooks?: readonly Hook[];
  /** Another planner behind the model port; the offline rules where it is left out. */
  readonly model?: ChatModel;
}

export interface Host extends Transport {
  /** Interrupts what runs, stores it, and lets everything go. Idempotent. */
  close(): Promise<void>;
}

/** A deleted conversation can be taken back for this many milliseconds at least; the next start after that forgets it. */
const DELETED_KEPT = 10 * 60_000;

/** The caller holds the lock of the data folder. Throws CallError when the folder or the database cannot be used. */
export async function createHost(options: HostOptions): Promise<Host> {
  const { dataFolder, ports } = options;
  makeDataFolder(dataFolder);
  const stores = await openStores(options);
  try {
    return await wireHost(options, stores);
  } catch (error) {
    stores.db.close();
    stores.logger.log('error', 'not started', { shell: ports.shell, error: String(error) });
    throw worded(error, dataFolder);
  }
}

type Stores = Awaited<ReturnType<typeof openStores>>;

async function openStores({ dataFolder, overrides, clock: given }: HostOptions) {
  try {
    const settings = openSettings({ file: join(dataFolder, 'settings.json'), overrides });
    const clock = given ?? systemClock(settings.current().zone || undefined);
    const logger = openLogger({ folder: join(dataFolder, 'logs'), now: clock.now });
    const opened = await openDatabase({ folder: dataFolder });
    if ('error' in opened) throw new CallError(opened.error);
    const problems = createProblemList({ file: join(dataFolder, 'problems.json'), write: replaceFile });
    const notices = [...settings.notices, ...opened.notices];
    problems.add(...notices);
    for (const one of notices) logger.log('warn', one.code, { ...one.params });
    return { db: opened.db, settings, clock, logger, problems };
  } catch (error) {
    throw worded(error, dataFolder);
  }
}

/** A storage failure as a refusal that clients put into words; anything else as it is. */
function worded(error: unknown, dataFolder: string): unknown {
  const known = storageNotice(error, dataFolder);
  return known === undefined ? error : new CallError(known);
}

async function wireHost(options: HostOptions, { db, settings, clock, logger, problems }: Stores): Promise<Host> {
  const { dataFolder, ports } = options;
  const onBug = (where: string, error: unknown): void => {
    logger.log('error', 'unexpected', { where, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  };
  const events = createEventStore(db, (cursor, error) => onBug(`event ${cursor}`, error));
  const sessions = createSessionStore(db);
  sessions.purge(clock.now() - DELETED_KEPT);
  const log = createRunLog({ events, clock, transaction: (work) => db.transaction(work)() });
  log.listen((push) => {
    // The folder went away under a tool: the window looks again and says so.
    if (push.kind === 'event' && push.event.type === 'tool.completed' && isGone(push.event.result))
      log.signal({ kind: 'changed', what: 'workspace' });
  });
  const newId = createIds(clock.now);
  const audit = createAuditLog(db);
  const rules = createRules({ store: createRuleStore(db) });
  const approvals = createApprovalQueue({ store: createApprovalStore(db), rules, audit, clock });
  const changeStore = createChangeStore(db);
  const onState = (state: IndexState): void => log.signal({ kind: 'index', state });
  const open = (path: string): Promise<WorkspaceScope> =>
    openScope({
      settings: { ...settings.current(), workspace: path },
      dataFolder,
      language: () => chooseLanguage(settings.current().language === 'system' ? undefined : settings.current().language, process.env),
      clock,
      shell: ports.shell,
      openMemory: ({ root, files }) => {
        const worker = ports.shell !== 'command-line';
        return createMemory({ files, clock, workspaceRoot: root, dataFolder, settings: settings.current().memory, worker, onState });
      },
      openChanges: ({ root, files }) =>
        createChanges({ files, root, folder: join(dataFolder, 'snapshots'), store: changeStore, clock, newId }),
      trashItem: ports.trashItem,
      onBug: (error) => onBug('workspace', error),
    });
  const first = await open(settings.current().workspace);
  problems.add(...first.notices);

  const modelStore = createModelStore(db);
  const keys = createKeyStore({ dataFolder, ...(ports.safeKeys === undefined ? {} : { safe: ports.safeKeys }) });
  const models = createModelService({
    settings: () => settings.current().models,
    store: modelStore,
    keys,
    offline: offlineRules(clock),
    clock,
    environment: process.env,
    signal: log.signal,
  });
  const agent: AgentParts = {
    clock,
    newId,
    approvals,
    rules,
    audit,
    policy: () => settings.current().policy,
    log,
    runs: createRunStore(db),
    sessions,
    hooks: createHookRunner(options.hooks ?? []),
    prompts: createPromptSessions(),
    model: (sessionId) => options.model ?? models.decider(sessions.get(sessionId)?.model ?? ''),
    models: modelStore,
    sent: createSentPrompts(),
    scope: () => workspace.current(),
    atPoint: (name) => ports.atPoint?.(name),
    onBug,
  };
  const manager = createRunManager({ ...agent, events });
  const workspace: WorkspaceHolder = holdWorkspace({
    first,
    open,
    isFree: () => manager.active() === 0,
    onChanged(next) {
      problems.forget('workspace_missing', 'workspace_moved', 'workspace_read_only', 'workspace_untrusted', 'workspace_unsuitable');
      problems.add(...next.notices);
      log.signal({ kind: 'changed', what: 'workspace' });
    },
  });
  const parts: HostParts = { ...agent, dataFolder, ports, settings, events, manager, problems, workspace, models, modelStore, keys };
  const handlers: Handlers = {
    ...appHandlers(parts),
    ...sessionHandlers(parts),
    ...runHandlers(parts),
    ...approvalHandlers(parts),
    ...policyHandlers(parts),
    ...changeHandlers(parts),
    ...memoryHandlers(parts),
    ...modelHandlers(parts),
    ...contextHandlers(parts),
  };
  logger.log('info', 'started', { shell: ports.shell, interrupted: manager.recover() });
  if (ports.shell !== 'command-line') first.start();

  const end = new AbortController();
  const close = async (): Promise<void> => {
    models.close();
    await manager.close();
    end.abort();
    await workspace.close();
    db.close();
    await logger.flush();
  };
  let closed: Promise<void> | undefined;
  return {
    call: (request) => dispatch({ handlers, dataFolder, onBug }, request, end.signal),
    events: (after, signal) => eventFeed({ log, events }, after, AbortSignal.any([signal, end.signal])),
    close() {
      closed ??= close();
      return closed;
    },
  };
}

function isGone(result: ToolResult): boolean {
  return !result.ok && (result.error.code === 'workspace_missing' || result.error.code === 'workspace_moved');
}

/** The rules with their tables of words are loaded with the first message: the first screen does without. */
function offlineRules(clock: Clock): ChatModel {
  let rules: Promise<ChatModel> | undefined;
  return {
    id: OFFLINE_MODEL,
    name: OFFLINE_MODEL,
    kind: 'offline-rules',
    readsPrompt: false,
    window: OFFLINE_WINDOW,
    fit: { mode: 'full', tools: Number.POSITIVE_INFINITY },
    async *chat(request, signal) {
      rules ??= import('#runtime/model/offline-rules').then(({ createOfflineRules }) => createOfflineRules({ clock }));
      yield* (await rules).chat(request, signal);
    },
  };
}
