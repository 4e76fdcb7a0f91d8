/** The command wall's face: a command is parsed, every part of it is judged, and what it would touch is named. */
import type { Notice } from '#shared/schema/notice';
import type { CommandPolicy } from '#shared/schema/policy';
import type { SessionKind } from '#shared/schema/session';

export type CommandPlatform = 'linux' | 'darwin' | 'win32';

export interface CommandRequest {
  readonly command: string;
  /** Below the workspace; the workspace itself where it is left out. */
  readonly cwd?: string | undefined;
  readonly os?: CommandPlatform | undefined;
  readonly shell?: 'sh' | 'powershell' | 'cmd' | undefined;
  readonly session: SessionKind;
  readonly policy: CommandPolicy;
  /** false where no operating-system sandbox holds: then every command asks. */
  readonly sandboxed: boolean;
}

/** One simple command of the line, wrappers looked through. */
export interface CommandPart {
  /** Literal words, program first; null in place of a word whose value only a run would tell. */
  readonly words: readonly (string | null)[];
  /** In a form that can read nothing but stdin and the workspace, and change nothing. */
  readonly safe: boolean;
  /** May stand at the head of a "begins with" rule: no interpreter, no wrapper, no loss, no substitution. */
  readonly prefixable: boolean;
}

export interface CommandJudgement {
  readonly verdict: 'allow' | 'ask' | 'deny' | 'error';
  readonly reason: Notice;
  /** Stable name, such as `safe-form`, `unknown-program`, `floor/privilege`. */
  readonly rule: string;
  readonly risk: 'command' | 'destructive' | 'outside';
  readonly parts: readonly CommandPart[];
  /** Script files that would be run (`./run.sh`, `bash build.sh`, `python3 a.py`), below the workspace. */
  readonly scripts: readonly string[];
  /** Real paths beyond the workspace that operands name and that an approval could open. */
  readonly opens: { readonly read: readonly string[]; readonly write: readonly string[] };
}

/** A path that a command names, with what the command does to it; globs are expanded and links are not followed. */
export interface CommandTarget {
  /** Absolute. */
  readonly path: string;
  readonly change: 'create' | 'modify' | 'delete' | 'move' | 'read' | 'permissions';
  /** Absolute place a move or copy goes to. */
  readonly to?: string;
}

export interface CommandWall {
  /** Never rejects. Bounded: 1 ms at the 95th percentile. */
  judge(request: CommandRequest): Promise<CommandJudgement>;
  /** What the parts that are understood would touch, at most `max` targets; `more` when there are others or some part is not understood. */
  targets(request: CommandRequest, max: number, signal: AbortSignal): Promise<{ targets: readonly CommandTarget[]; more: boolean }>;
}
