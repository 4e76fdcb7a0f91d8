/** Builds when the sources changed since the last build; `--force` builds anyway. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const stampFile = join(root, 'out/.build-stamp');

/** A hash of everything that goes into the build. */
function stampOf() {
  const hash = createHash('sha256');
  const files = globSync(
    ['{electron,renderer,shared}/**/*.{ts,tsx,json,css,html,svg}', 'package.json', 'package-lock.json', 'electron.vite.config.ts'],
    { cwd: root },
  );
  for (const file of files.filter((name) => !/\.test\.tsx?$/.test(name)).sort())
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
      .update('\0');
  return hash.digest('hex');
}

/** Returns true when it built. Throws when the build fails. */
export function ensureBuild({ force = false, quiet = true } = {}) {
  const stamp = stampOf();
  if (!force && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return false;
  rmSync(join(root, 'out'), { recursive: true, force: true });
  const cli = join(root, 'node_modules/electron-vite/bin/electron-vite.js');
  execFileSync(process.execPath, [cli, 'build', '--logLevel', quiet ? 'warn' : 'info'], {
    cwd: root,
    stdio: ['ignore', quiet ? 'ignore' : 'inherit', 'inherit'],
  });
  writeFileSync(stampFile, stamp);
  return true;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) ensureBuild({ force: process.argv.includes('--force'), quiet: false });
