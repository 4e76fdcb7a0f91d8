/** Runs a command of the shell: judged by the command wall, shown with its effect, run in the sandbox, undoable. */
import { join } from 'node:path';
import type { ChangeSet, Changes } from '#runtime/changes/changes';
import { type CommandRun, type CommandRunner, RUN_TIMEOUT } from '#runtime/sandbox/command-runner';
import type { CommandJudgement, CommandRequest, CommandWall } from '#runtime/sandbox/command-wall';
import type { FileWall, Outcome } from '#runtime/sandbox/file-wall';
import { OUTPUT_LIMIT } from '#runtime/sandbox/run/collect-output';
import type { Change } from '#shared/schema/change';
import { type Notice, notice } from '#shared/schema/notice';
import type { SessionKind } from '#shared/schema/session';
import type { ToolResult, Verdict } from '#shared/schema/tool-call';
import { askForCommand, commandTargets } from './exec-effect.ts';
import { coversCommand } from './exec-rules.ts';
import { scriptHashes } from './exec-scripts.ts';
import { type AnyTool, refused, type Tool, type ToolContext } from './tool.ts';
import { type ToolArguments, toolInputs } from './tool-inputs.ts';

type ExecArguments = ToolArguments<'exec'>;

export interface ExecParts {
  readonly wall: CommandWall;
  readonly runner: CommandRunner;
  readonly files: FileWall;
  readonly changes: Changes;
}

const SESSIONS: readonly SessionKind[] = ['main', 'shared', 'sub-agent'];
/** Targets of a command that are kept one by one before the rest of the workspace. */
const KEPT_FIRST = 1_000;

export function createExecTool(parts: ExecParts): AnyTool {
  const tool: Tool<ExecArguments> = {
    name: 'exec',
    summary: 'Run a shell command in the workspace, walled off, without network; timeout_ms 120000.',
    input: toolInputs.exec,
    sessions: SESSIONS,
    untrusted: true,
    judge: async (args, context) => verdictOf(await judge(parts, args, context)),
    async describe(args, context) {
      const request = await requestOf(parts, args, context);
      return askForCommand(parts, { request, judged: await parts.wall.judge(request), cwd: args.cwd ?? '' }, context);
    },
    async covers(args, rule, context) {
      if (args.cwd !== undefined) return false;
      return coversCommand(parts.files, args.command, { judged: await judge(parts, args, context), rule, session: context.session.kind });
    },
    run: (args, context) => run(parts, args, context),
  };
  return tool as unknown as AnyTool;
}

async function requestOf(parts: ExecParts, { command, cwd }: ExecArguments, { session, policy }: ToolContext): Promise<CommandRequest> {
  const sandboxed = (await parts.runner.state()).kind !== 'none';
  return { command, cwd, session: session.kind, policy: policy.commands, sandboxed };
}

async function judge(parts: ExecParts, args: ExecArguments, context: ToolContext): Promise<CommandJudgement> {
  return parts.wall.judge(await requestOf(parts, args, context));
}

function verdictOf({ verdict, reason }: CommandJudgement): Verdict {
  switch (verdict) {
    case 'allow':
      return { verdict: 'allow' };
    case 'ask':
      return { verdict: 'ask', reason };
    case 'deny':
      return { verdict: 'deny', reason };
    case 'error':
      return { verdict: 'invalid', reason };
    default:
      return verdict satisfies never;
  }
}

async function run(parts: ExecParts, args: ExecArguments, context: ToolContext): Promise<ToolResult> {
  const { approved, session, signal } = context;
  const request = await requestOf(parts, args, context);
  const judged = await parts.wall.judge(request);
  if (judged.verdict === 'deny' || judged.verdict === 'error')
    return refused(judged.reason, judged.verdict === 'deny' ? 'denied' : 'argument');
  if (judged.verdict === 'ask' && approved === null) return refused(judged.reason);
  if (approved !== null && !(await scriptsHold(parts, judged, context))) return refused(notice('approval_drifted'));
  const folder = await folderOf(parts.files, args.cwd, session.kind);
  if (typeof folder !== 'string') return folder;
  // What is safe by its form can change nothing, and the sandbox holds it to that.
  const readOnly = judged.verdict === 'allow' && judged.parts.every(({ safe }) => safe);
  const guarded = readOnly ? null : await guardedNames(parts.files, session.kind, signal);
  const kept = readOnly ? null : await keepBefore(parts, request, context);
  if (kept !== null && 'ok' in kept) return kept;
  let ran: Outcome<CommandRun>;
  let aside: Notice[] = [];
  let change: Change | null = null;
  try {
    ran = await parts.runner.run({
      command: args.command,
      cwd: folder,
      timeoutMs: args.timeout_ms ?? RUN_TIMEOUT.usual,
      opens: approved?.effect.opens ?? (judged.verdict === 'allow' ? judged.opens : { read: [], write: [] }),
      readOnly,
      session: session.kind,
      allowBare: approved !== null || context.policy.commands.mode === 'full',
      signal,
    });
    if (guarded !== null) aside = await setAside(parts.files, guarded, context);
  } finally {
    if (kept !== null) change = await kept.set.finish(); // an open set would take in what others do later
  }
  if (!ran.ok) return { ok: false, kind: ran.kind, error: ran.error };
  if (ran.value.stopped === 'cancelled') return refused(notice('cancelled'), 'cancelled');
  const notices = [...aside, ...(kept !== null && kept.left > 0 ? [notice('command_undo_partly', { left: kept.left })] : [])];
  return resultOf(ran.value, { change, notices, whole: kept === null || kept.left === 0 });
}

