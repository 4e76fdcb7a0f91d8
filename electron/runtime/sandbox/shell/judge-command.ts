/** Judges a line of shell: the hard floor first, then every part of it, then the mode. */
import { type Notice, notice } from '#shared/schema/notice';
import type { CommandJudgement, CommandRequest } from '../command-wall.ts';
import type { FileWall } from '../file-wall.ts';
import { type FloorCommand, type FloorRule, floorName, floorRule } from './hard-floor.ts';
import { type JudgedPart, judgePart } from './judge-part.ts';
import { type Ground, placeOf } from './places.ts';
import { type ReadShell, readShell, type SimpleCommand } from './read-shell.ts';
import { HOME_MARK, type ReadWord } from './read-word.ts';
import { programName } from './safe-form.ts';
import { scriptsOf } from './scripts.ts';
import { innerCommands } from './wrappers.ts';

/** Wrappers within wrappers that are looked through. */
const UNWRAP_LIMIT = 6;
/** Folders in which a bare name is found, in order. */
const PROGRAM_FOLDERS = ['/usr/local/bin', '/usr/bin', '/bin'];

export interface JudgeParts {
  readonly files: FileWall;
  readonly ground: Ground;
}

type Judged = Pick<CommandJudgement, 'verdict' | 'reason' | 'rule'>;

export async function judgeShell({ files, ground: start }: JudgeParts, request: CommandRequest): Promise<CommandJudgement> {
  const read = await readShell(request.command);
  if (!read.ok) {
    const broken = read.why === 'syntax' ? floorRule(looselyRead(request.command, start), request.command) : null;
    return broken === null ? { ...nothing(), ...unreadable(read.why) } : floored(broken);
  }
  const grounds = groundsOf(read.commands, start);
  const seen = await lookThrough(read.commands, grounds);
  const broken = floorRule(seen.commands, request.command);
  if (broken !== null) return floored(broken);
  const parts: JudgedPart[] = [];
  for (const [at, command] of read.commands.entries()) {
    parts.push(await judgePart(command, { files, session: request.session, ground: grounds[at] ?? start }));
  }
  const odd = [...read.odd, ...(seen.complete ? [] : ['deep'])];
  const opens = { read: unique(parts.flatMap(({ reads }) => reads)), write: unique(parts.flatMap(({ writes }) => writes)) };
  const loses = seen.commands.find(({ name }) => /^(rm|shred|truncate|unlink)$/.test(name))?.name ?? null;
  const destructive = parts.some((part) => part.destructive) || loses !== null;
  return {
    ...verdictOf(request, { parts, commands: read.commands, odd, outside: opens.read.length + opens.write.length > 0, loses }),
    risk: destructive ? 'destructive' : opens.read.length + opens.write.length > 0 ? 'outside' : 'command',
    parts: read.commands.map((command, at) => ({
      words: command.words.map((word) => literal(word, start.home)),
      safe: parts[at]?.safe === true && odd.length === 0,
      prefixable: parts[at]?.prefixable === true && odd.length === 0 && read.commands.length === 1,
    })),
    scripts: scriptsOf(seen.commands, start.root),
    opens,
  };
}

