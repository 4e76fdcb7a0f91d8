/** Events are read whole, whatever the bytes were cut into. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eventsOf, NoEventStream } from './sse.ts';

async function* cutAt(bytes: Uint8Array, cuts: readonly number[]): AsyncGenerator<Uint8Array> {
  const stops = [...new Set([0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length])].sort((a, b) => a - b);
  for (const [at, stop] of stops.slice(1).entries()) yield bytes.slice(stops[at], stop);
}

async function read(text: string, cuts: readonly number[] = []): Promise<string[]> {
  const events: string[] = [];
  for await (const some of eventsOf(cutAt(new TextEncoder().encode(text), cuts))) events.push(...some);
  return events;
}

const anyCuts = fc.array(fc.nat(), { maxLength: 12 });

test('events come whole wherever the bytes were cut, within a character and between CR and LF too', async () => {
  const text =
    '\ufeff: a comment\n\ndata: {"a":"文字 😀"}\r\n\r\nevent: x\nid: 7\nretry: 10\ndata:one\ndata: two\n\ndata:  three\r\rdata\n\ndata: [DONE]\n\n';
  await fc.assert(
    fc.asyncProperty(anyCuts, async (cuts) => {
      expect(await read(text, cuts)).toEqual(['{"a":"文字 😀"}', 'one\ntwo', ' three', '[DONE]']);
    }),
  );
});

test.each([
  ['after a whole event', 'data: a\n\n', ['a']],
  ['after a line', 'data: a\n', ['a']],
  ['within a line', 'data: a\n\ndata: [DONE]', ['a', '[DONE]']],
  ['within a character', 'data: 文', ['文']],
  ['before anything', '', []],
  ['after comments alone', ': hello\n\n: again\n', []],
])('what the stream ends with counts: %s', async (_, text, events) => {
  await fc.assert(
    fc.asyncProperty(anyCuts, async (cuts) => {
      expect(await read(text, cuts)).toEqual(events);
    }),
  );
});

test('a line of a megabyte comes whole, from packets of any size', async () => {
  const long = 'x文'.repeat(500_000);
  const bytes = new TextEncoder().encode(`data: ${long}\n\n`);
  const packets = Array.from({ length: Math.ceil(bytes.length / 1_000) }, (_, at) => at * 1_000);
  expect(await read(`data: ${long}\n\n`, packets)).toEqual([long]);
});

test('a line without an end and an event without an end are no events', async () => {
  await expect(read('x'.repeat(5_000_000), [100, 3_000_000])).rejects.toBeInstanceOf(NoEventStream);
  await expect(read(`data: ${'x'.repeat(1_000)}\n`.repeat(5_000))).rejects.toBeInstanceOf(NoEventStream);
});

test('whoever leaves in the middle frees the source', async () => {
  let left = false;
  async function* source(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) yield new TextEncoder().encode('data: a\n\n');
    } finally {
      left = true;
    }
  }
  for await (const _ of eventsOf(source())) break;
  expect(left).toBe(true);
});
