/** What the Ollama double has on disk and in memory, and how it tells of them. */
import { createHash } from 'node:crypto';
import type { Scenario, ScenarioModel } from './scenario.ts';

export interface LoadedModel {
  readonly name: string;
  /** Tokens of window. */
  readonly context: number;
  /** Epoch milliseconds; Infinity stays. */
  readonly expiresAt: number;
  /** How often it was loaded since the start. */
  readonly loads: number;
}

type Loaded = { -readonly [K in keyof LoadedModel]: LoadedModel[K] } & { previous: string };

export interface ModelShelf {
  find(name: string): ScenarioModel | undefined;
  list(): readonly ScenarioModel[];
  add(model: ScenarioModel): void;
  remove(model: ScenarioModel): void;
  /** Window that a request with this `num_ctx` gets. */
  windowFor(model: ScenarioModel, numCtx: unknown): number;
  /** What stands in the way of using a loaded model as it is; undefined if nothing does. */
  whyLoad(model: ScenarioModel, numCtx: unknown): string | undefined;
  load(model: ScenarioModel, numCtx: unknown): void;
  /** Counts the time to stay from now. */
  touch(model: ScenarioModel, keepAlive: unknown): void;
  unload(model: ScenarioModel): void;
  loaded(): readonly LoadedModel[];
  /** The prompt before on this load, and this one from now on. */
  swapPrompt(model: ScenarioModel, prompt: string): string;
}

const FIVE_MINUTES = 300_000;
const full = (name: string): string => (name.includes(':') ? name : `${name}:latest`);

export function createModelShelf(scenario: Scenario): ModelShelf {
  const models = [...scenario.models];
  const memory = new Map<string, Loaded>();
  const loads = new Map<string, number>();
  const alive = (): Loaded[] => {
    for (const [name, { expiresAt }] of memory) if (expiresAt <= Date.now()) memory.delete(name);
    return [...memory.values()];
  };
  const inMemory = (model: ScenarioModel): Loaded | undefined => alive().find(({ name }) => name === full(model.name));
  const windowFor = (model: ScenarioModel, numCtx: unknown): number => {
    const wanted = typeof numCtx === 'number' && numCtx > 0 ? numCtx : scenario.defaultContext;
    return model.loadedContext ?? Math.min(wanted, model.trainedContext);
  };
  return {
    find: (name) => models.find((model) => full(model.name) === full(name)),
    list: () => models,
    add: (model) => void models.push(model),
    remove(model) {
      models.splice(models.indexOf(model), 1);
      memory.delete(full(model.name));
    },
    windowFor,
    whyLoad(model, numCtx) {
      const now = inMemory(model);
      if (now === undefined) return 'not in memory';
      const window = windowFor(model, numCtx);
      return now.context === window ? undefined : `num_ctx changes the window from ${now.context} to ${window}`;
    },
    load(model, numCtx) {
      const name = full(model.name);
      memory.delete(name);
      while (alive().length >= scenario.maxLoaded) memory.delete(alive()[0]?.name ?? '');
      loads.set(name, (loads.get(name) ?? 0) + 1);
      const expiresAt = Date.now() + FIVE_MINUTES;
      memory.set(name, { name, context: windowFor(model, numCtx), expiresAt, loads: loads.get(name) ?? 1, previous: '' });
    },
    touch(model, keepAlive) {
      const now = inMemory(model);
      if (now === undefined) return;
      now.expiresAt = Date.now() + keepAliveMs(keepAlive);
    },
    unload: (model) => void memory.delete(full(model.name)),
    loaded: () => alive().map(({ name, context, expiresAt, loads: times }) => ({ name, context, expiresAt, loads: times })),
    swapPrompt(model, prompt) {
      const now = inMemory(model);
      const before = now?.previous ?? '';
      if (now !== undefined) now.previous = prompt;
      return before;
    },
  };
}

/** Seconds as a number or digits, or a duration such as `30m`; below zero it stays for ever. */
export function keepAliveMs(keepAlive: unknown): number {
  const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
  const written = typeof keepAlive === 'number' ? `${keepAlive}s` : typeof keepAlive === 'string' ? keepAlive : '5m';
  const parts = [...written.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)?/g)];
  if (written.startsWith('-')) return Number.POSITIVE_INFINITY;
  return parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * (units[unit ?? 's'] ?? 1000), 0);
}

const TEMPLATES: Readonly<Record<string, string>> = {
  llama:
    '{{- range .Messages }}<|start_header_id|>{{ .Role }}<|end_header_id|>\n\n{{ .Content }}<|eot_id|>{{ end }}<|start_header_id|>assistant<|end_header_id|>\n\n',
  gemma3: '{{- range .Messages }}<start_of_turn>{{ .Role }}\n{{ .Content }}<end_of_turn>\n{{ end }}<start_of_turn>model\n',
};
const CHATML = '{{- range .Messages }}<|im_start|>{{ .Role }}\n{{ .Content }}<|im_end|>\n{{ end }}<|im_start|>assistant\n';

const MODIFIED = '2026-01-05T08:00:00.000000000Z';
const digestOf = (model: ScenarioModel): string => createHash('sha256').update(full(model.name)).digest('hex');

const details = (model: ScenarioModel): Record<string, unknown> => ({
  parent_model: '',
  format: 'gguf',
  family: model.family,
  families: [model.family],
  parameter_size: model.parameterSize,
  quantization_level: model.quantization,
});

/** A row of /api/tags. */
export const tagOf = (model: ScenarioModel): Record<string, unknown> => ({
  name: full(model.name),
  model: full(model.name),
  modified_at: MODIFIED,
  size: model.size,
  digest: digestOf(model),
  details: details(model),
});

/** A row of /api/ps. */
export function psRow(model: ScenarioModel, { context, expiresAt }: LoadedModel): Record<string, unknown> {
  const until = Number.isFinite(expiresAt) ? expiresAt : Date.UTC(2318, 0, 1);
  const { name, digest, details: told } = tagOf(model);
  const size = model.size + context * 131_072;
  return {
    name,
    model: name,
    size,
    digest,
    details: told,
    expires_at: new Date(until).toISOString(),
    size_vram: size,
    context_length: context,
  };
}

/** The answer of /api/show. */
export function showOf(model: ScenarioModel): Record<string, unknown> {
  const template = TEMPLATES[model.family] ?? CHATML;
  return {
    modelfile: `# Modelfile generated by "ollama show"\nFROM ${full(model.name)}\nTEMPLATE """${template}"""\n`,
    template,
    details: details(model),
    model_info: {
      'general.architecture': model.family,
      [`${model.family}.context_length`]: model.trainedContext,
      [`${model.family}.embedding_length`]: 2560,
      'tokenizer.ggml.tokens': null,
    },
    capabilities: model.capabilities,
    modified_at: MODIFIED,
  };
}
