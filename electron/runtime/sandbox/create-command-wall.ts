/** The command wall: parses, judges and names targets; nothing is loaded before the first command. */
import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { notice } from '#shared/schema/notice';
import type { CommandJudgement, CommandPlatform, CommandRequest, CommandWall } from './command-wall.ts';
import type { FileWall } from './file-wall.ts';
import { commandTargets } from './shell/command-targets.ts';
import { floorNotice, judgeShell, nothing } from './shell/judge-command.ts';
import type { Ground } from './shell/places.ts';
import { windowsFloor } from './shell/windows-shells.ts';

export interface CommandWallParts {
  readonly files: FileWall;
  /** Real path of the workspace. */
  readonly root: string;
  readonly dataFolder: string;
  readonly home?: string;
  readonly platform?: CommandPlatform;
}

export function createCommandWall({ files, root, dataFolder, home = homedir(), platform = here() }: CommandWallParts): CommandWall {
  const dataFolders = [...new Set([dataFolder, realOf(dataFolder)])];
  const groundOf = ({ cwd }: CommandRequest): Ground => ({
    root,
    dataFolders,
    home: realOf(home),
    cwd: cwd === undefined || cwd === '' ? root : realOf(resolve(root, cwd)),
  });
  return {
    async judge(request) {
      const os = request.os ?? platform;
      const shell = request.shell ?? (os === 'win32' ? 'powershell' : 'sh');
      if (request.command.trim() === '') return { ...nothing(), verdict: 'error', rule: 'empty', reason: notice('command_empty') };
      return shell === 'sh' ? await judgeShell({ files, ground: groundOf(request) }, request) : judgeWindows(request);
    },
    async targets(request, max, signal) {
      const shell = request.shell ?? ((request.os ?? platform) === 'win32' ? 'powershell' : 'sh');
      return shell === 'sh' ? await commandTargets(request.command, groundOf(request), max, signal) : { targets: [], more: true };
    },
  };
}

/** Under its real name where it is there. */
function realOf(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}

function here(): CommandPlatform {
  return process.platform === 'win32' || process.platform === 'darwin' ? process.platform : 'linux';
}

/** No form of these shells is taken for safe. */
function judgeWindows({ command, policy }: CommandRequest): CommandJudgement {
  const broken = windowsFloor(command);
  if (broken !== null) return { ...nothing(), verdict: 'deny', rule: `floor/${broken}`, reason: floorNotice(broken), risk: 'destructive' };
  switch (policy.mode) {
    case 'deny':
      return { ...nothing(), verdict: 'deny', rule: 'mode/deny', reason: notice('command_mode_deny') };
    case 'allowlist':
      return { ...nothing(), verdict: 'deny', rule: 'mode/allowlist', reason: notice('command_mode_allowlist') };
    case 'full':
    case 'ask':
    case 'strict':
      return { ...nothing(), verdict: 'ask', rule: 'windows-shell', reason: notice('command_windows') };
    default:
      return policy.mode satisfies never;
  }
}