async function scriptsHold(
  { files }: ExecParts,
  { scripts }: CommandJudgement,
  { approved, session, signal }: ToolContext,
): Promise<boolean> {
  const now = await scriptHashes(files, scripts, { session: session.kind, signal });
  return Object.entries(now).every(([name, hash]) => approved?.binding[name] === hash);
}

async function folderOf(files: FileWall, cwd: string | undefined, session: SessionKind): Promise<string | ToolResult> {
  if (cwd === undefined || cwd === '') return files.root;
  const found = await files.resolve(cwd, session);
  if (found.kind !== 'inside') return refused(found.reason, found.kind === 'denied' ? 'denied' : 'argument');
  if (found.type !== 'folder') return refused(notice('path_not_a_folder', { path: cwd }), 'argument');
  return join(files.root, found.relative);
}

/** What the command names is kept for sure, the rest of the workspace as far as it fits. A full store stops the call before anything runs. */
async function keepBefore(
  { changes, wall, files }: ExecParts,
  request: CommandRequest,
  { runId, session, callId, signal }: ToolContext,
): Promise<{ readonly set: ChangeSet; readonly left: number } | ToolResult> {
  const set = changes.begin({ runId, sessionId: session.id, callId, tool: 'exec' });
  const named = await commandTargets(wall, files, request, KEPT_FIRST, signal);
  const first = await set.keep(named, signal);
  const rest = first.ok ? await set.keepAll(signal) : first;
  if (!rest.ok) {
    await set.finish(); // nothing ran: an open set would take in what others do later
    return { ok: false, kind: rest.kind, error: rest.error };
  }
  return { set, left: (first.ok ? first.value.left : 0) + rest.value.left };
}

/** Names at the root that say who the assistant is, or that other programs run by themselves. */
async function guardedNames(files: FileWall, session: SessionKind, signal: AbortSignal): Promise<ReadonlySet<string>> {
  const listed = await files.list('.', { depth: 1, max: 5_000, session, signal });
  const names = listed.ok ? listed.value.entries.map(({ path }) => path) : [];
  return new Set(names.filter((path) => files.guardOf(path) !== 'none'));
}

/** A sandbox can keep what is there from being changed; what a command made anew under such a name goes to the trash. */
async function setAside(files: FileWall, before: ReadonlySet<string>, { session, signal }: ToolContext): Promise<Notice[]> {
  const made = [...(await guardedNames(files, session.kind, signal))].filter(
    (path) => !before.has(path) && files.guardOf(path) !== 'closed',
  );
  const told: Notice[] = [];
  for (const path of made) {
    const gone = await files.trash(path, { session: session.kind, approved: true, signal });
    told.push(gone.ok ? notice('command_persona_kept', { path }) : gone.error);
  }
  return told;
}

interface Around {
  readonly change: Change | null;
  readonly notices: readonly Notice[];
  /** false when something could not be kept for undo. */
  readonly whole: boolean;
}

function resultOf(run: CommandRun, { change, notices, whole }: Around): ToolResult {
  const { code, killedBy, stdout, stderr, bytes, cut, stopped, ms, encoding } = run;
  const why = stoppedNotice(run);
  const parts = [
    stdout.trimEnd(),
    ...(stderr.trim() === '' ? [] : [`[stderr]\n${stderr.trimEnd()}`]),
    ...(stopped !== null ? [`[stopped: ${stopped}]`] : code === 0 ? [] : [`[exit ${code ?? killedBy ?? '?'}]`]),
  ].filter((part) => part !== '');
  const told = [...(why === null ? [] : [why]), ...(cut ? [notice('command_output_cut')] : []), ...notices];
  return {
    ok: true,
    output: parts.length === 0 ? '[nothing was printed]' : parts.join('\n'),
    facts: { exit: code ?? -1, ms: Math.round(ms), bytes, cut, encoding, ...(stopped === null ? {} : { stopped }) },
    ...(told.length === 0 ? {} : { notices: told }),
    ...(change === null
      ? {}
      : { change: { id: change.id, files: change.files.length, undoable: whole && change.files.every(({ kept }) => kept) } }),
  };
}

function stoppedNotice({ stopped, ms }: CommandRun): Notice | null {
  switch (stopped) {
    case 'timeout':
      return notice('command_timeout', { seconds: Math.round(ms / 1000) });
    case 'output':
      return notice('command_output_limit', { megabytes: OUTPUT_LIMIT / 1024 / 1024 });
    case 'processes':
      return notice('command_process_limit');
    case 'cancelled':
    case null:
      return null;
    default:
      return stopped satisfies never;
  }
}
