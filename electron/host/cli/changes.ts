/** `reins changes list | undo [ID] | redo ID`: what the assistant changed in files, and taking it back. */
import { visible } from '#runtime/text/shown';
import type { Client } from '#shared/contract/methods';
import type { Change, Turn } from '#shared/schema/change';
import { type Command, type CommandInput, type ExitCode, flag } from './command.ts';
import { connect } from './connect.ts';

/** As many as one call gives. */
const WHOLE = 1000;

export const command: Command = {
  flags: { session: true, force: false },
  async run(input) {
    const [what = 'list', id] = input.positionals;
    if (!isAction(what) || (what === 'redo' && id === undefined)) {
      input.err(input.words.say('usage.changes'));
      return 2;
    }
    const connection = await connect(input);
    try {
      return await changes(input, connection.client, what, id);
    } finally {
      await connection.close();
    }
  },
};

type Action = 'list' | 'undo' | 'redo';
const isAction = (what: string): what is Action => what === 'list' || what === 'undo' || what === 'redo';

/** The command on a client. */
export async function changes(input: CommandInput, client: Client, what: Action, id?: string): Promise<ExitCode> {
  const session = flag(input, 'session');
  const filter = { limit: WHOLE, ...(session === undefined ? {} : { sessionId: session }) };
  if (what === 'list') return list(input, await client['change.list'](filter));
  const wanted = id ?? (await client['change.list'](filter)).changes.find(({ state }) => state === 'applied')?.id;
  if (wanted === undefined) {
    input.err(input.words.say('changes.no-undo'));
    return 1;
  }
  const given = { id: wanted, force: input.flags['force'] === true };
  return told(input, what, await (what === 'undo' ? client['change.undo'](given) : client['change.redo'](given)));
}

function list({ json, out, err, words }: CommandInput, { changes: all, usage }: Awaited<ReturnType<Client['change.list']>>): ExitCode {
  for (const change of all) out(json ? JSON.stringify(change) : line(change, words));
  if (!json) err(all.length === 0 ? words.say('changes.none') : words.say('changes.usage', { ...usage }));
  return 0;
}

function line({ id, at, tool, files, state, available }: Change, words: CommandInput['words']): string {
  const [first] = files;
  const path = first === undefined ? '' : `${words.say(`change.${first.change}`)} ${visible(first.path)}`;
  const what = files.length > 1 ? words.say('changes.files', { first: path, count: files.length - 1 }) : path;
  const facts = [id, new Date(at).toISOString().slice(0, 16), tool, what, state === 'undone' ? words.say('changes.undone') : ''];
  return [...facts, available ? '' : words.say('changes.gone')].filter((fact) => fact !== '').join('  ');
}

/** With conflicts nothing was touched. */
function told({ json, out, err, words }: CommandInput, what: 'undo' | 'redo', turn: Turn): ExitCode {
  const { done, conflicts } = turn;
  if (json) out(JSON.stringify(turn));
  else {
    for (const path of done) out(words.say(`changes.done-${what}`, { path: visible(path) }));
    for (const { path } of conflicts) err(words.say('changes.conflict', { path: visible(path) }));
    if (conflicts.length > 0) err(words.say('changes.conflicts'));
  }
  return conflicts.length === 0 ? 0 : 1;
}
