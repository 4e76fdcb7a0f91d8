/** `reins chat TEXT`: one run, its answer as it grows, or its events as JSON lines. */
import type { Push } from '#shared/contract/wire';
import { endsRun, type RunEvent } from '#shared/schema/run-event';
import { type Command, type CommandInput, type ExitCode, flag, textLines } from './command.ts';
import { type Connection, connect } from './connect.ts';

export const command: Command = {
  flags: { session: true, approve: true },
  async run(input) {
    const text = input.positionals[0] === '-' ? (await readAll(input)).join('\n') : input.positionals.join(' ');
    if (text === '') {
      input.err(input.words.say('usage.chat'));
      return 2;
    }
    const connection = await connect(input);
    try {
      const { cursor } = await connection.client['app.state']({});
      const session = flag(input, 'session');
      const { runId } = await connection.client['run.start']({ text, ...(session === undefined ? {} : { sessionId: session }) });
      return await followRun(input, connection, runId, cursor);
    } finally {
      await connection.close();
    }
  },
};

async function readAll(input: CommandInput): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of textLines(input.stdin)) lines.push(line);
  return lines;
}

/** Prints a run until it has ended or asks; Ctrl+C cancels it. */
export async function followRun(input: CommandInput, { client, transport }: Connection, runId: string, after: number): Promise<ExitCode> {
  const stop = new AbortController();
  input.signal.addEventListener('abort', () => void client['run.cancel']({ runId }).catch(() => stop.abort()), { once: true });
  for await (const push of transport.events(after, stop.signal)) {
    if (push.kind !== 'event' || push.event.runId !== runId) continue;
    const { event } = push;
    if (input.json) input.out(JSON.stringify(flat(event)));
    else print(input, event);
    if (endsRun(event.type) || event.type === 'clarification.needed') {
      stop.abort();
      return event.type === 'run.completed' || event.type === 'clarification.needed' ? 0 : 1;
    }
  }
  return 1;
}

/** Times as ISO 8601 for programs. */
function flat(event: RunEvent): unknown {
  return { ...event, at: new Date(event.at).toISOString() };
}

function print({ out, err, words }: CommandInput, event: Extract<Push, { kind: 'event' }>['event']): void {
  switch (event.type) {
    case 'tool.started':
      err(words.say('toolStarted', { tool: event.tool, arguments: JSON.stringify(event.arguments) }));
      break;
    case 'answer.given':
      out(event.text);
      break;
    case 'clarification.needed':
      if (event.question !== '') out(event.question);
      else if (event.reason !== undefined) out(words.notice(event.reason));
      err(words.say('howToAnswer', { run: event.runId, slots: event.slots.map((slot) => `${slot}=…`).join(' ') }));
      break;
    case 'run.failed':
    case 'run.interrupted':
      err(words.notice(event.reason));
      break;
    case 'run.cancelled':
      err(words.say('cancelled'));
      break;
    default:
  }
}
