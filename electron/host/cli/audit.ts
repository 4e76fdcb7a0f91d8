/** `reins audit list | verify | export`: what was asked, answered and done, and whether the record still holds together. */
import { z } from 'zod';
import { visible } from '#runtime/text/shown';
import type { Client } from '#shared/contract/methods';
import type { AuditEntry } from '#shared/schema/audit';
import { type Command, type CommandInput, type ExitCode, flag, jsonLine } from './command.ts';
import { connect } from './connect.ts';

/** Entries that one call gives at most; those of a list where no limit is given; those that an export holds at once. */
const WHOLE = 5000;
const LISTED = 50;
const STEP = 1000;

const onlySchema = z.enum(['denied', 'asked', 'ran']);

interface Wanted {
  readonly only?: z.infer<typeof onlySchema>;
  readonly limit: number;
  readonly query: string;
}

export const command: Command = {
  flags: { only: true, limit: true },
  async run(input) {
    const [what = 'list', ...rest] = input.positionals;
    const wanted = readWanted(input, rest.join(' '));
    if (!isAction(what) || (what !== 'list' && rest.length > 0) || 'problem' in wanted) {
      input.err('problem' in wanted ? wanted.problem : input.words.say('usage.audit'));
      return 2;
    }
    const connection = await connect(input);
    try {
      return await audit(input, connection.client, what, wanted);
    } finally {
      await connection.close();
    }
  },
};

type Action = 'list' | 'verify' | 'export';
const isAction = (what: string): what is Action => what === 'list' || what === 'verify' || what === 'export';

function readWanted(input: CommandInput, query: string): Wanted | { readonly problem: string } {
  const only = onlySchema.optional().safeParse(flag(input, 'only'));
  if (!only.success) return { problem: input.words.say('audit.badOnly', { known: onlySchema.options.join(', ') }) };
  const limit = Number(flag(input, 'limit') ?? LISTED);
  if (!Number.isInteger(limit) || limit < 1) return { problem: input.words.say('usage.audit') };
  return { limit, query: query.slice(0, 200), ...(only.data === undefined ? {} : { only: only.data }) };
}

/** The command on a client. */
export async function audit(input: CommandInput, client: Client, what: Action, wanted: Wanted): Promise<ExitCode> {
  switch (what) {
    case 'list':
      return await list(input, client, wanted);
    case 'verify':
      return await verify(input, client);
    case 'export':
      return await exportAll(input, client);
    default:
      return what satisfies never;
  }
}

async function list(input: CommandInput, client: Client, { only, limit, query }: Wanted): Promise<ExitCode> {
  const filter = { ...(only === undefined ? {} : { only }), ...(query === '' ? {} : { query }) };
  let left = limit;
  for (let before: number | undefined, more = true; more && left > 0; ) {
    const page = await client['audit.list']({ ...filter, limit: Math.min(left, WHOLE), ...(before === undefined ? {} : { before }) });
    for (const entry of page.entries) input.out(input.json ? JSON.stringify(entry) : line(entry, input.words));
    left -= page.entries.length;
    before = page.entries.at(-1)?.seq;
    more = page.more && before !== undefined;
  }
  if (left === limit && !input.json) input.err(input.words.say('audit.none'));
  return 0;
}

function line(entry: AuditEntry, words: CommandInput['words']): string {
  const { seq, at, tool, subject, by } = entry;
  return [seq, new Date(at).toISOString().slice(0, 19), words.say(`audit.${resultOf(entry)}`), by, tool, visible(subject)].join('  ');
}

/** A key of the words for what came of it. */
function resultOf({ type, detail }: AuditEntry): string {
  if (type === 'ran') return detail['ok'] === false ? 'failed' : 'ran';
  const { answer } = detail;
  return type === 'answered' && typeof answer === 'string' && ['once', 'session', 'always', 'deny'].includes(answer) ? answer : type;
}

async function verify({ json, out, words }: CommandInput, client: Client): Promise<ExitCode> {
  const report = await client['audit.verify']({});
  const { intact, entries, brokenAt } = report;
  if (json) out(JSON.stringify(report));
  else out(intact ? words.say('audit.intact', { entries }) : words.say('audit.broken', { at: brokenAt ?? 0, entries }));
  return intact ? 0 : 1;
}

/** Oldest first, a bounded number at a time; what is added meanwhile is left out. */
async function exportAll({ out, signal }: CommandInput, client: Client): Promise<ExitCode> {
  const newest = (await client['audit.list']({ limit: 1 })).entries[0]?.seq ?? 0;
  for (let from = 1; from <= newest; from += STEP) {
    signal.throwIfAborted();
    const { entries } = await client['audit.list']({ before: Math.min(from + STEP, newest + 1), limit: STEP });
    for (const entry of entries.filter(({ seq }) => seq >= from).reverse()) out(jsonLine(entry));
  }
  return 0;
}
