/** `reins help [COMMAND]`. */
import type { Command } from './command.ts';

const COMMANDS = [
  'chat',
  'input',
  'approvals',
  'rules',
  'changes',
  'audit',
  'policy',
  'models',
  'tool',
  'serve',
  'prompt',
  'memory',
  'decision',
  'redact',
  'tokens',
  'sessions',
  'doctor',
  'version',
] as const;

export const command: Command = {
  async run({ positionals: [name], out, words }) {
    const wanted = COMMANDS.filter((one) => name === undefined || name === 'help' || one === name);
    if (wanted.length !== 1) out(words.say('help.head'));
    for (const one of wanted) out(words.say(`usage.${one}`));
    out(words.say('help.common'));
    return 0;
  },
};
