/** What a command gets to know of the place it runs in: a path, a home, a language, and git without anybody's helpers. */
import { homedir } from 'node:os';

/** Where programs are looked for: the system's own folders, never one that a command could write to. */
export const PROGRAM_FOLDERS = ['/usr/local/bin', '/usr/bin', '/bin', '/opt/homebrew/bin'] as const;

/**
 * Settings of git that run a program or reach out, switched off over whatever a repository says
 * (https://git-scm.com/docs/git-config). Drivers that a repository names itself are added by `named`.
 */
const GIT_OFF: readonly (readonly [string, string])[] = [
  ['core.fsmonitor', 'false'],
  ['core.hooksPath', '/dev/null'],
  ['core.pager', 'cat'],
  ['core.editor', 'false'],
  ['core.sshCommand', 'false'],
  ['core.askPass', ''],
  ['core.attributesFile', '/dev/null'],
  ['core.gitProxy', ''],
  ['credential.helper', ''],
  ['diff.external', ''],
  ['interactive.diffFilter', ''],
  ['protocol.ext.allow', 'never'],
  ['uploadpack.packObjectsHook', ''],
];

/** What a driver may run, by its kind, and what runs in its place: the plain difference, the text as it is, nothing. */
const DRIVERS: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  diff: [
    ['command', 'f() { diff -u "$2" "$5"; true; }; f'],
    ['textconv', 'cat'],
  ],
  filter: [
    ['clean', ''],
    ['smudge', ''],
    ['process', ''],
  ],
  merge: [['driver', 'false']],
};

/** The whole environment; nothing of the app's own is in it. `gitConfig` is the text of the repository's configuration, empty without one. */
export function commandEnvironment(gitConfig: string): Record<string, string> {
  const settings = [...GIT_OFF, ...namedDrivers(gitConfig)];
  const pairs = settings.flatMap(([key, value], at) => [
    [`GIT_CONFIG_KEY_${at}`, key],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ]);
  return {
    PATH: PROGRAM_FOLDERS.join(':'),
    // The person's own, so that `~` means what it says; only what an approval opened is there.
    HOME: homedir(),
    TMPDIR: '/tmp',
    LANG: 'C.UTF-8',
    TERM: 'dumb',
    PAGER: 'cat',
    GIT_PAGER: 'cat',
    GIT_EDITOR: 'false',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_COUNT: String(settings.length),
    ...Object.fromEntries(pairs),
  };
}

/** What no program of Windows starts without; nothing else of the app's own. */
const WINDOWS_NEEDED = [
  'SystemRoot',
  'SystemDrive',
  'ComSpec',
  'PATHEXT',
  'TEMP',
  'TMP',
  'USERPROFILE',
  'APPDATA',
  'LOCALAPPDATA',
  'ProgramFiles',
];

export function windowsEnvironment(given: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const root = given['SystemRoot'] ?? 'C:\\Windows';
  const kept = WINDOWS_NEEDED.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]] as const]));
  return { ...Object.fromEntries(kept), PATH: [`${root}\\System32`, root, `${root}\\System32\\WindowsPowerShell\\v1.0`].join(';') };
}

/** Drivers that the repository's configuration names, each set to do nothing. */
function namedDrivers(gitConfig: string): (readonly [string, string])[] {
  const found = new Map<string, string>();
  for (const [, kind = '', name = ''] of gitConfig.matchAll(/^[ \t]*\[[ \t]*(diff|filter|merge)[ \t]+"((?:[^"\\\n]|\\.)*)"[ \t]*\]/gim)) {
    const driver = name.replace(/\\(.)/g, '$1');
    for (const [key, value] of DRIVERS[kind.toLowerCase()] ?? []) found.set(`${kind.toLowerCase()}.${driver}.${key}`, value);
  }
  return [...found].slice(0, 200);
}
