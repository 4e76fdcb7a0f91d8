/** By hand: plays a scenario on a port and prints what it is asked. `node e2e/doubles/run.ts SCENARIO [--port 11434] [--openai]` */
import { parseArgs } from 'node:util';
import type { Asked } from './loopback.ts';
import { startOllamaDouble } from './ollama-double.ts';
import { startOpenAiDouble } from './openai-double.ts';
import { loadScenario, scenarioNames } from './scenario.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { port: { type: 'string', default: '11434' }, openai: { type: 'boolean', default: false } },
});
const [wanted = ''] = positionals;

if (wanted.endsWith('.json') || scenarioNames().includes(wanted)) await play(wanted).catch(say);
else {
  if (wanted !== '') console.error(`There is no scenario '${wanted}'.`);
  console.error('Usage: node e2e/doubles/run.ts SCENARIO [--port 11434] [--openai]\n');
  for (const name of scenarioNames()) console.error(`  ${name.padEnd(22)} ${loadScenario(name).shows}`);
  process.exitCode = 2;
}

/** Most often another server has the port already. */
function say(error: unknown): void {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

async function play(name: string): Promise<void> {
  const scenario = loadScenario(name);
  const start = values.openai ? startOpenAiDouble : startOllamaDouble;
  const server = await start(scenario, {
    port: Number(values.port),
    onRequest: ({ method, path, body }) => console.log(`> ${method} ${path} ${short(body)}`),
    onEnd: (asked) => console.log(`< ${asked.method} ${asked.path} ${outcome(asked)}`),
  });
  console.log(`${scenario.name}: ${scenario.shows}`);
  console.log(`${values.openai ? 'Compatible API' : 'Ollama API'} at ${server.url}${values.openai ? '/v1' : ''}; Ctrl+C ends it.`);
  process.once('SIGINT', () => void server.close());
}

function short(body: unknown): string {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return text.length > 300 ? `${text.slice(0, 300)}... (${text.length} characters)` : text;
}

function outcome({ status, aborted, cut, prompt, remarks }: Asked): string {
  const end = aborted ? 'the client left' : cut ? 'the connection was cut' : `${status ?? 'no status'}`;
  const tokens = prompt === undefined ? '' : `, prompt of ${prompt.all} tokens, ${prompt.shared} known, ${prompt.told} told`;
  return `${end}${tokens}${remarks.map((remark) => `, ${remark}`).join('')}`;
}
