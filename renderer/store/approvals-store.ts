/** What waits for the person, across all conversations, and the one request that is shown. The truth is the host's: this is a copy that is read again on every change. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Client, Input, Output } from '#shared/contract/methods';
import type { Approval } from '#shared/schema/approval';
import type { Notice } from '#shared/schema/notice';
import { endsRun, type RunEvent } from '#shared/schema/run-event';
import { type Attempt, attempt } from './attempt.ts';
import { goOn, noReview, openBySelf, openOne, putAside, type Review, type Scene, takeShown } from './review-state.ts';

export interface ApprovalsData {
  /** Oldest first. */
  readonly waiting: readonly Approval[];
  readonly state: 'unread' | 'ready' | 'failed';
  /** Why it could not be read. */
  readonly reason: Notice | null;
  readonly review: Review;
  /** Ids whose answer is on its way. */
  readonly busy: ReadonlySet<string>;
}

export type Answer = Omit<Input<'approval.decide'>, 'id' | 'nonce'>;
export type Preview = Output<'approval.preview'>;
export type Decided = Attempt<Output<'approval.decide'>>;

export interface ApprovalsModel {
  readonly store: StoreApi<ApprovalsData>;
  /** Never rejects: a failure is in the store. */
  refresh(): Promise<void>;
  /** Soon, and once for many calls. */
  refreshSoon(): void;
  noteEvent(event: RunEvent): void;
  /** Opens a request of the conversation in sight by itself. */
  look(scene: Scene): void;
  /** Opens one on demand. */
  review(approval: Approval, series: Review['series']): void;
  /** Closes the dialog; the request goes on waiting. */
  putAside(): void;
  /** Leaves a request that is settled. */
  goOn(): void;
  /** Answers for exactly what was shown; null when an answer to it is on its way already. */
  decide(approval: Approval, answer: Answer): Promise<Decided | null>;
  preview(approval: Approval, args: Readonly<Record<string, unknown>>): Promise<Attempt<Preview>>;
}

/** Many changes at once are one reading of the queue. */
const SOON_MS = 60;

interface Parts {
  readonly client: Client;
  readonly later: (run: () => void, ms: number) => () => void;
}

export function createApprovals({ client, later }: Parts): ApprovalsModel {
  const store = createStore<ApprovalsData>(() => ({ waiting: [], state: 'unread', reason: null, review: noReview, busy: new Set() }));
  const set = (part: (data: ApprovalsData) => Partial<ApprovalsData>): void => store.setState(part);
  let turn = 0;
  let soon = false;

  /** The shown one has left the queue without this window: how it ended is asked for. */
  const settleShown = async (): Promise<void> => {
    const { waiting, review, busy } = store.getState();
    const { shown } = review;
    if (shown === null || shown.state !== 'waiting' || busy.has(shown.id)) return;
    const known = waiting.find(({ id }) => id === shown.id);
    const read = known === undefined ? await attempt(client['approval.get']({ id: shown.id })) : ({ ok: true, value: known } as const);
    if (!read.ok && read.reason.code === 'not_connected') return;
    const now: Approval = read.ok ? read.value : { ...shown, state: 'ended' };
    set((data) => (data.busy.has(shown.id) ? {} : { review: takeShown(data.review, now) }));
  };
  const refresh = async (): Promise<void> => {
    turn += 1;
    const mine = turn;
    const read = await attempt(client['approval.list']({}));
    // An answer was given or a later reading began meanwhile.
    if (mine !== turn) return;
    if (!read.ok) return store.setState({ state: 'failed', reason: read.reason });
    store.setState({ waiting: read.value.approvals, state: 'ready', reason: null });
    await settleShown();
  };
  const refreshSoon = (): void => {
    if (soon) return;
    soon = true;
    later(() => {
      soon = false;
      void refresh();
    }, SOON_MS);
  };
  const setBusy = (id: string, on: boolean): void =>
    set(({ busy }) => ({ busy: new Set(on ? [...busy, id] : [...busy].filter((one) => one !== id)) }));

  return {
    store,
    refresh,
    refreshSoon,
    noteEvent(event) {
      const { waiting } = store.getState();
      const ends = endsRun(event.type) && waiting.some(({ runId }) => runId === event.runId);
      if (ends || event.type === 'approval.requested' || event.type === 'approval.decided') refreshSoon();
    },
    look: (scene) => set(({ review, waiting }) => ({ review: openBySelf(review, waiting, scene) })),
    review: (approval, series) => set(({ review }) => ({ review: openOne(review, approval, series) })),
    putAside: () => set(({ review, waiting }) => ({ review: putAside(review, waiting) })),
    goOn: () => set(({ review, waiting }) => ({ review: goOn(review, waiting) })),
    async decide(approval, answer) {
      const { id, nonce } = approval;
      if (store.getState().busy.has(id)) return null;
      setBusy(id, true);
      const done = await attempt(client['approval.decide']({ id, nonce, ...answer }));
      turn += 1;
      setBusy(id, false);
      if (done.ok) {
        const { state } = done.value;
        set((data) => {
          const waiting = data.waiting.filter((one) => one.id !== id);
          if (data.review.shown?.id !== id) return { waiting };
          const review = state === 'void' ? takeShown(data.review, { ...approval, state }) : goOn(data.review, waiting);
          return { waiting, review };
        });
      }
      refreshSoon();
      return done;
    },
    preview: ({ id }, args) => attempt(client['approval.preview']({ id, arguments: { ...args } })),
  };
}
