/** Finds a Node entry (a worker, the command line) in the source tree, in out/, and in the unpacked half of a package. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * @param name entry as the build names it, without folder and extension
 * @param from where the asking module lies
 * @returns path of a file that a worker thread or plain Node can load. Throws when the build is incomplete.
 */
export function locateEntry(name: string, from: string = import.meta.url): string {
  // Built code asks from out/host, out/host/chunks or out/main.
  const places = from.endsWith('.ts') ? [`./${name}.ts`] : [`./${name}.js`, `../${name}.js`, `../host/${name}.js`];
  for (const place of places) {
    // Node outside Electron cannot read an archive: entries lie beside it, unpacked.
    const file = fileURLToPath(new URL(place, from)).replace(/app\.asar(?=[\\/])/, 'app.asar.unpacked');
    if (existsSync(file)) return file;
  }
  throw new Error(`the entry ${name} is missing beside ${from}`);
}
