/** The time tool: what a wall clock here shows. */
import { type Clock, localDay, localIso, localTime } from '#runtime/clock';
import type { AnyTool, Tool } from './tool.ts';
import { type ToolArguments, toolInputs } from './tool-inputs.ts';

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

export function createTimeTool({ clock }: { readonly clock: Clock }): AnyTool {
  const tool: Tool<ToolArguments<'time'>> = {
    name: 'time',
    summary: 'Local date, time, weekday and time zone.',
    input: toolInputs.time,
    sessions: ['main', 'shared', 'sub-agent'],
    untrusted: false,
    async run() {
      const at = clock.now();
      const { zone } = clock;
      const { weekday } = localTime(at, zone);
      const iso = localIso(at, zone);
      return { ok: true, output: `${iso} ${WEEKDAYS[weekday] ?? ''} (${zone})`, facts: { iso, day: localDay(at, zone), weekday, zone } };
    },
  };
  return tool as unknown as AnyTool;
}
