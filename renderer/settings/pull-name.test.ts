/** Tests of reading the name of a model to fetch. */
import { expect, test } from 'vitest';
import { pulledName } from './pull-name.ts';

test.each([
  [' qwen3:8b ', 'qwen3:8b'],
  ['ollama run qwen3:8b', 'qwen3:8b'],
  ['$ ollama pull hf.co/bartowski/Llama-3.2-3B:Q4_K_M', 'hf.co/bartowski/Llama-3.2-3B:Q4_K_M'],
  ['https://ollama.com/library/qwen3:8b', 'qwen3:8b'],
  ['ollama.com/someone/model/', 'someone/model'],
  ['ollama run qwen3:8b --verbose', 'qwen3:8b'],
  ['   ', ''],
])('%j is %j', (text, name) => {
  expect(pulledName(text)).toBe(name);
});
