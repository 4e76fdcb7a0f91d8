/** Whether an `ollama` program is on this computer, to tell "not installed" from "not running". */
import { access } from 'node:fs/promises';
import { posix, win32 } from 'node:path';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Where its installers put it, some below a folder that a variable names; a program started from a dock or as a service has no shell's PATH. */
const USUAL: Readonly<Record<string, readonly (readonly [place: string, below?: string])[]>> = {
  darwin: [
    ['/Applications/Ollama.app'],
    ['/Applications/Ollama.app', 'HOME'],
    ['/usr/local/bin/ollama'],
    ['/opt/homebrew/bin/ollama'],
    ['/opt/local/bin/ollama'],
  ],
  win32: [
    ['\\Programs\\Ollama\\ollama.exe', 'LOCALAPPDATA'],
    ['\\Ollama\\ollama.exe', 'ProgramFiles'],
  ],
  linux: [
    ['/usr/local/bin/ollama'],
    ['/usr/bin/ollama'],
    ['/opt/ollama/bin/ollama'],
    ['/snap/bin/ollama'],
    ['/home/linuxbrew/.linuxbrew/bin/ollama'],
    ['/.local/bin/ollama', 'HOME'],
  ],
};

export interface Place {
  readonly environment: Environment;
  readonly platform: NodeJS.Platform;
  readonly exists?: (path: string) => Promise<boolean>;
}

/** Looks along PATH and in the usual places of the system. Never rejects. */
export async function hasOllama({ environment, platform, exists = isThere }: Place): Promise<boolean> {
  const isWindows = platform === 'win32';
  const { delimiter, join, isAbsolute } = isWindows ? win32 : posix;
  const path = environment['PATH'] ?? environment['Path'] ?? '';
  const folders = path.split(delimiter).filter((folder) => isAbsolute(folder));
  const onPath = folders.map((folder) => join(folder, isWindows ? 'ollama.exe' : 'ollama'));
  const usual = (USUAL[platform] ?? USUAL['linux'] ?? []).flatMap(([place, below]) => {
    const root = below === undefined ? '' : environment[below];
    return root === undefined || (below !== undefined && !isAbsolute(root)) ? [] : [root + place];
  });
  const found = await Promise.all([...new Set([...onPath, ...usual])].map(exists));
  return found.includes(true);
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
