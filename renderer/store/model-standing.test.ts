/** Tests of what is shown of the models in the person's order. */
import { expect, test } from 'vitest';
import { type ModelInfo, type ModelSource, OFFLINE_MODEL } from '#shared/schema/model';
import { notice } from '#shared/schema/notice';
import { labelsOf, listed, standingOf } from './model-standing.ts';

function info(id: string, capabilities: ModelInfo['capabilities'] = ['completion']): ModelInfo {
  const name = id.slice(id.indexOf('/') + 1);
  const about = { id, name, kind: 'ollama', size: null, parameters: '', quantization: '', digest: '', exam: null } as const;
  return { ...about, trained: null, window: 8_192, loaded: null, capabilities };
}

function source(id: string, models: ModelInfo[], problem: ModelSource['problem'] = null): ModelSource {
  const state = problem === null ? 'ready' : 'unreachable';
  return { id, kind: 'ollama', name: id, url: 'http://127.0.0.1:1', state, problem, version: '', hasKey: false, models };
}

test('a model of the order is found, not there, behind a server that does not answer, or of none that is known', () => {
  const sources = [source('ollama', [info('ollama/hf.co/a/b:Q4')]), source('desk', [], notice('model_unreachable', { url: '' }))];
  const of = (id: string, state: 'ready' | 'reading' = 'ready') => standingOf(id, { state, sources });
  expect([of('ollama/hf.co/a/b:Q4'), of(OFFLINE_MODEL)]).toEqual(['ready', 'ready']);
  expect([of('ollama/gone'), of('desk/big'), of('gone/x'), of('gone/x', 'reading')]).toEqual([
    'missing',
    'unreachable',
    'no-server',
    'unknown',
  ]);
});

test('models are listed by server and name, those that only embed left out, those of which nothing is told left in', () => {
  const ollama = source('ollama', [info('ollama/qwen3:14b'), info('ollama/bge-m3', ['embedding']), info('ollama/qwen3:8b')]);
  const ids = listed([ollama, source('desk', [info('desk/a', [])])], 'en').map(({ id }) => id);
  expect(ids).toEqual(['ollama/qwen3:8b', 'ollama/qwen3:14b', 'desk/a']);
});

test('two models of one name are told apart by their servers', () => {
  const sources = [source('ollama', [info('ollama/a'), info('ollama/b')]), source('desk', [info('desk/a')])];
  expect(Object.fromEntries(labelsOf(listed(sources, 'en'), sources))).toEqual({
    'ollama/a': 'a · ollama',
    'ollama/b': 'b',
    'desk/a': 'a · desk',
  });
});
