/** Reads server-sent events: bytes that may end anywhere in, the data of each event out. */

/** Characters of one line or event beyond which the stream is no stream of events: a whole reply as the planner takes it, every character escaped, comes near it. */
const EVENT_LIMIT = 4_000_000;

export class NoEventStream extends Error {}

/**
 * Texts of `data:` fields, several of one event joined by line ends; those that came together come together. Other fields and comments are
 * passed over. A line that the end of the stream breaks off counts: half an object is found out by whoever parses it, and some servers end
 * without a line end. Throws NoEventStream for an endless line or event, and what the source rejects with.
 */
export async function* eventsOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<readonly string[], void> {
  const reader = createEventReader();
  for await (const bytes of source) {
    const events = reader.take(bytes);
    if (events.length > 0) yield events;
  }
  const events = reader.end();
  if (events.length > 0) yield events;
}

function createEventReader() {
  const decoder = new TextDecoder();
  /** Of the line that has not ended yet. */
  let pieces: string[] = [];
  let held = 0;
  let data: string[] = [];
  let size = 0;
  let afterReturn = false;

  const line = (text: string, events: string[]): void => {
    if (text === '') {
      if (data.length > 0) events.push(data.join('\n'));
      data = [];
      size = 0;
    } else if (text.startsWith('data:')) {
      const value = text.slice(text.charAt(5) === ' ' ? 6 : 5);
      data.push(value);
      size += value.length;
      if (size > EVENT_LIMIT) throw new NoEventStream('an event without end');
    }
  };

  return {
    /** Events that these bytes complete. */
    take(bytes: Uint8Array): string[] {
      const events: string[] = [];
      let text = decoder.decode(bytes, { stream: true });
      if (text === '') return events;
      // The line feed of a pair that was cut in two.
      if (afterReturn && text.startsWith('\n')) text = text.slice(1);
      afterReturn = text.endsWith('\r');
      const lines = text.split(/\r\n?|\n/);
      const rest = lines.pop() ?? '';
      for (const one of lines) {
        line(pieces.length === 0 ? one : [...pieces, one].join(''), events);
        pieces = [];
        held = 0;
      }
      if (rest !== '') pieces.push(rest);
      held += rest.length;
      if (held > EVENT_LIMIT) throw new NoEventStream('a line without end');
      return events;
    },
    /** What the stream left unfinished. */
    end(): string[] {
      const events: string[] = [];
      line([...pieces, decoder.decode()].join(''), events);
      line('', events);
      return events;
    },
  };
}
