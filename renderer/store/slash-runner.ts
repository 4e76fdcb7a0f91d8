/** Runs the slash commands that the window does itself. What cannot be done is a reason, and the text stays where it is. */
import type { Client } from '#shared/contract/methods';
import type { Approval } from '#shared/schema/approval';
import { OFFLINE_MODEL } from '#shared/schema/model';
import type { Notice } from '#shared/schema/notice';
import { commandModeSchema } from '#shared/schema/policy';
import type { AppModel } from './app-store.ts';
import type { ApprovalsModel } from './approvals-store.ts';
import { attempt } from './attempt.ts';
import type { ChangesModel } from './changes-store.ts';
import type { LocalWords } from './composer-data.ts';
import { type ModelsModel, modelName } from './models-store.ts';
import type { PolicyModel } from './policy-store.ts';
import type { RunView } from './project-run.ts';
import { readAssignment, type WindowCommand } from './slash-commands.ts';
import type { Toasts } from './toast-store.ts';

export interface SlashScene {
  readonly sessionId: string | null;
  readonly run: RunView | null;
}

/** null once done; else why not. */
export type SlashOutcome = Notice | LocalWords | null;

export interface SlashParts {
  readonly client: Client;
  readonly app: AppModel;
  readonly approvals: ApprovalsModel;
  readonly changes: ChangesModel;
  readonly policy: PolicyModel;
  readonly models: ModelsModel;
  readonly toasts: Toasts;
  readonly openNew: (text: string) => Promise<void>;
  readonly cancelRun: (runId: string) => Promise<void>;
  /** false when it was refused; the person has been told. */
  readonly answer: (runId: string, input: { values: Record<string, unknown> }) => Promise<boolean>;
}

const words = (key: string, params?: LocalWords['params']): LocalWords => ({
  key: `policy:slash.${key}`,
  ...(params === undefined ? {} : { params }),
});

export async function runSlash(name: WindowCommand, rest: string, scene: SlashScene, parts: SlashParts): Promise<SlashOutcome> {
  const { run, sessionId } = scene;
  switch (name) {
    case 'new':
      await parts.openNew(rest);
      return null;
    case 'undo':
      return rest === '' ? undo(sessionId, parts) : words('takes-nothing', { name });
    case 'approve':
    case 'deny':
      return decide(name, rest, sessionId, parts);
    case 'mode':
      return mode(rest, parts);
    case 'model':
      return chooseModel(rest, sessionId, parts);
    case 'stop':
      if (run === null) return words('nothing-runs');
      await parts.cancelRun(run.runId);
      return null;
    case 'input':
      return input(rest, run, parts);
    default:
      return name satisfies never;
  }
}

async function undo(sessionId: string | null, { changes }: SlashParts): Promise<SlashOutcome> {
  if (sessionId === null) return words('nothing-to-undo');
  const newest = await changes.newest(sessionId);
  if (!newest.ok) return newest.reason;
  if (newest.value === null) return words('nothing-to-undo');
  // An older change is never undone in its place.
  if (!newest.value.available) return { code: 'change_gone' };
  await changes.turn(newest.value.id, 'undo');
  return null;
}

function withId(waiting: readonly Approval[], word: string): Approval | null {
  const found = word.length < 6 ? [] : waiting.filter(({ id }) => id.toLowerCase().startsWith(word.toLowerCase()));
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** The request is read anew, so that the answer is for what waits now. */
async function decide(name: 'approve' | 'deny', rest: string, sessionId: string | null, parts: SlashParts): Promise<SlashOutcome> {
  const { client, approvals, toasts } = parts;
  const read = await attempt(client['approval.list']({}));
  if (!read.ok) return read.reason;
  const waiting = read.value.approvals;
  const [word = '', ...others] = rest.split(/\s+/);
  const named = withId(waiting, word);
  if (named === null && name === 'approve' && word !== '') return words('no-such-request', { id: word });
  const approval = named ?? waiting.find((one) => one.sessionId === sessionId) ?? null;
  if (approval === null) return words('nothing-waits');
  const reason = named === null ? rest : others.join(' ');
  const done = await approvals.decide(
    approval,
    name === 'approve' ? { answer: 'once' } : { answer: 'deny', ...(reason === '' ? {} : { reason }) },
  );
  if (done === null) return words('on-its-way');
  if (!done.ok) return done.reason;
  toasts.show({ words: words(`was-${done.value.state}`, { tool: approval.tool }), tone: done.value.state === 'allowed' ? 'ok' : 'plain' });
  return null;
}

async function mode(rest: string, { app, policy, toasts }: SlashParts): Promise<SlashOutcome> {
  if (rest === '') {
    toasts.show({ words: words(`mode-${app.store.getState().app?.settings.policy.commands.mode ?? 'ask'}`), tone: 'plain' });
    return null;
  }
  const wanted = commandModeSchema.safeParse(rest.toLowerCase());
  if (!wanted.success) return words('no-such-mode', { mode: rest, known: commandModeSchema.options.join(', ') });
  // What lets everything run is confirmed on its page.
  if (wanted.data === 'full') app.open('settings', 'policy');
  return policy.setMode(wanted.data);
}

/** A name as the server has it, or as it begins where only one does. */
async function chooseModel(rest: string, sessionId: string | null, { app, models, toasts }: SlashParts): Promise<SlashOutcome> {
  if (rest === '' || sessionId === null) {
    app.open('settings', 'models');
    return null;
  }
  await models.refresh();
  const ids = [...models.store.getState().sources.flatMap((source) => source.models.map(({ id }) => id)), OFFLINE_MODEL];
  const wanted = rest.toLowerCase();
  const whole = ids.filter((id) => id === rest || modelName(id).toLowerCase() === wanted);
  const found = whole.length > 0 ? whole : ids.filter((id) => modelName(id).toLowerCase().startsWith(wanted));
  const [id] = found;
  if (id === undefined || found.length > 1)
    return { key: 'models:models.no-such', params: { name: rest, known: ids.map(modelName).join(', ') } };
  const refused = await models.choose(sessionId, id);
  if (refused === null) toasts.show({ words: { key: 'models:models.chosen', params: { name: modelName(id) } }, tone: 'ok' });
  return refused;
}

async function input(rest: string, run: RunView | null, { answer }: SlashParts): Promise<SlashOutcome> {
  if (run === null || run.question === null) return words('nothing-asked');
  const given = readAssignment(rest);
  if (given === null) return words('no-assignment');
  if (run.question.slots.length > 0 && !run.question.slots.includes(given.name)) {
    return words('no-such-slot', { name: given.name, known: run.question.slots.join(', ') });
  }
  return (await answer(run.runId, { values: { [given.name]: given.value } })) ? null : words('not-taken');
}
