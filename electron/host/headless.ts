/** Entry: the app without Electron. Prints one JSON line with its address, then serves until stopped. */
import module from 'node:module';
import { type Options, optionsFrom } from './options.ts';
import { serveHost } from './serve-host.ts';
import { chooseLanguage, createWords } from './words.ts';

module.enableCompileCache?.();
const { dataFolder, overrides, port, tied } = readOptions();
try {
  const served = await serveHost({ dataFolder, overrides, port });
  console.log(JSON.stringify({ url: served.url, door: served.door, started: served.started, ms: Math.round(performance.now()) }));
  const stop = async (): Promise<void> => {
    await served.close();
    process.exit(0);
  };
  if (!served.started) process.exit(0);
  process.on('SIGTERM', stop).on('SIGINT', stop);
  // With --tied the host ends with the process that started it (its stdin closes), so that nothing is left behind.
  if (tied) process.stdin.on('end', stop).resume();
} catch (error) {
  console.error(createWords(chooseLanguage(overrides.language, process.env)).failure(error));
  process.exit(1);
}

function readOptions(): Options & { readonly port: number } {
  let problem = '--port 0-65535';
  try {
    const options = optionsFrom(process.argv.slice(2), process.env);
    if (options.port !== null) return { ...options, port: options.port };
  } catch (error) {
    problem = error instanceof Error ? error.message : String(error);
  }
  console.error(createWords(chooseLanguage(undefined, process.env)).say('wrongUsage', { problem, name: 'serve' }));
  process.exit(2);
}
