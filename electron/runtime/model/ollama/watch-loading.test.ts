/** Loading and reading told apart by what a server lists. */
import { expect, test } from 'vitest';
import type { ModelPhase } from '#shared/schema/model';
import type { LoadedModel } from './loaded-models.ts';
import { Refusal } from './ollama-request.ts';
import { watchLoading } from './watch-loading.ts';

const model = (expiresAt: string, window: number | null = 4_096): LoadedModel => ({ name: 'small:latest', window, expiresAt });
const other: LoadedModel = { name: 'other:latest', window: 4_096, expiresAt: '' };

/** What is told while the looks come to these answers; it is stopped after the last of them. */
async function told(answers: readonly (readonly LoadedModel[] | Error)[]): Promise<{ phases: ModelPhase[]; looks: number }> {
  const stop = new AbortController();
  let looks = 0;
  const ask = async (): Promise<readonly LoadedModel[]> => {
    const answer = answers[looks++] ?? [];
    if (looks > answers.length) stop.abort();
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const phases: ModelPhase[] = [];
  for await (const phase of watchLoading({ ask, windowOf: async () => null }, 'small', stop.signal)) phases.push(phase);
  return { phases, looks: Math.min(looks, answers.length) };
}

test.concurrent.each<[string, readonly (readonly LoadedModel[] | Error)[], ModelPhase[]]>([
  ['is loaded and answers others', [[model('1')], [model('1')]], ['reading']],
  ['is not listed until it is loaded', [[other], [other, model('1')], [model('1')]], ['loading', 'reading']],
  ['is listed from the start of its load, with a time that moves', [[model('1')], [model('2')], [model('3')]], ['loading']],
  ['is loaded anew with another window', [[model('1')], [model('1', 8_192)], [model('1', 8_192)]], ['loading', 'reading']],
  ['cannot be asked after', [new Refusal(404, '404 page not found', false)], ['reading']],
  [
    'is of a server that is silent for a while',
    [new Error('late'), [], new Error('late'), [model('1')], [model('1')]],
    ['loading', 'reading'],
  ],
])('a model that %s', async (_, answers, phases) => {
  expect(await told(answers)).toEqual({ phases, looks: answers.length });
});

test('nothing is asked once it was stopped', async () => {
  const stop = new AbortController();
  stop.abort();
  const ask = async (): Promise<never> => {
    throw new Error('was asked');
  };
  for await (const phase of watchLoading({ ask, windowOf: async () => null }, 'small', stop.signal)) expect(phase).toBeUndefined();
});
