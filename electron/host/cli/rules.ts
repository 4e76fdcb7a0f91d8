/** `reins rules list | revoke ID`: what runs unasked because the person said so. */
import { visible } from '#runtime/text/shown';
import type { Client } from '#shared/contract/methods';
import type { Rule } from '#shared/schema/approval';
import { ruleText } from './approval-lines.ts';
import type { Command, CommandInput, ExitCode } from './command.ts';
import { connect } from './connect.ts';

export const command: Command = {
  async run(input) {
    const [what = 'list', id] = input.positionals;
    if (what !== 'list' && (what !== 'revoke' || id === undefined)) {
      input.err(input.words.say('usage.rules'));
      return 2;
    }
    const connection = await connect(input);
    try {
      return await rules(input, connection.client, what, id);
    } finally {
      await connection.close();
    }
  },
};

/** The command on a client. */
export async function rules(input: CommandInput, client: Client, what: 'list' | 'revoke', id = ''): Promise<ExitCode> {
  const { json, out, err, words } = input;
  if (what === 'revoke') {
    await client['rule.revoke']({ id });
    out(json ? JSON.stringify({ id, revoked: true }) : words.say('rule.revoked'));
    return 0;
  }
  const { rules: all } = await client['rule.list']({});
  for (const rule of all) out(json ? JSON.stringify(rule) : line(rule, input));
  if (all.length === 0 && !json) err(words.say('rule.none'));
  return 0;
}

function line(rule: Rule, { words }: CommandInput): string {
  const name = rule.name === '' ? '' : `“${visible(rule.name)}”`;
  const facts = [rule.id, name, ruleText(rule, words), words.say(`rule.scope-${rule.scope}`), visible(rule.workspace)];
  return [...facts, words.say('rule.uses', { count: rule.uses })].filter((fact) => fact !== '').join('  ');
}
