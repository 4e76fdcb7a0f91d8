/** Files of the workspace that a line would run as code, so that an approval can hold to their content. */
import { join } from 'node:path';
import type { FloorCommand } from './floor-command.ts';
import { INTERPRETERS } from './judge-part.ts';
import { isWithin, placeOf } from './places.ts';
import type { ReadWord } from './read-word.ts';
import { SHELLS } from './wrappers.ts';

/** Programs that run what a file beside them says. */
const RECIPES: Readonly<Record<string, readonly string[]>> = {
  make: ['Makefile', 'makefile', 'GNUmakefile'],
  npm: ['package.json'],
  pnpm: ['package.json'],
  yarn: ['package.json'],
  bun: ['package.json'],
  just: ['justfile'],
  rake: ['Rakefile'],
  cargo: ['Cargo.toml', 'build.rs'],
  docker: ['Dockerfile'],
};

/** Below the workspace, `/` between parts; whether they are there is not looked at. */
export function scriptsOf(commands: readonly FloorCommand[], root: string): string[] {
  const found = new Set<string>();
  for (const { name, words, ground } of commands) {
    const add = (word: ReadWord | undefined): void => {
      const place = word === undefined ? null : placeOf(word, ground);
      if (place !== null && place !== root && isWithin(place, root)) found.add(place.slice(root.length + 1));
    };
    if (words[0]?.text?.includes('/')) add(words[0]);
    if (SHELLS.has(name) || INTERPRETERS.has(name) || name === 'source' || name === '.') {
      const inline = words.some(({ text }) => /^-\w*[ce]\w*$|^--eval$|^-m$/.test(text ?? ''));
      if (!inline) add(words.slice(1).find(({ text }) => text !== null && !/^[-+]/.test(text)));
    }
    if (Object.hasOwn(RECIPES, name) && ground.cwd !== null && isWithin(ground.cwd, root)) {
      for (const file of RECIPES[name] ?? []) found.add(join(ground.cwd, file).slice(root.length + 1));
    }
  }
  return [...found];
}
