/** How the Ollama double answers POST /api/pull: progress lines, faults once, and a next try that goes on where the last one ended. */
import { bodyOf, type Exchange } from './loopback.ts';
import type { ModelShelf } from './ollama-models.ts';
import { type Pull, parseScenario, type Scenario, type ScenarioModel } from './scenario.ts';

/** Keeps how far each model has come. */
export function createPuller(scenario: Scenario, shelf: ModelShelf): (exchange: Exchange) => Promise<void> {
  const progress = new Map<string, { done: number; faults: Set<number> }>();
  return async (exchange) => {
    const body = bodyOf(exchange);
    const name = body?.['model'] ?? body?.['name'];
    if (typeof name !== 'string' || name === '') return exchange.json(400, { error: 'invalid model name' });
    const pull = scenario.pulls[name];
    const line = lineWriter(exchange, body?.['stream'] !== false);
    await line({ status: 'pulling manifest' });
    if (pull === undefined) return line.fail('pull model manifest: file does not exist');
    const state = progress.get(name) ?? { done: 0, faults: new Set<number>() };
    progress.set(name, state);
    const ended = await download(exchange, pull, state, line);
    if (!ended) return;
    for (const status of ['verifying sha256 digest', 'writing manifest']) await line({ status });
    if (shelf.find(name) === undefined) shelf.add(modelOf(name, pull));
    await line({ status: 'success' });
    line.end();
  };
}

/** False after a fault: the answer has ended then. */
async function download(exchange: Exchange, pull: Pull, state: { done: number; faults: Set<number> }, line: LineWriter): Promise<boolean> {
  const { digest, total } = pull;
  const status = `pulling ${digest.replace('sha256:', '').slice(0, 12)}`;
  await line(state.done === 0 ? { status, digest, total } : { status, digest, total, completed: state.done });
  while (state.done < total) {
    await exchange.pause(pull.delayMs);
    const next = Math.min(total, state.done + pull.chunkBytes);
    const fault = [pull.failAt, pull.cutAt].find((at) => at !== undefined && at <= next && !state.faults.has(at));
    state.done = fault ?? next;
    await line({ status, digest, total, completed: state.done });
    if (fault === undefined) continue;
    state.faults.add(fault);
    if (fault === pull.cutAt) exchange.cut();
    else await line.fail(pull.failText);
    return false;
  }
  return true;
}

interface LineWriter {
  (line: Readonly<Record<string, unknown>>): Promise<void>;
  fail(text: string): Promise<void>;
  end(): void;
}

function lineWriter(exchange: Exchange, streams: boolean): LineWriter {
  let opened = false;
  const write = async (line: unknown): Promise<void> => {
    if (!streams) return;
    if (!opened) exchange.open(200, 'application/x-ndjson');
    opened = true;
    await exchange.write(`${JSON.stringify(line)}\n`);
  };
  return Object.assign(write, {
    async fail(text: string) {
      if (!streams) return exchange.json(500, { error: text });
      await write({ error: text });
      exchange.end();
    },
    end: () => (streams ? exchange.end() : exchange.json(200, { status: 'success' })),
  });
}

/** What has been pulled is as the scenario says, or an ordinary model of that size. */
function modelOf(name: string, pull: Pull): ScenarioModel {
  const model = pull.model ?? { size: pull.total };
  const [made] = parseScenario('pull', { shows: name, models: [{ ...model, name }] }).models;
  if (made === undefined) throw new Error(`no model was made for '${name}'`);
  return made;
}
