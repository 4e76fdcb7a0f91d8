/** Opens a window without a window on a host in memory, for tests of the stores. */
import { afterEach } from 'vitest';
import type { PanePlace } from './inspector-store.ts';
import type { SmallHost } from './small-host.fixture.ts';
import { createWindowModel, type WindowModel } from './window-model.ts';

export interface Opened {
  readonly model: WindowModel;
  /** Runs what was put off, as if the time had passed. */
  readonly pass: () => Promise<void>;
  readonly close: () => void;
}
const open: Opened[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

export const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

const CLOSED: PanePlace = { read: () => ({ open: false, tab: 'context' }), write: () => {} };

export async function openWindow(host: SmallHost, place: { id: string | null } = { id: null }, pane = CLOSED): Promise<Opened> {
  const due = new Set<() => void>();
  const stop = new AbortController();
  let key = 0;
  const model = createWindowModel({
    transport: host.transport,
    isRefused: () => false,
    frame: (run) => void setImmediate(run),
    later(run) {
      due.add(run);
      return () => void due.delete(run);
    },
    now: () => 0,
    newKey: () => `key-${open.length}-${++key}`,
    pane,
    place: { read: () => place.id, write: (id) => Object.assign(place, { id }) },
  });
  void model.start(stop.signal);
  await settle();
  const pass = async (): Promise<void> => {
    for (const run of [...due]) {
      due.delete(run);
      run();
    }
    await settle();
  };
  const opened = { model, pass, close: () => stop.abort() };
  open.push(opened);
  return opened;
}

export const titles = ({ model }: Opened): string[] => model.sessions.store.getState().sessions.map(({ title }) => title);
export const shown = ({ model }: Opened): (string | undefined)[] =>
  model.thread.store.getState().log.runs.flatMap((run) => [run.message, run.answer?.text]);
export const text = ({ model }: Opened, key: string): string | undefined => model.composer.store.getState().texts[key];

export async function say({ model }: Opened, words: string): Promise<void> {
  model.composer.setText(model.thread.store.getState().openId ?? '', words);
  await model.submit();
  await settle();
}
