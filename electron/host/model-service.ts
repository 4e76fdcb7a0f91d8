/** The models of this host: found on their servers, chosen for conversations, fetched, and examined. */
import type { Clock } from '#runtime/clock';
import type { ChatModel } from '#runtime/model/chat-model';
import { createFallbackModel } from '#runtime/model/fallback-model';
import { runExam } from '#runtime/planner/exam/run-exam';
import { CallError } from '#shared/contract/call-error';
import type { Push } from '#shared/contract/wire';
import { type Exam, type ModelSource, OFFLINE_MODEL, type Pull } from '#shared/schema/model';
import { notice } from '#shared/schema/notice';
import { endpointSource, fitOf, ollamaSource, type ServerParts, type Servers, serversOf, WHOLE, windowOf } from './model-servers.ts';

export interface ModelService {
  /** The one that decides, with those that stand in for it. Never asks a server. `chosen` is a conversation's own; empty for none. */
  decider(chosen: string): ChatModel;
  /** Asks every server. */
  list(signal: AbortSignal): Promise<{ sources: ModelSource[]; pulls: Pull[]; exams: string[] }>;
  /** Returns once it has begun. */
  pull(name: string): void;
  pause(name: string, forget: boolean): void;
  /** Throws CallError when one is under way, and for what stands in its way. */
  exam(id: string): Promise<Exam>;
  stopExam(id: string): void;
  close(): void;
}

export interface ModelServiceParts extends ServerParts {
  readonly offline: ChatModel;
  readonly clock: Clock;
  readonly signal: (push: Exclude<Push, { kind: 'event' } | { kind: 'behind' }>) => void;
}

export function createModelService(parts: ModelServiceParts): ModelService {
  const pulls = new Map<string, { pull: Pull; stop: AbortController }>();
  const exams = new Map<string, AbortController>();
  const servers = serversOf(parts);
  const resolve = (id: string): ChatModel | null => resolveModel(parts, servers, id);
  const tellPull = (pull: Pull): void => parts.signal({ kind: 'pull', pull });

  const fetchModel = async (name: string, stop: AbortController): Promise<void> => {
    const keep = (pull: Pull): void => {
      if (pulls.get(name)?.stop !== stop) return;
      pulls.set(name, { pull, stop });
      tellPull(pull);
    };
    const now = (): Pull => pulls.get(name)?.pull ?? waiting(name);
    const server = servers.ollama();
    const done = server.ok ? await server.value.pull(name, keep, stop.signal) : server;
    if (stop.signal.aborted) return;
    keep(done.ok ? { ...now(), state: 'done', problem: null } : { ...now(), state: 'failed', problem: done.error });
    if (done.ok) parts.signal({ kind: 'changed', what: 'models' });
  };

  const list: ModelService['list'] = async (signal) => {
    const sources = await Promise.all([
      ollamaSource(parts, servers, signal),
      ...parts.settings().endpoints.map((endpoint) => endpointSource(parts, servers, endpoint, signal)),
    ]);
    return { sources, pulls: [...pulls.values()].map(({ pull }) => pull), exams: [...exams.keys()] };
  };

  return {
    decider: (chosen) => deciderOf(parts, resolve, chosen),
    list,
    pull(name) {
      const known = pulls.get(name);
      if (known?.pull.state === 'pulling') return;
      const stop = new AbortController();
      const pull: Pull = { ...(known?.pull ?? waiting(name)), state: 'pulling', problem: null };
      pulls.set(name, { pull, stop });
      tellPull(pull);
      void fetchModel(name, stop);
    },
    pause(name, forget) {
      const known = pulls.get(name);
      if (known === undefined) return;
      known.stop.abort();
      const pull: Pull = { ...known.pull, state: known.pull.state === 'pulling' ? 'paused' : known.pull.state };
      if (!forget) {
        pulls.set(name, { ...known, pull });
        return tellPull(pull);
      }
      pulls.delete(name);
      parts.signal({ kind: 'changed', what: 'models' });
    },
    async exam(id) {
      const model = resolve(id);
      if (model === null) throw new CallError(notice('model_unknown', { model: id }));
      if (exams.has(id)) throw new CallError(notice('exam_running', { model: model.name }));
      const stop = new AbortController();
      exams.set(id, stop);
      parts.signal({ kind: 'changed', what: 'models' });
      try {
        const { store, clock } = parts;
        // A result is bound to the content that sat it, which only the server can name.
        if (store.facts(id) === null) await list(stop.signal);
        const onProgress = (done: number, total: number): void => parts.signal({ kind: 'exam', progress: { modelId: id, done, total } });
        const plain = { ...(resolve(id) ?? model), fit: WHOLE };
        const done = await runExam({
          model: plain,
          digest: store.facts(id)?.digest ?? '',
          at: clock.now(),
          onProgress,
          signal: stop.signal,
        });
        if (!done.ok) throw new CallError(done.error);
        store.setExam(id, done.value);
        return done.value;
      } finally {
        exams.delete(id);
        parts.signal({ kind: 'changed', what: 'models' });
      }
    },
    stopExam: (id) => exams.get(id)?.abort(),
    close() {
      for (const { stop } of pulls.values()) stop.abort();
      for (const stop of exams.values()) stop.abort();
    },
  };
}

const waiting = (name: string): Pull => ({ name, state: 'pulling', completed: 0, total: 0, status: '', problem: null });

function deciderOf(parts: ModelServiceParts, resolve: (id: string) => ChatModel | null, chosen: string): ChatModel {
  const { order } = parts.settings();
  const ids = [...new Set(chosen === '' ? order : [chosen, ...order])];
  const models = ids.flatMap((id) => (id === OFFLINE_MODEL ? parts.offline : (resolve(id) ?? [])));
  const [first, ...others] = models;
  if (first === undefined) return parts.offline;
  return others.length === 0 ? first : createFallbackModel([first, ...others]);
}

/** null for a source that is not there any more. */
function resolveModel(parts: ModelServiceParts, servers: Servers, id: string): ChatModel | null {
  const cut = id.indexOf('/');
  const [source, name] = [id.slice(0, cut), id.slice(cut + 1)];
  if (cut < 1 || name === '') return null;
  const facts = parts.store.facts(id);
  const fit = fitOf(parts, id);
  const window = windowOf(parts, id);
  if (source === 'ollama') {
    const server = servers.ollama();
    return server.ok ? server.value.model({ id, name, window, thinking: facts?.capabilities.includes('thinking') ?? false, fit }) : null;
  }
  const endpoint = parts.settings().endpoints.find((one) => one.id === source);
  return endpoint === undefined ? null : servers.of(endpoint).model({ id, name, window, fit });
}
