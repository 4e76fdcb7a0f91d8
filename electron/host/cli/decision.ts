/** `reins decision`: JSON lines {id, raw, now?, zone?, tools?} to {id, decision} or {id, error}. */
import { z } from 'zod';
import { systemClock } from '#runtime/clock';
import { readDecision } from '#runtime/planner/read-decision';
import { type ToolName, toolInputs, toolJsonSchema } from '#runtime/tools/tool-inputs';
import { type Command, jsonLines } from './command.ts';

const lineSchema = z.object({
  id: z.unknown(),
  raw: z.string(),
  now: z.iso.datetime({ offset: true }).optional(),
  zone: z.string().optional(),
  tools: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
});

export const command: Command = {
  async run({ stdin, out, words }) {
    const clock = systemClock();
    const builtIn = Object.fromEntries((Object.keys(toolInputs) as ToolName[]).map((name) => [name, toolJsonSchema(name)]));
    for await (const { value } of jsonLines(stdin)) {
      const row = lineSchema.safeParse(value);
      if (!row.success) {
        out(JSON.stringify({ id: (value as { id?: unknown } | undefined)?.id, error: words.say('badLine') }));
        continue;
      }
      const { id, raw, now, zone = clock.zone, tools = builtIn } = row.data;
      const read = await readDecision(raw, { tools, zone, now: now === undefined ? clock.now() : Date.parse(now) });
      out(
        JSON.stringify('error' in read ? { id, error: words.notice(read.error), code: read.error.code } : { id, decision: read.decision }),
      );
    }
    return 0;
  },
};
