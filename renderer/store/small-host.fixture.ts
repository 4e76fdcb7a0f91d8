/** A host in memory for tests of the window's stores: a log, sessions, and a line that can be cut. */
import type { Envelope, Push, Request, Transport } from '#shared/contract/wire';
import { type Notice, notice } from '#shared/schema/notice';
import { type EventBody, endsRun, type RunEvent } from '#shared/schema/run-event';
import type { Session } from '#shared/schema/session';

type Input = Record<string, string | undefined>;

export interface SmallHost {
  readonly transport: Transport;
  readonly sessions: Session[];
  readonly log: RunEvent[];
  readonly calls: { readonly method: string; readonly input: Input }[];
  /** While true nobody answers and the streams break. */
  setDown(down: boolean): void;
  emit(runId: string, sessionId: string, ...bodies: EventBody[]): void;
  push(push: Push): void;
  /** Answers a method otherwise than usual; a promise is waited for. */
  readonly answers: Map<string, (input: Input) => unknown>;
  streams(): number;
}

export class Refusal extends Error {
  readonly notice: Notice;
  constructor(reason: Notice) {
    super(reason.code);
    this.notice = reason;
  }
}

function newSession(id: string, title: string, at: number): Session {
  return { id, title, kind: 'main', pinned: false, createdAt: at, updatedAt: at, deletedAt: null, model: '', draft: '', activeRun: null };
}

export function smallHost(): SmallHost {
  const sessions: Session[] = [];
  const log: RunEvent[] = [];
  const calls: SmallHost['calls'] = [];
  const answers: SmallHost['answers'] = new Map();
  const streams = new Set<{ readonly queue: (Push | null)[]; wake: () => void }>();
  const keys = new Map<string, { runId: string; sessionId: string }>();
  let down = false;
  let time = 1000;
  const send = (push: Push | null): void => {
    for (const stream of streams) {
      stream.queue.push(push);
      stream.wake();
    }
  };
  const edit = (id: string | undefined, change: Partial<Session>): Session => {
    const index = sessions.findIndex((session) => session.id === id);
    const before = sessions[index];
    if (before === undefined) throw new Refusal(notice('session_unknown'));
    const after = { ...before, ...change };
    sessions[index] = after;
    send({ kind: 'changed', what: 'sessions' });
    return after;
  };
  const emit: SmallHost['emit'] = (runId, sessionId, ...bodies) => {
    for (const body of bodies) {
      time += 1;
      const seq = log.filter((event) => event.runId === runId).length + 1;
      const event: RunEvent = { cursor: log.length + 1, runId, sessionId, seq, at: time, v: 1, ...body };
      log.push(event);
      const activeRun = endsRun(body.type) ? null : { id: runId, state: 'running' as const };
      const index = sessions.findIndex((session) => session.id === sessionId);
      sessions[index] = { ...(sessions[index] as Session), activeRun, updatedAt: time };
      send({ kind: 'event', event });
    }
  };
  const start = (input: Input): { runId: string; sessionId: string } => {
    const twice = keys.get(input['key'] ?? '');
    if (twice !== undefined) return twice;
    const text = input['text'] ?? '';
    const sessionId = input['sessionId'] ?? `session-${sessions.length + 1}`;
    if (input['sessionId'] === undefined) sessions.push(newSession(sessionId, text, time));
    if (edit(sessionId, { draft: '' }).activeRun !== null) throw new Refusal(notice('run_active'));
    const run = { runId: `run-${log.length + 1}`, sessionId };
    keys.set(input['key'] ?? '', run);
    emit(
      run.runId,
      sessionId,
      { type: 'run.started', model: 'offline-rules', kind: 'main', mode: 'full' },
      { type: 'message.received', text },
    );
    return run;
  };
  const handlers: Record<string, (input: Input) => unknown> = {
    'app.state': () => appState(log.length),
    'session.list': () => ({ sessions: sessions.filter((session) => session.deletedAt === null) }),
    'session.create': () => {
      const made = newSession(`session-${sessions.length + 1}`, '', time);
      sessions.push(made);
      return made;
    },
    'session.rename': (input) => edit(input['sessionId'], { title: input['title'] ?? '' }),
    'session.delete': (input) => edit(input['sessionId'], { deletedAt: time }) && { done: true },
    'session.restore': (input) => edit(input['sessionId'], { deletedAt: null }),
    'session.draft': (input) => edit(input['sessionId'], { draft: input['text'] ?? '' }) && { done: true },
    'session.events': (input) => ({ events: log.filter((event) => event.sessionId === input['sessionId']), more: false }),
    'run.start': start,
    'run.cancel': (input) => {
      const event = log.find(({ runId }) => runId === input['runId']);
      if (event !== undefined) emit(event.runId, event.sessionId, { type: 'run.cancelled', steps: 1 });
      return { done: true };
    },
  };
  const call = async (request: Request): Promise<Envelope> => {
    if (down) throw new Error('nobody there');
    const input = request.input as Input;
    calls.push({ method: request.method, input });
    try {
      return { ok: true, output: await (answers.get(request.method) ?? handlers[request.method])?.(input) };
    } catch (error) {
      if (error instanceof Refusal) return { ok: false, error: error.notice };
      throw error;
    }
  };
  return {
    transport: { call, events: (after, signal) => follow(after, signal) },
    sessions,
    log,
    calls,
    answers,
    emit,
    push: send,
    streams: () => streams.size,
    setDown(value) {
      down = value;
      if (value) send(null);
    },
  };

  async function* follow(after: number, signal: AbortSignal): AsyncIterable<Push> {
    if (down) throw new Error('nobody there');
    const stream = {
      queue: log.filter(({ cursor }) => cursor > after).map((event): Push | null => ({ kind: 'event', event })),
      wake: () => {},
    };
    streams.add(stream);
    signal.addEventListener('abort', () => stream.wake());
    try {
      while (!signal.aborted) {
        const next = stream.queue.shift();
        if (next === null) throw new Error('cut');
        if (next !== undefined) yield next;
        else await new Promise<void>((resolve) => Object.assign(stream, { wake: resolve }));
      }
    } finally {
      streams.delete(stream);
    }
  }
}

function appState(cursor: number) {
  return {
    version: '0.1.0',
    shell: 'browser',
    platform: 'test',
    dataFolder: '/data',
    cursor,
    settings: {
      version: 1,
      language: 'en',
      theme: 'system',
      workspace: '',
      zone: '',
      memory: { halfLifeDays: 30, floor: 0.8, citations: 'auto' },
      trustedWorkspaces: [],
    },
    workspace: { path: '/reins', state: 'ready', trusted: true, personaFiles: [] },
    model: { id: 'offline-rules', kind: 'offline-rules' },
    index: { state: 'ready', files: 0, chunks: 0, done: 0, total: 0 },
    sandbox: { kind: 'bubblewrap', reason: null },
    waiting: 0,
    identity: { name: 'Reins', emoji: '' },
    problems: [],
  };
}
