/** The runs of one session, folded from events that may come twice, out of order or from the middle. */
import type { RunEvent } from '#shared/schema/run-event';
import { appendDelta, isOpen, projectRun, type RunView, type TextPiece } from './project-run.ts';

export interface SessionLog {
  readonly sessionId: string;
  /** Oldest first. */
  readonly runs: readonly RunView[];
  /** Events of a run whose beginning is on an older page; shown once that page is read. */
  readonly headless: readonly RunEvent[];
  /** Whether the host has older events. */
  readonly more: boolean;
  /** Cursor of the oldest event read; undefined while none is. */
  readonly oldest: number | undefined;
}

export function emptyLog(sessionId: string): SessionLog {
  return { sessionId, runs: [], headless: [], more: false, oldest: undefined };
}

function fold(events: readonly RunEvent[]): RunView[] {
  const runs = new Map<string, RunView>();
  for (const event of events) runs.set(event.runId, projectRun(runs.get(event.runId) ?? null, event));
  return [...runs.values()];
}

/** Puts a page of events (oldest first) before what is known. */
export function addPage(log: SessionLog, events: readonly RunEvent[], more: boolean): SessionLog {
  const all = [...events, ...log.headless];
  const cut = new Set(all.filter((event) => event.seq === 1).map((event) => event.runId));
  const whole = more ? all.filter((event) => cut.has(event.runId)) : all;
  const headless = more ? all.filter((event) => !cut.has(event.runId)) : [];
  const runs = fold(whole);
  const known = new Set(runs.map((run) => run.runId));
  return {
    ...log,
    runs: [...runs, ...log.runs.filter((run) => !known.has(run.runId))],
    headless,
    more,
    oldest: events[0]?.cursor ?? log.oldest,
  };
}

/** Takes live events; gives the same log back when none is new. */
export function addEvents(log: SessionLog, events: readonly RunEvent[]): SessionLog {
  let runs: RunView[] | null = null;
  for (const event of events) {
    if (event.sessionId !== log.sessionId) continue;
    const list: readonly RunView[] = runs ?? log.runs;
    const index = list.findLastIndex((run) => run.runId === event.runId);
    const before = list[index] ?? null;
    if (before === null && log.headless.some((known) => known.runId === event.runId)) {
      return addEvents({ ...log, runs: list, headless: [...log.headless, event] }, events.slice(events.indexOf(event) + 1));
    }
    const after = projectRun(before, event);
    if (after === before) continue;
    runs ??= [...log.runs];
    if (index === -1) runs.push(after);
    else runs[index] = after;
  }
  return runs === null ? log : { ...log, runs };
}

export interface Delta extends TextPiece {
  readonly runId: string;
}

export function addDeltas(log: SessionLog, deltas: readonly Delta[]): SessionLog {
  let runs: RunView[] | null = null;
  for (const delta of deltas) {
    const list: readonly RunView[] = runs ?? log.runs;
    const index = list.findLastIndex((run) => run.runId === delta.runId);
    const before = list[index];
    if (before === undefined) continue;
    const after = appendDelta(before, delta);
    if (after === before) continue;
    runs ??= [...log.runs];
    runs[index] = after;
  }
  return runs === null ? log : { ...log, runs };
}

/** The run that is going on or waits, if any: a session has one at most. */
export function openRun(log: SessionLog): RunView | null {
  return log.runs.findLast(isOpen) ?? null;
}
