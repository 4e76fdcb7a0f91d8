/** Runs every benchmark in its own process, one after the other; each prints JSON lines. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const wanted = process.argv.slice(2);
let failed = false;
for (const name of ['prompt', 'reading', 'acting', 'policy', 'undo', 'models', 'memory', 'host', 'window']) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const { status } = spawnSync(process.execPath, [fileURLToPath(new URL(`./${name}.ts`, import.meta.url))], { stdio: 'inherit' });
  if (status !== 0) failed = true;
}
process.exitCode = failed ? 1 : 0;
