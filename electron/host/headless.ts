/** Entry: the app without Electron. Prints one JSON line with its address, then serves until stopped. */
import module from 'node:module';
import { parseArgs } from 'node:util';
import { chooseLanguage, createWords } from './cli/words.ts';
import { dataFolder } from './data-folder.ts';
import { serveHost } from './serve-host.ts';

module.enableCompileCache?.();
const { values } = parseArgs({
  options: { data: { type: 'string' }, workspace: { type: 'string' }, port: { type: 'string' }, tied: { type: 'boolean' } },
});
const workspace = values.workspace ?? process.env['REINS_WORKSPACE'];
try {
  const served = await serveHost({
    dataFolder: dataFolder({ flag: values.data, env: process.env }),
    overrides: workspace === undefined ? {} : { workspace },
    port: Number(values.port ?? 0),
  });
  console.log(JSON.stringify({ url: served.url, door: served.door, started: served.started, ms: Math.round(performance.now()) }));
  const stop = async (): Promise<void> => {
    await served.close();
    process.exit(0);
  };
  if (!served.started) process.exit(0);
  process.on('SIGTERM', stop).on('SIGINT', stop);
  // With --tied the host ends with the process that started it (its stdin closes), so that nothing is left behind.
  if (values.tied === true) process.stdin.on('end', stop).resume();
} catch (error) {
  console.error(createWords(chooseLanguage(undefined, process.env)).failure(error));
  process.exit(1);
}
