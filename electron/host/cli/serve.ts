/** `reins serve [--port N]`: the host with the window in a browser. */
import { dataFolder } from '../data-folder.ts';
import { serveHost } from '../serve-host.ts';
import { type Command, flag } from './command.ts';

export const command: Command = {
  flags: { port: true },
  async run(input) {
    const port = Number(flag(input, 'port') ?? 0);
    if (!Number.isInteger(port) || port < 0 || port > 65_535) {
      input.err(input.words.say('usage.serve'));
      return 2;
    }
    const workspace = flag(input, 'workspace') ?? input.env['REINS_WORKSPACE'];
    const served = await serveHost({
      dataFolder: dataFolder({ flag: flag(input, 'data'), env: input.env }),
      overrides: workspace === undefined ? {} : { workspace },
      port,
    });
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
