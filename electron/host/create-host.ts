/** Composition root: opens what a host needs and wires it to the method table. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentParts } from '#runtime/agent/run-context';
import { createRunManager } from '#runtime/agent/run-manager';
import { type Clock, systemClock } from '#runtime/clock';
import { createRunLog } from '#runtime/events/run-log';
import type { Hook } from '#runtime/hooks/hook-points';
import { createHookRunner } from '#runtime/hooks/runner';
import { createIds } from '#runtime/ids';
import type { ChatModel } from '#runtime/model/chat-model';
import { createOfflineRules } from '#runtime/model/offline-rules';
import { createPromptSessions } from '#runtime/prompt/prompt-sessions';
import { openLogger } from '#runtime/redaction/logger';
import { openDatabase } from '#runtime/storage/database';
import { createEventStore } from '#runtime/storage/event-store';
import { createRunStore } from '#runtime/storage/run-store';
import { createSessionStore } from '#runtime/storage/session-store';
import { openSettings } from '#runtime/storage/settings-store';
import { CallError } from '#shared/contract/call-error';
import type { Handlers } from '#shared/contract/methods';
import type { Transport } from '#shared/contract/wire';
import { notice } from '#shared/schema/notice';
import type { Settings } from '#shared/schema/settings';
import { chooseLanguage } from './cli/words.ts';
import { dispatch } from './dispatch.ts';
import { eventFeed } from './event-feed.ts';
import { appHandlers } from './handlers/app-handlers.ts';
import { memoryHandlers } from './handlers/memory-handlers.ts';
import { runHandlers } from './handlers/run-handlers.ts';
import { sessionHandlers } from './handlers/session-handlers.ts';
import type { HostParts } from './host-parts.ts';
import { createMemory } from './memory-client.ts';
import type { HostPorts } from './ports.ts';
import { createProblemList } from './problem-list.ts';
import { openScope, type ScopeOptions } from './workspace-scope.ts';

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
  makeFolder(dataFolder);
  const settings = openSettings({ file: join(dataFolder, 'settings.json'), overrides: options.overrides });
  const clock = options.clock ?? systemClock(settings.current().zone || undefined);
  const logger = openLogger({ folder: join(dataFolder, 'logs'), now: clock.now });
  const opened = await openDatabase({ folder: dataFolder });
  if ('error' in opened) throw new CallError(opened.error);
  const { db } = opened;
  const events = createEventStore(db);
  const sessions = createSessionStore(db);
  sessions.purge(clock.now() - DELETED_KEPT);
  const log = createRunLog({ events, clock, transaction: (work) => db.transaction(work)() });
  const problems = createProblemList([...settings.notices, ...opened.notices]);
  const onBug = (where: string, error: unknown): void => {
    logger.log('error', 'unexpected', { where, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  };

  const scopeOptions = (current: Settings): ScopeOptions => ({
    settings: current,
    dataFolder,
    language: chooseLanguage(current.language === 'system' ? undefined : current.language, process.env),
    clock,
    shell: ports.shell,
    openMemory: ({ root, files }) =>
      createMemory({
        files,
        clock,
        workspaceRoot: root,
        dataFolder,
        settings: current.memory,
        worker: ports.shell !== 'command-line',
        onState: (state) => log.signal({ kind: 'index', state }),
      }),
  });
  let scope = await openScope(scopeOptions(settings.current()));
  problems.add(...scope.notices);

  const model = options.model ?? createOfflineRules({ clock });
  const agent: AgentParts = {
    clock,
    newId: createIds(clock.now),
    log,
    runs: createRunStore(db),
    sessions,
    hooks: createHookRunner(options.hooks ?? []),
    prompts: createPromptSessions(),
    model: () => model,
    scope: () => scope,
    atPoint: (name) => ports.atPoint?.(name),
    onBug,
  };
  const manager = createRunManager({ ...agent, events });
  const parts: HostParts = {
    ...agent,
    dataFolder,
    ports,
    settings,
    events,
    manager,
    memory: () => scope.memory,
    workspace: () => scope,
    async openWorkspace(path) {
      const next = await openScope(scopeOptions({ ...settings.current(), workspace: path }));
      const { state } = await next.state();
      if (state === 'missing') throw new CallError(next.notices[0] ?? notice('workspace_missing', { path }));
      const old = scope;
      scope = next;
      problems.forget('workspace_missing', 'workspace_moved', 'workspace_read_only', 'workspace_untrusted');
      problems.add(...next.notices);
      log.signal({ kind: 'changed', what: 'workspace' });
      await old.close();
    },
    problems,
  };
  const handlers: Handlers = { ...appHandlers(parts), ...sessionHandlers(parts), ...runHandlers(parts), ...memoryHandlers(parts) };
  const interrupted = manager.recover();
  logger.log('info', 'started', { shell: ports.shell, interrupted });
  const end = new AbortController();
  let closed: Promise<void> | undefined;
  return {
    call: (request) => dispatch({ handlers, dataFolder, onBug }, request, end.signal),
    events: (after, signal) => eventFeed({ log, events }, after, AbortSignal.any([signal, end.signal])),
    close() {
      closed ??= (async () => {
        await manager.close();
        end.abort();
        await scope.close();
        db.close();
        await logger.flush();
      })();
      return closed;
    },
  };
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new CallError(notice('data_folder_unusable', { path: folder }, error instanceof Error ? error.message : String(error)));
  }
}
