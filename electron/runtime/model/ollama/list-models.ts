/** What an Ollama server has: its version, its models and what each of them can do. */
import { z } from 'zod';
import { capabilitySchema, type ModelInfo } from '#shared/schema/model';
import { find, type LoadedModel, type LoadedModels } from './loaded-models.ts';
import { openRequest, type Server } from './ollama-request.ts';

type Capability = ModelInfo['capabilities'][number];

export interface OllamaModel {
  readonly name: string;
  /** Bytes on the disk. */
  readonly size: number;
  /** `8.2B`, `Q4_K_M`; empty where the server does not tell. */
  readonly parameters: string;
  readonly quantization: string;
  /** Tokens it was trained for; null where the server does not tell. */
  readonly trained: number | null;
  /** Tokens of window it is in memory with; null when it is not, or the server does not tell. */
  readonly loaded: number | null;
  /** A model that only embeds has `embedding` and no `completion`. */
  readonly capabilities: readonly Capability[];
  readonly digest: string;
}

type Traits = Pick<OllamaModel, 'trained' | 'capabilities'>;

export interface Listed {
  readonly version: string;
  readonly models: OllamaModel[];
}

/** Questions about single models that are open at a time. */
const AT_ONCE = 4;

const versionSchema = z.object({ version: z.string() });
const detailsSchema = z
  .object({ parameter_size: z.string().catch(''), quantization_level: z.string().catch(''), family: z.string().catch('') })
  .catch({ parameter_size: '', quantization_level: '', family: '' });
const tagsSchema = z.object({
  models: z
    .array(z.object({ name: z.string().min(1), size: z.number().catch(0), digest: z.string().catch(''), details: detailsSchema }))
    .nullable()
    .transform((models) => models ?? []),
});
const showSchema = z.object({
  model_info: z.record(z.string(), z.unknown()).nullish().catch(null),
  capabilities: z.array(z.string()).nullish().catch(null),
});
type Tag = z.infer<typeof tagsSchema>['models'][number];

/** Keeps what a model can do by its digest, which changes with its content. The listing rejects with whatever went wrong. */
export function createModelLister(server: Server, loaded: LoadedModels): (signal: AbortSignal) => Promise<Listed> {
  const known = new Map<string, Traits>();
  return async (signal) => {
    const { version } = versionSchema.parse(await ask(server, signal, (client) => client.version()));
    const [tags, inMemory] = await Promise.all([
      ask(server, signal, (client) => client.list()).then((told) => tagsSchema.parse(told).models),
      loaded.ask(signal).catch((): readonly LoadedModel[] => []),
    ]);
    const traits = await mapAtMost(AT_ONCE, tags, (tag) => traitsOf(server, known, tag, signal));
    return { version, models: tags.map((tag, at) => modelOf(tag, traits[at] ?? guess(tag), inMemory)) };
  };
}

function modelOf({ name, size, digest, details }: Tag, { trained, capabilities }: Traits, inMemory: readonly LoadedModel[]): OllamaModel {
  const loaded = find(inMemory, name)?.window ?? null;
  return {
    name,
    size,
    parameters: details.parameter_size,
    quantization: details.quantization_level,
    trained,
    loaded,
    capabilities,
    digest,
  };
}

/** A model that the server cannot tell of is listed all the same. */
async function traitsOf(server: Server, known: Map<string, Traits>, tag: Tag, signal: AbortSignal): Promise<Traits> {
  const kept = known.get(tag.digest);
  if (kept !== undefined) return kept;
  try {
    const told = showSchema.parse(await ask(server, signal, (client) => client.show({ model: tag.name })));
    const traits = {
      trained: trainedOf(told.model_info ?? {}),
      capabilities: told.capabilities?.filter(isCapability) ?? guess(tag).capabilities,
    };
    if (tag.digest !== '') known.set(tag.digest, traits);
    return traits;
  } catch (error) {
    if (signal.aborted) throw error;
    return guess(tag);
  }
}

function trainedOf(info: Readonly<Record<string, unknown>>): number | null {
  const own = info[`${String(info['general.architecture'])}.context_length`];
  const found = own ?? Object.entries(info).find(([key]) => key.endsWith('.context_length'))?.[1];
  return typeof found === 'number' && Number.isInteger(found) && found > 0 ? found : null;
}

/** Servers of before 2025 tell no capabilities. */
const guess = ({ name, details }: Tag): Traits => ({
  trained: null,
  capabilities: /bert|embed/i.test(`${details.family} ${name}`) ? ['embedding'] : ['completion'],
});

const isCapability = (value: string): value is Capability => capabilitySchema.safeParse(value).success;

type Client = ReturnType<typeof openRequest>['client'];

async function ask<T>(server: Server, signal: AbortSignal, question: (client: Client) => Promise<T>): Promise<T> {
  const request = openRequest(server, signal);
  try {
    return await question(request.client);
  } finally {
    await request.close(false);
  }
}

async function mapAtMost<T, R>(limit: number, items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  const rest = items.entries();
  const take = async (): Promise<void> => {
    for (const [at, item] of rest) done[at] = await work(item);
  };
  await Promise.all(Array.from({ length: limit }, take));
  return done;
}
