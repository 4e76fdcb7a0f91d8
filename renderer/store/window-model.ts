/** Puts the window's stores together. */
import { createClient } from '#shared/contract/client';
import type { Client } from '#shared/contract/methods';
import type { Transport } from '#shared/contract/wire';
import { type AppModel, createAppModel } from './app-store.ts';
import { type ApprovalsModel, createApprovals } from './approvals-store.ts';
import { attempt } from './attempt.ts';
import { type AuditModel, createAudit } from './audit-store.ts';
import { type ChangesModel, createChanges } from './changes-store.ts';
import { NEW } from './composer-data.ts';
import { type ComposerModel, createComposer } from './composer-store.ts';
import { follow } from './feed.ts';
import { createInspector, type InspectorModel, type PanePlace } from './inspector-store.ts';
import { createIntake } from './intake.ts';
import { createModels, type ModelsModel } from './models-store.ts';
import { createNavigation, type Place } from './navigation.ts';
import { createPolicy, type PolicyModel } from './policy-store.ts';
import { createRules, type RulesModel } from './rules-store.ts';
import { openRun } from './session-log.ts';
import { createSessions, type SessionsModel } from './sessions-store.ts';
import { readSlash } from './slash-commands.ts';
import { runSlash } from './slash-runner.ts';
import { createThread, type ThreadModel } from './thread-store.ts';
import { createToasts, type Toasts } from './toast-store.ts';

export interface WindowDeps {
  readonly transport: Transport;
  /** true when trying again is of no use: the token is not known. */
  readonly isRefused: (error: unknown) => boolean;
  /** Runs before the next frame; a heavy one a little later. */
  readonly frame: (run: () => void, heavy: boolean) => void;
  /** Runs after ms; returns how to call it off. */
  readonly later: (run: () => void, ms: number) => () => void;
  readonly now: () => number;
  readonly newKey: () => string;
  readonly place: Place;
  /** How the inspector was left. */
  readonly pane: PanePlace;
}

export interface WindowModel {
  readonly app: AppModel;
  readonly sessions: SessionsModel;
  readonly thread: ThreadModel;
  readonly composer: ComposerModel;
  readonly approvals: ApprovalsModel;
  readonly rules: RulesModel;
  readonly audit: AuditModel;
  readonly changes: ChangesModel;
  readonly policy: PolicyModel;
  readonly models: ModelsModel;
  readonly inspector: InspectorModel;
  readonly toasts: Toasts;
  readonly client: Client;
  /** Follows the host until the signal aborts. Never rejects. */
  start(signal: AbortSignal): Promise<void>;
  openSession(sessionId: string | null): Promise<void>;
  deleteSession(sessionId: string): Promise<void>;
  /** Sends, answers or queues what is in the composer, as the open run's state asks; runs it where it is a command. */
  submit(): Promise<void>;
  cancelRun(runId: string): Promise<void>;
  /** false when the host refused it; the person has been told. */
  answer(runId: string, input: { values?: Record<string, unknown>; text?: string }): Promise<boolean>;
}

export function createWindowModel({ transport, isRefused, frame, later, now, newKey, place, pane }: WindowDeps): WindowModel {
  const client = createClient(transport);
  const app = createAppModel({ client });
  const sessions = createSessions({ client, later });
  const thread = createThread({ client, frame });
  const approvals = createApprovals({ client, later });
  const rules = createRules({ client, later });
  const audit = createAudit({ client, later });
  const toasts = createToasts({ newKey });
  const changes = createChanges({ client, toasts, later });
  const policy = createPolicy({ client, app, toasts });
  const models = createModels({ client, app, later });
  const navigation = createNavigation({ app, sessions, thread, toasts, place, composer: () => composer });
  const composer: ComposerModel = createComposer({ client, later, newKey, onSession: navigation.onSession });
  const inspector = createInspector({ client, thread, later, place: pane, written: composer.written });
  const { take, resync } = createIntake({
    app,
    sessions,
    thread,
    composer,
    approvals,
    rules,
    audit,
    changes,
    models,
    inspector,
    firstOpen: navigation.firstOpen,
  });

  const wait = (ms: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const stop = later(resolve, ms);
      const end = (): void => {
        stop();
        resolve();
      };
      signal.addEventListener('abort', end, { once: true });
    });
  /** Whether it was done; the person is told why not. */
  const tell = async (call: Promise<unknown>): Promise<boolean> => {
    const done = await attempt(call);
    if (!done.ok) toasts.show({ words: { notice: done.reason }, tone: 'danger' });
    return done.ok;
  };
  const answer: WindowModel['answer'] = (runId, input) => tell(client['run.answer']({ runId, ...input }));
  const cancelRun = async (runId: string): Promise<void> => void (await tell(client['run.cancel']({ runId })));
  const openNew = async (text: string): Promise<void> => {
    // A session that was only made to keep this text goes with it.
    composer.setText(thread.store.getState().openId ?? NEW, '');
    await navigation.openSession(null);
    composer.setText(NEW, text);
  };
  const sendWritten = async (): Promise<void> => {
    const { log, openId: id } = thread.store.getState();
    const run = openRun(log);
    if (run === null || id === null) return composer.submit(id);
    const text = composer.written(id).trim();
    if (run.question === null) composer.enqueue(id);
    else if (text !== '' && (await answer(run.runId, { text }))) composer.clear(id);
  };
  const slashParts = { client, app, approvals, changes, policy, models, toasts, openNew, cancelRun, answer };
  return {
    app,
    sessions,
    thread,
    composer,
    approvals,
    rules,
    audit,
    changes,
    policy,
    models,
    inspector,
    toasts,
    client,
    openSession: navigation.openSession,
    deleteSession: navigation.deleteSession,
    start: (signal) => follow({ transport, isRefused, now, wait, resync, take, link: app.setLink }, signal),
    async submit() {
      const { log, openId: sessionId } = thread.store.getState();
      const key = sessionId ?? NEW;
      const text = composer.store.getState().texts[key] ?? '';
      const read = readSlash(text);
      if (read.kind === 'unknown') return composer.refuse({ key: 'policy:slash.unknown', params: { name: `/${read.name}` } });
      if (read.kind === 'message') {
        if (read.text !== text) composer.setText(key, read.text);
        return sendWritten();
      }
      const refused = await runSlash(read.name, read.rest, { sessionId, run: openRun(log) }, slashParts);
      if (refused !== null) composer.refuse(refused);
      else if ((composer.store.getState().texts[key] ?? '') === text) composer.setText(key, '');
    },
    cancelRun,
    answer,
  };
}
