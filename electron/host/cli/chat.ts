/** `reins chat TEXT`: one run, its answer as it grows, or its events as JSON lines. */

import { withoutMarks } from '#runtime/text/shown';
import type { Push } from '#shared/contract/wire';
import { endsRun, type RunEvent } from '#shared/schema/run-event';
import { approvalProblem } from './approval-flags.ts';
import { type Command, type CommandInput, type ExitCode, flag, textLines } from './command.ts';
import { type Connection, connect } from './connect.ts';

export const command: Command = {
  flags: { session: true, approve: true, policy: true },
  stopsItself: true,
  async run(input) {
    const problem = approvalProblem(input);
    if (problem !== null) {
      input.err(problem);
      return 2;
    }
    const text = input.positionals[0] === '-' ? (await readAll(input)).join('\n') : input.positionals.join(' ');
    if (text === '') {
      input.err(input.words.say('usage.chat'));
      return 2;
    }
    const connection = await connect(input);
    try {
      const { cursor } = await connection.client['app.state']({});
      const session = flag(input, 'session');
      input.signal.throwIfAborted(); // what was stopped before it began leaves nothing behind
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
  const cancel = (): void => void client['run.cancel']({ runId }).catch(() => stop.abort());
  if (input.signal.aborted) cancel();
  else input.signal.addEventListener('abort', cancel, { once: true });
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
      out(withoutMarks(event.text));
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
