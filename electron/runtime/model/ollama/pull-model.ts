/** Has an Ollama server fetch a model and tells how far it is. */
import type { Answer } from '#runtime/model/chat-model';
import type { Pull } from '#shared/schema/model';
import { type Notice, notice } from '#shared/schema/notice';
import { diagnose } from './diagnose.ts';
import type { OllamaParts } from './ollama-chat.ts';
import { BrokenStream, type Line, openRequest } from './ollama-request.ts';

/** Milliseconds between two signs of progress at least. */
const PACE = 100;

export type PullModel = (name: string, onProgress: (pull: Pull) => void, signal: AbortSignal) => Promise<Answer<null>>;

/** Remembers how far each model has come, so that one that goes on does not begin at nothing. */
export function createPuller(parts: OllamaParts): PullModel {
  const reached = new Map<string, number>();
  return async (name, onProgress, signal) => {
    const progress = createProgress(name, reached.get(name) ?? 0, paced(onProgress));
    const request = openRequest(parts, signal, true);
    let finished = false;
    try {
      await request.client.pull({ model: name, stream: true });
      for await (const lines of request.lines()) {
        signal.throwIfAborted();
        for (const line of lines) progress.take(line);
        finished ||= lines.some(({ status }) => status === 'success');
        if (finished) break;
      }
      if (!finished) throw new BrokenStream(true, 'the stream ended without its last line');
      progress.end(false);
      reached.delete(name);
      return { ok: true, value: null };
    } catch (error) {
      progress.end(signal.aborted);
      if (signal.aborted) {
        reached.set(name, progress.completed());
        return stopped;
      }
      const problem = await problemOf(parts, { name, begun: progress.begun(), error });
      if (problem.code === 'pull_damaged') reached.delete(name);
      else reached.set(name, progress.completed());
      return { ok: false, error: problem };
    } finally {
      void request.close(finished);
    }
  };
}

const stopped: Answer<null> = { ok: false, error: notice('cancelled') };

async function problemOf(parts: OllamaParts, { name, begun, error }: { name: string; begun: boolean; error: unknown }): Promise<Notice> {
  const { url, environment, installed } = parts;
  const { error: found } = await diagnose(error, { url, model: name, window: 0, tries: 1, begun, environment, installed });
  const said = found.detail ?? '';
  switch (found.code) {
    // Where the server cannot be asked, the way out lies there.
    case 'ollama_not_installed':
    case 'ollama_not_running':
    case 'ollama_other_service':
    case 'model_proxy':
    case 'model_unreachable':
      return found;
    default:
      if (/digest mismatch|sha256 mismatch/i.test(said)) return notice('pull_damaged', { model: name }, said);
      if (/no space left|not enough space/i.test(said)) return notice('disk_full', undefined, said);
      if (/file does not exist|manifest unknown|invalid model name|not found/i.test(said))
        return notice('pull_unknown', { model: name }, said);
      return notice('pull_failed', { model: name }, said);
  }
}

/** Sums up the layers; what is done never grows less, even where a layer is begun anew. */
function createProgress(name: string, floor: number, { tell, flush }: Paced) {
  const layers = new Map<string, { total: number; completed: number }>();
  let completed = floor;
  let begun = false;
  return {
    take(line: Line): void {
      const { digest } = line;
      const [total, done] = [bytes(line['total']), bytes(line['completed'])];
      const status = typeof line['status'] === 'string' ? line['status'] : '';
      begun = true;
      if (typeof digest === 'string') layers.set(digest, { total, completed: Math.max(done, layers.get(digest)?.completed ?? 0) });
      const sums = [...layers.values()];
      completed = Math.max(completed, sum(sums.map((layer) => layer.completed)));
      const all = Math.max(completed, sum(sums.map((layer) => layer.total)));
      tell({ name, state: 'pulling', completed, total: layers.size === 0 ? 0 : all, status, problem: null });
    },
    /** `isStopped`: nothing more is told. */
    end: (isStopped: boolean): void => flush(isStopped),
    completed: () => completed,
    begun: () => begun,
  };
}

const bytes = (value: unknown): number => (typeof value === 'number' && value >= 0 ? value : 0);
const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

interface Paced {
  tell(pull: Pull): void;
  flush(isStopped: boolean): void;
}

/** Tells at most ten times a second; the newest state is never left untold. */
function paced(onProgress: (pull: Pull) => void): Paced {
  let waiting: Pull | undefined;
  let timer: NodeJS.Timeout | undefined;
  const send = (): void => {
    timer = undefined;
    if (waiting === undefined) return;
    const pull = waiting;
    waiting = undefined;
    timer = setTimeout(send, PACE);
    onProgress(pull);
  };
  return {
    tell(pull) {
      waiting = pull;
      if (timer === undefined) send();
    },
    flush(isStopped) {
      clearTimeout(timer);
      timer = undefined;
      if (waiting !== undefined && !isStopped) onProgress(waiting);
      waiting = undefined;
    },
  };
}
