/** The command line from a checkout: builds once when there is no build, then runs it in this process. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ensureBuild } from './build.mjs';

const entry = new URL('../out/host/cli.js', import.meta.url);
if (!existsSync(fileURLToPath(entry))) ensureBuild();
await import(entry.href);
