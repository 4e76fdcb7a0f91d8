/** `reins doctor`: what runs where, and what is not as it should be. */
import { visible } from '#runtime/text/shown';
import type { Client } from '#shared/contract/methods';
import type { ModelSource } from '#shared/schema/model';
import type { Command } from './command.ts';
import { connect } from './connect.ts';

export const command: Command = {
  async run(input) {
    const { words, out } = input;
    const connection = await connect(input);
    try {
      const state = await connection.client['app.state']({});
      const servers = await usedServers(connection.client, state.settings.models.order);
      if (input.json) {
        out(JSON.stringify({ ...state, servers, node: process.version, joined: connection.joined }));
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
        for (const { name, problem } of servers) if (problem !== null) out(`! ${visible(name)}: ${words.notice(problem)}`);
        for (const problem of state.problems) out(`! ${words.notice(problem)}`);
      }
      return state.problems.length === 0 && servers.every(({ problem }) => problem === null) ? 0 : 1;
    } finally {
      await connection.close();
    }
  },
};

/** The servers of the models in use; none is asked where none is used. */
async function usedServers(client: Client, order: readonly string[]): Promise<ModelSource[]> {
  if (order.length === 0) return [];
  const { sources } = await client['model.list']({});
  return sources.filter(({ id }) => order.some((model) => model.startsWith(`${id}/`)));
}
