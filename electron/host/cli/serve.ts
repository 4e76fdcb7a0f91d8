/** `reins serve [--port N]`: the host with the window in a browser. */
import { optionsOf } from '../options.ts';
import { serveHost } from '../serve-host.ts';
import type { Command } from './command.ts';

export const command: Command = {
  flags: { port: true },
  stopsItself: true,
  async run(input) {
    const { dataFolder, overrides, port } = optionsOf(input.flags, input.env);
    if (port === null) {
      input.err(input.words.say('usage.serve'));
      return 2;
    }
    const served = await serveHost({ dataFolder, overrides, port, signal: input.signal });
    input.out(
      input.json
        ? JSON.stringify({ url: served.url, started: served.started })
        : input.words.say(served.started ? 'serving' : 'alreadyServing', { url: served.url }),
    );
    if (served.started && !input.signal.aborted)
      await new Promise((resolve) => input.signal.addEventListener('abort', resolve, { once: true }));
    await served.close();
    return 0;
  },
};
