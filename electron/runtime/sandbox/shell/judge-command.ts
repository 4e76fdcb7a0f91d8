/** Judges a line of shell: the hard floor first, then every part of it, then the mode. */
import { type Notice, notice } from '#shared/schema/notice';
import type { CommandJudgement, CommandRequest } from '../command-wall.ts';
import type { FileWall } from '../file-wall.ts';
import { PROGRAM_FOLDERS } from '../run/environment.ts';
import { floorName } from './floor-command.ts';
import type { FloorRule } from './floor-names.ts';
import { floorRule, isBomb } from './hard-floor.ts';
import { inlineCode } from './inline-code.ts';
import { type JudgedPart, judgePart } from './judge-part.ts';
import { lookThrough, looselyRead } from './look-through.ts';
import type { Ground } from './places.ts';
import { type ReadShell, readShell, type SimpleCommand } from './read-shell.ts';
import { HERE_MARK, HOME_MARK, type ReadWord } from './read-word.ts';
import { programName } from './safe-form.ts';
import { scriptsOf } from './scripts.ts';
import { groundsOf } from './where-it-runs.ts';
import { isWrapper, SHELLS } from './wrappers.ts';

export interface JudgeParts {
  readonly files: FileWall;
  readonly ground: Ground;
}

type Judged = Pick<CommandJudgement, 'verdict' | 'reason' | 'rule'>;

export async function judgeShell({ files, ground: start }: JudgeParts, request: CommandRequest): Promise<CommandJudgement> {
  const read = await readShell(request.command);
  if (!read.ok) {
    const broken = read.why === 'syntax' ? brokenBy(request.command, start) : null;
    return broken === null ? { ...nothing(), ...unreadable(read.why) } : floored(broken);
  }
  const grounds = groundsOf(read, start);
  const seen = await lookThrough(read, grounds, request.command);
  const broken = seen.bomb ? 'fork-bomb' : floorRule(seen.commands);
  if (broken !== null) return floored(broken);
  const parts: JudgedPart[] = [];
  for (const [at, command] of read.commands.entries()) {
    const places = grounds[at] ?? [start];
    const judged: JudgedPart[] = [];
    for (const ground of places) judged.push(await judgePart(command, { files, session: request.session, ground }));
    parts.push(judged.reduce(stricter));
  }
  const odd = [...read.odd, ...(seen.complete ? [] : ['deep'])];
  const opens = { read: unique(parts.flatMap(({ reads }) => reads)), write: unique(parts.flatMap(({ writes }) => writes)) };
  const loses = seen.commands.find(({ name }) => /^(rm|shred|truncate|unlink)$/.test(name))?.name ?? null;
  const destructive = parts.some((part) => part.destructive) || loses !== null;
  return {
    ...verdictOf(request, { parts, commands: read.commands, odd, outside: opens.read.length + opens.write.length > 0, loses }),
    risk: destructive ? 'destructive' : opens.read.length + opens.write.length > 0 ? 'outside' : 'command',
    parts: read.commands.map((command, at) => ({
      words: command.words.map((word) => literal(word, grounds[at]?.[0] ?? start)),
      safe: parts[at]?.safe === true && odd.length === 0,
      prefixable: parts[at]?.prefixable === true && odd.length === 0 && read.commands.length === 1,
    })),
    scripts: scriptsOf(seen.commands, start.root),
    opens,
  };
}

/** What a line that cannot be parsed breaks, read by its words alone. */
function brokenBy(command: string, ground: Ground): FloorRule | null {
  return isBomb(command) ? 'fork-bomb' : floorRule(looselyRead(command, ground));
}

/** One command that may run in several folders is taken by the worst of them. */
function stricter(one: JudgedPart, other: JudgedPart): JudgedPart {
  const worse = one.safe ? other : one;
  return {
    ...worse,
    refusal: one.refusal ?? other.refusal,
    prefixable: one.prefixable && other.prefixable,
    reads: [...one.reads, ...other.reads],
    writes: [...one.writes, ...other.writes],
  };
}

function floored(rule: FloorRule): CommandJudgement {
  return { ...nothing(), verdict: 'deny', rule: `floor/${rule}`, reason: floorNotice(rule), risk: 'destructive' };
}

const unique = (values: readonly string[]): string[] => [...new Set(values)];

export function nothing(): Pick<CommandJudgement, 'risk' | 'parts' | 'scripts' | 'opens'> {
  return { risk: 'command', parts: [], scripts: [], opens: { read: [], write: [] } };
}

function literal({ text }: ReadWord, { home, cwd }: Ground): string | null {
  if (text === null || (cwd === null && text.includes(HERE_MARK))) return null;
  return text.replaceAll(HOME_MARK, home).replaceAll(HERE_MARK, cwd ?? '');
}

function unreadable(why: Extract<ReadShell, { ok: false }>['why']): Judged {
  if (why === 'empty') return { verdict: 'error', rule: 'empty', reason: notice('command_empty') };
  if (why === 'syntax') return { verdict: 'ask', rule: 'syntax', reason: notice('command_syntax') };
  return { verdict: 'deny', rule: 'unreadable', reason: notice(why === 'characters' ? 'command_characters' : 'command_too_long') };
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
  const called = floorName(word);
  // Leave for a program is no leave for what it would be told to run.
  if (isWrapper(called) || SHELLS.has(called) || inlineCode(called, command.words) !== null) return false;
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
