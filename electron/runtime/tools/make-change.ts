/** Carries out a planned change: keeps what stands there, does it through the wall, stores what became of it, and says so. */
import { isAbsolute } from 'node:path';
import type { Changes } from '#runtime/changes/changes';
import type { Outcome } from '#runtime/sandbox/file-wall';
import { shownPath } from '#runtime/sandbox/path-rules';
import type { Change } from '#shared/schema/change';
import { type Notice, notice } from '#shared/schema/notice';
import type { ToolResult } from '#shared/schema/tool-call';
import type { Plan } from './change-plan.ts';
import { refused, type ToolContext } from './tool.ts';

export interface Told {
  /** One line for the model. */
  readonly output: string;
  readonly facts: Record<string, string | number | boolean>;
  /** Where it lies now, where that is not its old name. */
  readonly place?: string;
}

export interface ChangeCall<T> {
  readonly tool: string;
  readonly plan: Plan;
  /** What was found now, to be compared with what was approved. */
  readonly binding: Readonly<Record<string, string>>;
  /** A change that loses nothing may go on where its old state is too large to be kept, if a person saw that. */
  readonly mayGoUnkept: boolean;
  readonly act: (approved: boolean) => Promise<Outcome<T>>;
  readonly tell: (value: T) => Told;
}

export async function makeChange<T>(changes: Changes, call: ChangeCall<T>, context: ToolContext): Promise<ToolResult> {
  const { tool, plan, binding, act, tell } = call;
  const { approved, signal } = context;
  const shown = shownPath(plan.paths[0]);
  if (approved !== null && !stillHolds(approved.binding, binding)) return refused(notice('file_changed', { path: shown }), 'failed');
  const set = changes.begin({ runId: context.runId, sessionId: context.session.id, callId: context.callId, tool });
  let change: Change | null = null;
  let kept = true;
  let done: Outcome<T>;
  try {
    const keeping = await set.keep(plan.paths, signal);
    kept = keeping.ok && keeping.value.left === 0;
    const tooLarge = !kept && (keeping.ok || keeping.error.code === 'snapshot_full');
    if (!keeping.ok && !(tooLarge && call.mayGoUnkept)) return refused(keeping.error, keeping.kind);
    if (!kept && !call.mayGoUnkept) return refused(notice('snapshot_full', { path: shown }), 'failed');
    done = await act(approved !== null);
  } finally {
    change = await set.finish();
  }
  return done.ok ? resultOf(plan, tell(done.value), { change, kept }) : refused(done.error, done.kind);
}

/** The caller binds an approval to more than the tool knows of. */
function stillHolds(shown: Readonly<Record<string, string>>, now: Readonly<Record<string, string>>): boolean {
  return Object.entries(now).every(([name, value]) => shown[name] === value);
}

function resultOf(plan: Plan, told: Told, { change, kept }: { change: Change | null; kept: boolean }): ToolResult {
  const persona = plan.paths.filter((_, index) => plan.guards[index] === 'soul' || plan.guards[index] === 'persona');
  const notices: Notice[] = persona.map((path) => notice('persona_changed', { path: shownPath(path) }));
  const place = told.place === undefined || told.place === '' ? '' : told.place;
  if (!kept) notices.push(notice('change_not_kept', { path: shownPath(plan.paths[0]), place }));
  const undoable = change !== null && kept && change.available && change.files.every((file) => file.kept);
  return {
    ok: true,
    output: kept ? told.output : `${told.output} It was too large to be kept for undo.`,
    facts: told.facts,
    ...(notices.length === 0 ? {} : { notices }),
    ...(change === null ? {} : { change: { id: change.id, files: change.files.length, undoable } }),
  };
}

export function whereOf(path: string): 'workspace' | 'granted' {
  return isAbsolute(path) ? 'granted' : 'workspace';
}
