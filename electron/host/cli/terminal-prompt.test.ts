import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { askOnTerminal } from './terminal-prompt.ts';

function terminal() {
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  return { stdin, printed: () => String(stdout.read() ?? ''), ask: askOnTerminal(stdin, stdout) };
}
const never = new AbortController().signal;

test('a line is the answer, and the next question has its own', async () => {
  const { stdin, ask, printed } = terminal();
  const first = ask('甲？', never);
  expect(printed()).toBe('甲？');
  stdin.write('是\n');
  expect(await first).toBe('是');
  const second = ask('b? ', never);
  stdin.write('no\r\n');
  expect(await second).toBe('no');
});

test('what was typed ahead answers no later question', async () => {
  const { stdin, ask } = terminal();
  const first = ask('a? ', never);
  stdin.write('n\ny\n');
  expect(await first).toBe('n');
  const second = ask('b? ', never);
  stdin.write('s\n');
  expect(await second).toBe('s');
});

test('nobody there, or a question taken back, is no answer', async () => {
  const ended = terminal();
  const asked = ended.ask('a? ', never);
  ended.stdin.end();
  expect(await asked).toBeNull();
  expect(await ended.ask('b? ', never)).toBeNull();
  const stop = new AbortController();
  const { ask } = terminal();
  const open = ask('a? ', stop.signal);
  stop.abort();
  expect(await open).toBeNull();
  expect(await ask('a? ', stop.signal)).toBeNull();
});