/** A line that the parser cannot read may still be one that bash runs: its words are looked at as they stand. */
function looselyRead(command: string, ground: Ground): FloorCommand[] {
  return command.split(/[;&|\n(){}`]+/).map((piece, stage) => {
    const words = piece
      .trim()
      .split(/\s+/)
      .map(
        (raw): ReadWord => ({ text: raw.replace(/['"\\]/g, ''), raw, glob: /[*?[]/.test(raw), tilde: raw.startsWith('~'), variables: [] }),
      );
    return { name: floorName(words[0]), words, redirects: [], ground, pipeline: 0, stage, nested: false };
  });
}

function floored(rule: FloorRule): CommandJudgement {
  return { ...nothing(), verdict: 'deny', rule: `floor/${rule}`, reason: floorNotice(rule), risk: 'destructive' };
}

const unique = (values: readonly string[]): string[] => [...new Set(values)];

export function nothing(): Pick<CommandJudgement, 'risk' | 'parts' | 'scripts' | 'opens'> {
  return { risk: 'command', parts: [], scripts: [], opens: { read: [], write: [] } };
}

function literal({ text }: ReadWord, home: string): string | null {
  return text === null ? null : text.replaceAll(HOME_MARK, home);
}

function unreadable(why: Extract<ReadShell, { ok: false }>['why']): Judged {
  if (why === 'empty') return { verdict: 'error', rule: 'empty', reason: notice('command_empty') };
  if (why === 'syntax') return { verdict: 'ask', rule: 'syntax', reason: notice('command_syntax') };
  return { verdict: 'deny', rule: 'unreadable', reason: notice(why === 'characters' ? 'command_characters' : 'command_too_long') };
}

/** Where each command runs: a `cd` before it counts, one that cannot be followed makes the rest unknown. */
function groundsOf(commands: readonly SimpleCommand[], start: Ground): Ground[] {
  let ground = start;
  return commands.map((command) => {
    const here = ground;
    const name = floorName(command.words[0]);
    if (name === 'cd' || name === 'pushd') {
      const [, to] = command.words;
      ground = { ...ground, cwd: to === undefined ? ground.home : to.glob ? null : placeOf(to, ground) };
    } else if (name === 'popd') ground = { ...ground, cwd: null };
    return here;
  });
}

/** Every command with what it runs in its turn. `complete` is false where wrappers stand deeper than is looked. */
async function lookThrough(
  commands: readonly SimpleCommand[],
  grounds: readonly Ground[],
): Promise<{ commands: FloorCommand[]; complete: boolean }> {
  const found: FloorCommand[] = [];
  let complete = true;
  const add = async (command: SimpleCommand, ground: Ground, depth: number): Promise<void> => {
    const { words, redirects, pipeline, stage, nested } = command;
    const name = floorName(words[0]);
    found.push({ name, words, redirects, ground, pipeline, stage, nested });
    const inner = [
      ...innerCommands(name, words),
      ...(command.fed !== null && /^(sh|bash|dash|zsh|ksh|ash)$/.test(name) ? [{ kind: 'text' as const, text: command.fed }] : []),
    ];
    if (inner.length === 0) return;
    if (depth >= UNWRAP_LIMIT) {
      complete = false;
      return;
    }
    for (const one of inner) {
      if (one.kind === 'words') await add({ ...command, words: one.words, assigns: [], redirects: [], fed: null }, ground, depth + 1);
      else if (one.text !== null) {
        const read = await readShell(one.text);
        if (!read.ok) continue;
        const within = groundsOf(read.commands, ground);
        for (const [at, deeper] of read.commands.entries())
          await add({ ...deeper, pipeline: 1000 * (depth + 1) + deeper.pipeline }, within[at] ?? ground, depth + 1);
      }
    }
  };
  for (const [at, command] of commands.entries()) await add(command, grounds[at] as Ground, 0);
  return { commands: found, complete };
}

interface Line {
  readonly parts: readonly JudgedPart[];
  readonly commands: readonly SimpleCommand[];
  readonly odd: readonly string[];
  readonly outside: boolean;
  /** A program that deletes, at the head of the line or started by another one. */
  readonly loses: string | null;
}

function verdictOf({ policy, sandboxed }: CommandRequest, { parts, commands, odd, outside, loses }: Line): Judged {
  const refusal = parts.find((part) => part.refusal !== null)?.refusal;
  if (refusal) return { verdict: 'deny', ...refusal };
  const { mode } = policy;
  if (mode === 'deny') return { verdict: 'deny', rule: 'mode/deny', reason: notice('command_mode_deny') };
  const plain = odd.length === 0 && !outside;
  const safe = plain && parts.every((part) => part.safe);
  const listed = plain && parts.every((part, at) => part.safe || isListed(commands[at], policy.allow));
  const worst = parts.find((part) => part.destructive && !part.safe) ?? parts.find((part) => !part.safe);
  const asks: Judged =
    loses !== null && worst?.destructive !== true
      ? { verdict: 'ask', rule: 'inner-program/destructive', reason: notice('command_destructive', { program: loses }) }
      : odd.length > 0 && worst?.destructive !== true
        ? { verdict: 'ask', rule: `syntax/${odd[0]}`, reason: notice('command_odd', { what: odd[0] ?? '' }) }
        : { verdict: 'ask', rule: worst?.rule ?? 'form', reason: worst?.reason ?? notice('command_odd', { what: '' }) };
  if (mode === 'strict') return safe ? { verdict: 'ask', rule: 'mode/strict', reason: notice('command_mode_strict') } : asks;
  if (!sandboxed && (safe || listed || mode === 'full'))
    return { verdict: 'ask', rule: 'no-sandbox', reason: notice('command_no_sandbox') };
  if (safe) return { verdict: 'allow', rule: 'safe-form', reason: notice('command_safe') };
  if (listed) return { verdict: 'allow', rule: 'allowlist', reason: notice('command_listed') };
  switch (mode) {
    case 'full':
      return { verdict: 'allow', rule: 'mode/full', reason: notice('command_mode_full') };
    case 'allowlist':
      return { verdict: 'deny', rule: 'mode/allowlist', reason: notice('command_mode_allowlist') };
    case 'ask':
      return asks;
    default:
      return mode satisfies never;
  }
}

/** A program on the person's list, by the path that its name stands for in the sandbox. */
function isListed(command: SimpleCommand | undefined, allow: readonly string[]): boolean {
  const [word] = command?.words ?? [];
  if (command === undefined || word === undefined || command.nested || command.assigns.length > 0) return false;
  if (command.redirects.some(({ target }) => target !== null && target.text !== '/dev/null')) return false;
  if (word.text?.startsWith('/')) return allow.includes(word.text);
  const name = programName(word);
  return name !== null && PROGRAM_FOLDERS.some((folder) => allow.includes(`${folder}/${name}`));
}

const FLOOR_NOTICES = {
  privilege: 'command_floor_privilege',
  wipe: 'command_floor_wipe',
  device: 'command_floor_device',
  rights: 'command_floor_rights',
  'kill-all': 'command_floor_kill_all',
  power: 'command_floor_power',
  'fork-bomb': 'command_floor_fork_bomb',
  'fetch-and-run': 'command_floor_fetch_and_run',
  listener: 'command_floor_listener',
  credentials: 'command_floor_credentials',
  'data-folder': 'command_floor_data_folder',
  'sandbox-off': 'command_floor_sandbox_off',
} as const satisfies Record<FloorRule, Notice['code']>;

export function floorNotice(rule: FloorRule): Notice {
  return notice(FLOOR_NOTICES[rule]);
}
