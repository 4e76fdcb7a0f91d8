/** What the doubles' own tests ask with: plain requests, and the lines or events of an answer. */
import { parseScenario, type Scenario, type ScenarioInput } from './scenario.ts';

export type Json = Readonly<Record<string, unknown>>;

export function post(url: string, body: unknown, signal?: AbortSignal, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return fetch(url, { method: 'POST', body: text, headers: { 'content-type': 'application/json', ...headers }, signal: signal ?? null });
}

/** Lines of an answer as they come, up to where it breaks. */
export async function linesOf(response: Response): Promise<{ lines: string[]; broke: boolean }> {
  let text = '';
  let broke = false;
  const decoder = new TextDecoder();
  try {
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true });
  } catch {
    broke = true;
  }
  return { lines: text.split('\n').filter((line) => line !== ''), broke };
}

export async function ndjsonOf(response: Response): Promise<{ lines: Json[]; broke: boolean }> {
  const { lines, broke } = await linesOf(response);
  return { lines: lines.map((line): Json => JSON.parse(line)), broke };
}

/** Events of a stream of server-sent events, without the closing `[DONE]`. */
export async function eventsOf(response: Response): Promise<{ events: Json[]; broke: boolean; done: boolean }> {
  const { lines, broke } = await linesOf(response);
  const data = lines.map((line) => line.replace(/^data: /, ''));
  return { events: data.filter((line) => line !== '[DONE]').map((line): Json => JSON.parse(line)), broke, done: data.includes('[DONE]') };
}

/** A field deep inside of an answer, by its path. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let found = value;
  for (const step of path) found = typeof found === 'object' && found !== null ? Reflect.get(found, step) : undefined;
  return found;
}

export const joined = (values: readonly unknown[], ...path: readonly (string | number)[]): string =>
  values.map((value) => at(value, ...path) ?? '').join('');

/** A scenario of one small model. */
export const scenarioOf = (input: Partial<ScenarioInput>): Scenario =>
  parseScenario('small', { shows: 'A small one.', models: [{ name: 'small', trainedContext: 8192 }], ...input });
