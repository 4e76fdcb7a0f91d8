/** `reins chat TEXT`: one run, its answer as it grows, or its events as JSON lines. */
import { readApprovalFlags } from './approval-flags.ts';
import { type Command, type CommandInput, flag, textLines } from './command.ts';
import { connect } from './connect.ts';
import { followRun } from './follow-run.ts';

export const command: Command = {
  flags: { session: true, approve: true, policy: true },
  stopsItself: true,
  async run(input) {
    const flags = readApprovalFlags(input);
    if ('problem' in flags || flags.policy !== undefined) {
      input.err('problem' in flags ? flags.problem : input.words.say('policyElsewhere'));
      return 2;
    }
    const { approve } = flags;
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
      const { runId } = await connection.client['run.start']({
        text,
        ...(session === undefined ? {} : { sessionId: session }),
        // With nobody at a terminal what asks is parked in the queue.
        ...(approve === undefined ? (input.ask === null ? { approve: 'park' } : {}) : { approve }),
      });
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
