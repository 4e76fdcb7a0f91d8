/** An Ollama server: what it has, the models it answers with, and fetching new ones. */
import { directFetch, type Fetch } from '#runtime/http/direct-fetch';
import type { Answer, ChatModel } from '#runtime/model/chat-model';
import { notice } from '#shared/schema/notice';
import { diagnose } from './diagnose.ts';
import { type Environment, hasOllama } from './find-ollama.ts';
import { createModelLister, type Listed } from './list-models.ts';
import { createLoadedModels } from './loaded-models.ts';
import { createOllamaModel, type ModelOptions, type OllamaParts } from './ollama-chat.ts';
import { createPuller, type PullModel } from './pull-model.ts';

export { ollamaAddress } from './ollama-address.ts';

export interface OllamaServer {
  readonly url: string;
  /** Asks for everything; given up with `model_unreachable` after 10 seconds. Never rejects: a stopped look is `cancelled`. */
  look(signal: AbortSignal): Promise<Answer<Listed>>;
  /** Asks nothing yet. `name` is the server's own. */
  model(options: ModelOptions): ChatModel;
  /** Never rejects. After a stop (`cancelled`) and after a failure the server keeps what has arrived, and goes on from there when asked again. */
  readonly pull: PullModel;
}

export interface OllamaOptions {
  /** As `ollamaAddress` gives it. */
  readonly url: string;
  /** As Ollama writes it: `30m`, `-1`. */
  readonly keepAlive: string;
  readonly fetch?: Fetch;
  /** Milliseconds that only grow. */
  readonly now?: () => number;
  /** For proxies, and for where a program may lie. */
  readonly environment?: Environment;
  /** Whether an `ollama` program is on this computer. */
  readonly installed?: () => Promise<boolean>;
}

const LOOK_LIMIT = 10_000;

export function createOllamaServer(options: OllamaOptions): OllamaServer {
  const { url, keepAlive, fetch = directFetch, now = () => performance.now(), environment = process.env } = options;
  const installed = options.installed ?? (() => hasOllama({ environment, platform: process.platform }));
  const loaded = createLoadedModels({ url, fetch, now });
  const parts: OllamaParts = { url, keepAlive, fetch, now, environment, installed, loaded };
  const list = createModelLister(parts, loaded);
  return {
    url,
    async look(signal) {
      try {
        return { ok: true, value: await list(AbortSignal.any([signal, AbortSignal.timeout(LOOK_LIMIT)])) };
      } catch (error) {
        if (signal.aborted) return { ok: false, error: notice('cancelled') };
        const failure = await diagnose(error, { url, model: '', window: 0, tries: 1, begun: false, environment, installed });
        return { ok: false, error: failure.error };
      }
    },
    model: (about) => createOllamaModel(parts, about),
    pull: createPuller(parts),
  };
}
