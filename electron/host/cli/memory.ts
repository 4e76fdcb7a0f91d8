/** `reins memory index | search QUERY | get PATH FROM TO | append TEXT`. */
import type { Output } from '#shared/contract/methods';
import { memoryTargetSchema } from '#shared/schema/memory';
import { type Command, type CommandInput, type ExitCode, flag, textLines } from './command.ts';
import { type Connection, connect } from './connect.ts';

export const command: Command = {
  flags: { k: true, target: true, date: true },
  async run(input) {
    const [what = '', ...rest] = input.positionals;
    const action = Object.hasOwn(actions, what) ? actions[what] : undefined;
    const usable = action !== undefined && rest.length >= action.least;
    if (!usable) {
      input.err(input.words.say('usage.memory'));
      return 2;
    }
    const connection = await connect(input);
    try {
      return await action.run(input, connection, rest);
    } finally {
      await connection.close();
    }
  },
};

interface Action {
  /** Positionals it needs. */
  readonly least: number;
  run(input: CommandInput, connection: Connection, rest: readonly string[]): Promise<ExitCode>;
}

const actions: Readonly<Record<string, Action>> = {
  index: {
    least: 0,
    async run({ json, out, words }, { client }) {
      const report = await client['memory.index']({});
      out(json ? JSON.stringify(report) : words.say('indexed', { ...report }));
      return 0;
    },
  },
  search: {
    least: 1,
    async run(input, connection, rest) {
      const k = Number(flag(input, 'k') ?? 10);
      if (rest[0] !== '-') return printHits(input, await connection.client['memory.search']({ query: rest.join(' '), k }));
      for await (const query of textLines(input.stdin)) {
        const { hits, ms } = await connection.client['memory.search']({ query: query.slice(0, 4000), k });
        input.out(JSON.stringify({ query, hits, ms }));
      }
      return 0;
    },
  },
  get: {
    least: 1,
    async run({ json, out }, { client }, [path = '', from, to]) {
      const lines = { ...(from === undefined ? {} : { from: Number(from) }), ...(to === undefined ? {} : { to: Number(to) }) };
      const read = await client['memory.get']({ path, ...lines });
      out(json ? JSON.stringify(read) : read.text);
      return 0;
    },
  },
  append: {
    least: 1,
    async run(input, { client }, rest) {
      const target = memoryTargetSchema.optional().parse(flag(input, 'target'));
      const date = flag(input, 'date');
      const written = await client['memory.append']({
        text: rest.join(' '),
        ...(target === undefined ? {} : { target }),
        ...(date === undefined ? {} : { date }),
      });
      input.out(
        input.json
          ? JSON.stringify(written)
          : input.words.say(written.added ? 'appended' : 'known', { place: `${written.path}:${written.from}` }),
      );
      return 0;
    },
  },
};

function printHits({ json, out, err, words }: CommandInput, { hits }: Output<'memory.search'>): ExitCode {
  for (const hit of hits) out(json ? JSON.stringify(hit) : `${hit.path}:${hit.from}-${hit.to}  ${hit.score.toFixed(2)}\n${hit.text}\n`);
  if (hits.length === 0 && !json) err(words.say('noHits'));
  return 0;
}
