/** Which models an Ollama server has in memory, and with which window. */
import { z } from 'zod';
import { openRequest, type Server } from './ollama-request.ts';

const rowSchema = z.object({
  name: z.string(),
  /** Tokens; servers of before 2025 do not tell. */
  context_length: z.number().int().positive().nullable().catch(null),
  expires_at: z.string().catch(''),
});

export interface LoadedModel {
  readonly name: string;
  readonly window: number | null;
  /** As the server writes it; it moves on with the clock until the first answer of a fresh load has ended. */
  readonly expiresAt: string;
}

export interface LoadedModels {
  /** Asks now. Rejects when the server does not answer. */
  ask(signal: AbortSignal): Promise<readonly LoadedModel[]>;
  /** The window of one model, from an answer not older than two seconds; null where it is not told. Never rejects. */
  windowOf(name: string, signal: AbortSignal): Promise<number | null>;
}

/** Milliseconds that an answer stays good for. */
const FRESH = 2_000;
/** Milliseconds after which the server is taken to be too busy to tell. */
const LIMIT = 5_000;

export function createLoadedModels(server: Server & { readonly now: () => number }): LoadedModels {
  let last: { at: number; models: readonly LoadedModel[] } | undefined;
  const ask = async (signal: AbortSignal): Promise<readonly LoadedModel[]> => {
    const request = openRequest(server, AbortSignal.any([signal, AbortSignal.timeout(LIMIT)]));
    try {
      const { models } = z.object({ models: z.array(rowSchema) }).parse(await request.client.ps());
      const seen = models.map(({ name, context_length, expires_at }) => ({ name, window: context_length, expiresAt: expires_at }));
      last = { at: server.now(), models: seen };
      return seen;
    } finally {
      await request.close(false);
    }
  };
  return {
    ask,
    async windowOf(name, signal) {
      const known = last !== undefined && server.now() - last.at < FRESH ? find(last.models, name) : undefined;
      const seen = known ?? find(await ask(signal).catch(() => []), name);
      return seen?.window ?? null;
    },
  };
}

export const find = (models: readonly LoadedModel[], name: string): LoadedModel | undefined =>
  models.find((model) => fullName(model.name) === fullName(name));

/** A name without a tag means the one that is tagged `latest`; a colon before a slash is a port. */
export const fullName = (name: string): string => (name.slice(name.lastIndexOf('/') + 1).includes(':') ? name : `${name}:latest`);
