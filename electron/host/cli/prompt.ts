/** `reins prompt --mode full|minimal|none`: the prompt as it would be built now, module by module. */
import { promptModeSchema } from '#shared/schema/prompt';
import { type Command, flag } from './command.ts';
import { connect } from './connect.ts';

export const command: Command = {
  flags: { mode: true, text: true },
  async run(input) {
    const mode = promptModeSchema.safeParse(flag(input, 'mode') ?? 'full');
    if (!mode.success) {
      input.err(input.words.say('usage.prompt'));
      return 2;
    }
    const connection = await connect(input);
    try {
      const text = flag(input, 'text');
      const { modules } = await connection.client['prompt.build']({ mode: mode.data, ...(text === undefined ? {} : { text }) });
      for (const module of modules) {
        if (input.json) input.out(JSON.stringify(module));
        else input.out(`## ${module.id} (${module.layer}, ${module.tokens})\n${module.text}\n`);
      }
      return 0;
    } finally {
      await connection.close();
    }
  },
};
