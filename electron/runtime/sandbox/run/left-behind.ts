/** Helpers of the sandbox that outlived a killed app: noted when they start, ended by the next one. Linux alone; elsewhere there are none. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Helper {
  readonly pid: number;
  /** What it was started with: a number alone may belong to somebody else by now. */
  readonly command: string;
}

const noteFile = (folder: string): string => join(folder, 'helpers.json');

/** Ends what the note of an app that is gone names. */
export function endLeftBehind(folder: string): void {
  for (const { pid, command } of readNote(folder)) {
    if (commandOf(pid) !== command) continue;
    try {
      process.kill(pid, 'SIGTERM');
    } catch {
      // It ended in this very moment.
    }
  }
  writeFileSync(noteFile(folder), '[]');
}

/** Notes the helpers that run now as children of this process. */
export function noteHelpers(folder: string, program: string): void {
  const helpers = childrenOf(process.pid)
    .map((pid): Helper => ({ pid, command: commandOf(pid) }))
    .filter(({ command }) => command.split('\0')[0]?.endsWith(program) === true);
  writeFileSync(noteFile(folder), JSON.stringify(helpers));
}

function readNote(folder: string): Helper[] {
  try {
    const note: unknown = JSON.parse(readFileSync(noteFile(folder), 'utf8'));
    return Array.isArray(note)
      ? note.filter((one): one is Helper => typeof one?.pid === 'number' && typeof one?.command === 'string' && one.command !== '')
      : [];
  } catch {
    return [];
  }
}

function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
      .trim()
      .split(' ')
      .filter((one) => one !== '')
      .map(Number);
  } catch {
    return [];
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
