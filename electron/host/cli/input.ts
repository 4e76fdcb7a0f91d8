/** `reins input RUN NAME=VALUE ...`: answers a clarification; words without `=` answer it in free text. */
import type { Command } from './command.ts';
import { connect } from './connect.ts';
import { followRun } from './follow-run.ts';

export const command: Command = {
  stopsItself: true,
  async run(input) {
    const [runId, ...given] = input.positionals;
    if (runId === undefined || given.length === 0) {
      input.err(input.words.say('usage.input'));
      return 2;
    }
    const pairs = given.map((one) => /^([A-Za-z_][\w]*)=([\s\S]*)$/.exec(one));
    const values = Object.fromEntries(pairs.flatMap((pair) => (pair === null ? [] : [[pair[1] ?? '', pair[2] ?? '']])));
    const text = given.filter((_one, index) => pairs[index] === null).join(' ');
    const connection = await connect(input);
    try {
      const { cursor } = await connection.client['app.state']({});
      input.signal.throwIfAborted();
      await connection.client['run.answer']({ runId, values, ...(text === '' ? {} : { text }) });
      return await followRun(input, connection, runId, cursor);
    } finally {
      await connection.close();
    }
  },
};
