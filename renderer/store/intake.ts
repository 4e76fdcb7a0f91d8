/** What a push of the host does to the stores, and what is read again after a break. */
import type { Push } from '#shared/contract/wire';
import { endsRun, type RunEvent } from '#shared/schema/run-event';
import type { AppModel } from './app-store.ts';
import type { ApprovalsModel } from './approvals-store.ts';
import { attempt } from './attempt.ts';
import type { AuditModel } from './audit-store.ts';
import type { ChangesModel } from './changes-store.ts';
import type { ComposerModel } from './composer-store.ts';
import type { InspectorModel } from './inspector-store.ts';
import type { ModelsModel } from './models-store.ts';
import type { RulesModel } from './rules-store.ts';
import type { SessionsModel } from './sessions-store.ts';
import type { ThreadModel } from './thread-store.ts';

export interface Intake {
  take(push: Push): void;
  /** Reads what is not in the log. Returns the cursor to subscribe from. Rejects when the host cannot be reached. */
  resync(): Promise<number>;
}

interface Parts {
  readonly app: AppModel;
  readonly sessions: SessionsModel;
  readonly thread: ThreadModel;
  readonly composer: ComposerModel;
  readonly approvals: ApprovalsModel;
  readonly rules: RulesModel;
  readonly audit: AuditModel;
  readonly changes: ChangesModel;
  readonly models: ModelsModel;
  readonly inspector: InspectorModel;
  /** Opens what was open before a reload. */
  readonly firstOpen: () => Promise<void>;
}

/** What the next prompt is made of beside the conversation. */
const CHANGES_PROMPT: ReadonlySet<string> = new Set(['settings', 'workspace', 'models']);

export function createIntake({
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
  firstOpen,
}: Parts): Intake {
  /** -1 until the host was read for the first time. */
  let cursor = -1;

  const takeEvent = (event: RunEvent): void => {
    if (event.cursor <= cursor) return;
    cursor = event.cursor;
    sessions.noteEvent(event);
    thread.takeEvent(event);
    approvals.noteEvent(event);
    inspector.noteEvent(event);
    if (event.type === 'planner.decided' || endsRun(event.type)) models.forget(event.runId);
    if (event.type === 'message.received') composer.arrived(event.runId);
    // A run that failed or was cut off leaves the queue to the person.
    if (event.type === 'run.completed' || event.type === 'run.cancelled') void composer.sendNext(event.sessionId);
  };
  return {
    take(push) {
      switch (push.kind) {
        case 'event':
          takeEvent(push.event);
          break;
        case 'delta':
          thread.takeDelta(push.sessionId, push);
          break;
        case 'index':
          app.setIndex(push.state);
          break;
        case 'changed':
          if (push.what === 'sessions') sessions.refreshSoon();
          else if (push.what === 'approvals') approvals.refreshSoon();
          else if (push.what === 'rules') rules.refreshSoon();
          else if (push.what === 'audit') audit.refreshSoon();
          else if (push.what === 'changes') changes.refreshSoon();
          else if (push.what === 'models') models.refreshSoon();
          else void attempt(app.refresh());
          if (CHANGES_PROMPT.has(push.what)) inspector.refreshSoon();
          break;
        case 'phase':
        case 'pull':
        case 'exam':
          models.take(push);
          break;
        case 'behind':
          break;
        default:
          push satisfies never;
      }
    },
    async resync() {
      const state = await app.refresh();
      await sessions.refresh();
      void composer.resendAll();
      void approvals.refresh();
      rules.refreshSoon();
      audit.refreshSoon();
      changes.refreshSoon();
      models.refreshSoon();
      inspector.refreshSoon();
      const first = cursor === -1;
      // A log that is shorter than what was seen is another one: the host had to begin anew.
      if (!first && state.cursor >= cursor) return cursor;
      cursor = state.cursor;
      await (first ? firstOpen() : thread.open(thread.store.getState().openId));
      return cursor;
    },
  };
}
