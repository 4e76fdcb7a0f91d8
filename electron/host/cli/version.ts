/** `reins version`. */
import { appVersion } from '../version.ts';
import type { Command } from './command.ts';

export const command: Command = {
  async run({ json, out }) {
    out(json ? JSON.stringify({ version: appVersion, node: process.version }) : `reins ${appVersion}`);
    return 0;
  },
};
