/** What a model server double plays: the schema of a scenario file, and its loader. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const count = z.number().int().nonnegative();
const milliseconds = count.max(3_600_000);
const textOrObject = z.union([z.string(), z.record(z.string(), z.unknown())]);

const modelSchema = z.strictObject({
  name: z.string().min(1),
  /** Bytes on disk. */
  size: count.default(2_019_393_189),
  parameterSize: z.string().default('3.2B'),
  quantization: z.string().default('Q4_K_M'),
  /** Architecture, and with it the prompt template that /api/show tells. */
  family: z.string().default('qwen3'),
  capabilities: z.array(z.enum(['completion', 'tools', 'thinking', 'vision', 'embedding', 'insert'])).default(['completion', 'tools']),
  /** Tokens it was trained for. */
  trainedContext: count.default(32_768),
  /** Tokens it is loaded with whatever was asked for; without it `num_ctx` decides. */
  loadedContext: count.optional(),
});

const turnSchema = z
  .strictObject({
    /** Plays only for a last user message that contains this, or that fits it if written as /regex/flags; until then it waits. */
    match: z.string().min(1).optional(),
    repeat: z.union([count.min(1), z.literal('forever')]).default(1),
    /** Sent as JSON text. */
    decision: z.record(z.string(), z.unknown()).optional(),
    /** The decision's answer is repeated up to this many characters. */
    answerLength: count.optional(),
    /** Sent as it stands. */
    text: z.string().optional(),
    thinking: z.string().optional(),
    /** Thinking comes inside the text, between think tags. */
    thinkingInline: z.boolean().default(false),
    pieceLength: count.min(1).default(12),
    delayMs: milliseconds.default(0),
    /** Reading the prompt: nothing comes, not even headers. */
    firstDelayMs: milliseconds.default(0),
    /** Loading the model, before that. */
    loadMs: milliseconds.default(0),
    /** Bytes a packet, wherever lines and characters end. */
    packetBytes: count.min(1).optional(),
    /** Characters of text after which the connection breaks. */
    cutAfter: count.optional(),
    /** Characters of text after which nothing more comes, on an open connection. */
    stallAfter: count.optional(),
    /** Answered instead of a stream: an error text, an object as it stands, or HTML. */
    status: z.number().int().min(100).max(599).optional(),
    body: textOrObject.optional(),
    /** Seconds in a retry-after header. */
    retryAfter: count.optional(),
    /** An error in the middle of the stream, after so many characters of text or else at its end. */
    errorLine: z.string().optional(),
    errorAfter: count.optional(),
    /** Told instead of what the double counted. */
    usage: z.strictObject({ promptEvalCount: count.optional(), evalCount: count.optional() }).optional(),
    doneReason: z.enum(['stop', 'length']).default('stop'),
    /** Tokens of prompt above which the server cuts it silently; without it the loaded window. */
    truncatesAt: count.optional(),
    /** Tokens of prompt above which the server refuses. */
    refusesOver: count.optional(),
    /** The server pays no attention to a schema; otherwise a request without one is remarked on. */
    format: z.literal('ignored').optional(),
  })
  .refine((turn) => turn.decision === undefined || turn.text === undefined, 'either decision or text, not both')
  .refine((turn) => turn.decision !== undefined || turn.text !== undefined || turn.status !== undefined || turn.errorLine !== undefined, {
    message: 'a turn needs one of: decision, text, status, errorLine',
  });

const pullSchema = z.strictObject({
  total: count.min(1),
  chunkBytes: count.min(1),
  delayMs: milliseconds.default(0),
  digest: z.string().default(`sha256:${'ab'.repeat(32)}`),
  /** Bytes at which an error comes; once, the next pull goes on from there. */
  failAt: count.optional(),
  failText: z.string().default('max retries exceeded: unexpected EOF'),
  /** Bytes at which the connection breaks; once. */
  cutAt: count.optional(),
  model: modelSchema.omit({ name: true }).optional(),
});

const pageSchema = z.strictObject({ status: z.number().int().min(100).max(599).default(200), body: z.string() });

const scenarioSchema = z.strictObject({
  /** One sentence: what this shows. */
  shows: z.string().min(1),
  version: z.string().default('0.32.9'),
  models: z.array(modelSchema).default([]),
  turns: z.array(turnSchema).default([]),
  pulls: z.record(z.string(), pullSchema).default({}),
  /** Another service on the port: pages by path, `*` for every other path. */
  instead: z.record(z.string(), pageSchema).optional(),
  /** What becomes of a prompt over the window; without it Ollama's double truncates and the compatible one refuses. */
  overflow: z.enum(['truncates', 'refuses']).optional(),
  /** Tokens of window without `num_ctx`. */
  defaultContext: count.default(4096),
  /** Models that fit into memory together; loading one more evicts the oldest. */
  maxLoaded: count.min(1).default(3),
  /** The prompt count leaves out what the previous prompt began with. */
  countsOnlyNew: z.boolean().default(false),
  /** Compatible API: the key it wants. */
  key: z.string().optional(),
  /** Compatible API: refuses `response_format`. */
  noResponseFormat: z.boolean().default(false),
  /** Compatible API: the model list tells `max_model_len`. */
  tellsWindow: z.boolean().default(false),
});

export type ScenarioModel = z.infer<typeof modelSchema>;
export type Turn = z.infer<typeof turnSchema>;
export type TurnInput = z.input<typeof turnSchema>;
export type Pull = z.infer<typeof pullSchema>;
export type ScenarioInput = z.input<typeof scenarioSchema>;
export interface Scenario extends z.infer<typeof scenarioSchema> {
  readonly name: string;
}

const folder = new URL('./scenarios/', import.meta.url);

/** Names of the scenarios that lie beside this file, in order. */
export function scenarioNames(): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .sort();
}

/** Checks a scenario and fills in what it leaves out. @throws an Error that names the scenario and each wrong field. */
export function parseScenario(name: string, input: unknown): Scenario {
  const parsed = scenarioSchema.safeParse(input);
  if (!parsed.success) throw new Error(`scenario '${name}' is not right:\n${z.prettifyError(parsed.error)}`);
  return { name, ...parsed.data };
}

export function parseTurn(input: TurnInput): Turn {
  const parsed = turnSchema.safeParse(input);
  if (!parsed.success) throw new Error(`this turn is not right:\n${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

/** Loads a scenario by its name, or a file of one by its path (anything that ends in `.json`). @throws an Error that says what is wrong with it. */
export function loadScenario(nameOrPath: string): Scenario {
  const isPath = nameOrPath.endsWith('.json');
  if (!isPath && !scenarioNames().includes(nameOrPath))
    throw new Error(`there is no scenario '${nameOrPath}'; there are: ${scenarioNames().join(', ')}`);
  const path = isPath ? nameOrPath : fileURLToPath(new URL(`${nameOrPath}.json`, folder));
  const name = basename(path, '.json');
  try {
    return parseScenario(name, JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    if (error instanceof SyntaxError) throw new Error(`scenario '${name}' is not JSON: ${error.message}`);
    throw error;
  }
}
