/** `reins redact`: standard input to standard output with secrets replaced. */
import { z } from 'zod';
import { redact } from '#runtime/redaction/redact';
import { type Command, jsonLines, textLines } from './command.ts';

const lineSchema = z.object({ id: z.unknown(), text: z.string() });

export const command: Command = {
  async run({ json, stdin, out, words }) {
    if (!json) {
      const lines: string[] = [];
      for await (const line of textLines(stdin)) lines.push(line);
      out(redact(lines.join('\n')).text);
      return 0;
    }
    for await (const { value } of jsonLines(stdin)) {
      const row = lineSchema.safeParse(value);
      if (row.success) out(JSON.stringify({ id: row.data.id, ...redact(row.data.text) }));
      else out(JSON.stringify({ id: (value as { id?: unknown } | undefined)?.id, error: words.say('badLine') }));
    }
    return 0;
  },
};
