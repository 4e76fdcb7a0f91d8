/** `reins doctor`: what runs where, and what is not as it should be. */
import type { Command } from './command.ts';
import { connect } from './connect.ts';

export const command: Command = {
  async run(input) {
    const { words, out } = input;
    const connection = await connect(input);
    try {
      const state = await connection.client['app.state']({});
      if (input.json) {
        out(JSON.stringify({ ...state, node: process.version, joined: connection.joined }));
      } else {
        out(words.say('doctor.version', { version: state.version, node: process.version }));
        out(words.say(connection.joined ? 'doctor.joined' : 'doctor.alone', { path: state.dataFolder }));
        out(words.say(`doctor.workspace-${state.workspace.state}`, { path: state.workspace.path }));
        out(words.say('doctor.model', { model: state.model.id }));
        out(words.say('doctor.index', { files: state.index.files, chunks: state.index.chunks }));
        const { kind, reason } = state.sandbox;
        out(
          reason === null ? words.say('doctor.sandbox-on', { kind }) : words.say('doctor.sandbox-none', { reason: words.notice(reason) }),
        );
        if (state.waiting > 0) out(words.say('doctor.waiting', { count: state.waiting }));
        for (const problem of state.problems) out(`! ${words.notice(problem)}`);
      }
      return state.problems.length === 0 ? 0 : 1;
    } finally {
      await connection.close();
    }
  },
};
