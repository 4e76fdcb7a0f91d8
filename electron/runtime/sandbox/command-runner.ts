/** The command runner's face: one command in the operating system's sandbox, bounded in every way, and nothing of it left behind. */
import type { SandboxState } from '#shared/schema/policy';
import type { SessionKind } from '#shared/schema/session';
import type { Outcome } from './file-wall.ts';

/** Milliseconds. */
export const RUN_TIMEOUT = { usual: 120_000, most: 3_600_000 } as const;

export interface RunRequest {
  readonly command: string;
  /** Absolute, in the workspace. */
  readonly cwd: string;
  /** Milliseconds; at most RUN_TIMEOUT.most. */
  readonly timeoutMs: number;
  /** Real paths beyond the workspace that an approval opened for this run. */
  readonly opens: { readonly read: readonly string[]; readonly write: readonly string[] };
  /** The command may change nothing: for what runs unasked. */
  readonly readOnly: boolean;
  /** Private notes are kept from commands of any session but a main one. */
  readonly session: SessionKind;
  /** A person allowed it, so where there is no sandbox at all it may run without one. */
  readonly allowBare: boolean;
  readonly signal: AbortSignal;
}

export interface CommandRun {
  /** null when it was ended by a signal. */
  readonly code: number | null;
  /** Name of the signal that ended it. */
  readonly killedBy: string | null;
  /** Head and tail of what was printed, decoded, without control characters; a marked gap where it was too long. */
  readonly stdout: string;
  readonly stderr: string;
  /** Bytes printed in all. */
  readonly bytes: number;
  readonly cut: boolean;
  readonly binary: boolean;
  /** WHATWG name of the encoding it was read in. */
  readonly encoding: string;
  /** Why it was stopped before its end; null for one that ended by itself. */
  readonly stopped: 'timeout' | 'output' | 'cancelled' | 'processes' | null;
  readonly ms: number;
}

export interface CommandRunner {
  /** What holds commands here; looked at once, and again after a failure. */
  state(): Promise<SandboxState>;
  /** Fails (never falls back to running bare) when the sandbox cannot be set up. */
  run(request: RunRequest): Promise<Outcome<CommandRun>>;
  close(): Promise<void>;
}
