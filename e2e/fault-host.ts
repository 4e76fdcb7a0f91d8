/** A host for the fault runner: the real one, with a planner that plays a script, and with a way to die at a named point. Not part of the app. */
import { appendFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { reply, scriptedModel, slowAnswer } from '#runtime/agent/scripted-model';
import type { FaultPoint } from '../electron/host/ports.ts';
import { serveHost } from '../electron/host/serve-host.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '' },
    workspace: { type: 'string', default: '' },
    /** Point at which the process kills itself, and how often it passes it before. */
    point: { type: 'string', default: '' },
    passes: { type: 'string', default: '0' },
    /** Milliseconds between the pieces of an answer. */
    pause: { type: 'string', default: '4' },
    /** File that gets a line for each planner decision to run a tool. */
    trace: { type: 'string', default: '' },
  },
});

let passes = Number(values.passes);

/** `call TOOL JSON` calls that tool; else it remembers what it is told. Then it answers at length, and says what came of a call. */
const model = scriptedModel([
  ({ payload }) => {
    const call = /^call (\w+) (.*)$/s.exec(payload.query);
    const last = payload.observations.at(-1);
    if (call !== null && last === undefined)
      return reply('CALL_TOOL', { tool_name: call[1] ?? '', arguments: JSON.parse(call[2] ?? '{}'), reason: 'it was wanted' });
    if (call !== null) return reply('RESPOND', { answer: JSON.stringify(last) });
    if (payload.observations.length === 0) {
      appendFileSync(values.trace, `${payload.query}\n`);
      return reply('CALL_TOOL', { tool_name: 'memory_append', arguments: { text: payload.query, target: 'daily' } });
    }
    return slowAnswer(`noted ${payload.query} ${'word 词 '.repeat(700)}`, Number(values.pause), 120);
  },
]);

const served = await serveHost({
  dataFolder: values.data,
  overrides: { workspace: values.workspace },
  port: 0,
  model,
  ports: {
    shell: 'browser',
    atPoint(name: FaultPoint) {
      if (name !== values.point) return;
      if (passes === 0) process.kill(process.pid, 'SIGKILL');
      passes -= 1;
    },
  },
});
console.log(JSON.stringify({ url: served.url }));
process.on('SIGTERM', () => void served.close().finally(() => process.exit(0)));
process.stdin.on('end', () => process.exit(0)).resume();
