/** `reins tokens`: JSON lines {id, text} to {id, tokens}. */
import { z } from 'zod';
import { countTokensInParts, loadTokenizer } from '#runtime/text/token-counter';
import { type Command, jsonLines } from './command.ts';

const lineSchema = z.object({ id: z.unknown(), text: z.string() });

export const command: Command = {
  async run({ stdin, out, words, signal }) {
    await loadTokenizer();
    for await (const { value } of jsonLines(stdin)) {
      const row = lineSchema.safeParse(value);
      if (row.success) out(JSON.stringify({ id: row.data.id, tokens: (await countTokensInParts(row.data.text, signal)).tokens }));
      else out(JSON.stringify({ id: (value as { id?: unknown } | undefined)?.id, error: words.say('badLine') }));
    }
    return 0;
  },
};
