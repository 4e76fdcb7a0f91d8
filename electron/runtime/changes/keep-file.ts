/** Keeps the content of one file, or the target of one link, and says what stands there. */
import { constants } from 'node:fs';
import { type FileHandle, open, readlink } from 'node:fs/promises';
import type { FileWall } from '#runtime/sandbox/file-wall';
import type { FileState } from '#runtime/storage/change-store';
import type { LookLimits, Sight } from './look.ts';
import { codeOf, isGone, isUntouched, stateOf } from './place.ts';
import { hashFile, sha256 } from './read-file.ts';
import type { Intake } from './snapshots.ts';
import { SnapshotFull } from './write-flushed.ts';

export interface Keeping {
  readonly intake: Intake;
  readonly limits: LookLimits;
  /** What is known of a path; a file that nobody wrote to since is not read. */
  known(path: string): FileState | undefined;
  /** What becomes of a file that cannot be read or finds no room: all fails, it is left out, or only its hash is taken. A full disk fails with `leave`, too. */
  readonly without: 'fail' | 'leave' | 'hash';
  /** Whether what is known takes part in the limits. */
  readonly counts: 'all' | 'new';
  /** Bytes after which contents are not kept any more where their hash is enough. */
  readonly enough: number;
}

/** What stands at a name. */
export interface Noted {
  readonly path: string;
  /** Where it is reached. */
  readonly at: string;
  readonly state: FileState;
  readonly files: Pick<FileWall, 'guardOf'>;
}

/** Opens without following a link, and without waiting for whatever else came to stand there. */
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
/** Times that a file is read anew which is written to at the same time. */
const TRIES = 3;

export async function noteEntry(noted: Noted, sight: Sight, how: Keeping): Promise<void> {
  const { path, state, files } = noted;
  const known = how.known(path);
  const same = known?.sure === true && known.hash !== '' && isUntouched(known, state) && how.intake.holds(known.hash);
  if (same && how.counts === 'new') {
    sight.states.set(path, known);
    return;
  }
  // A secret is not copied to a second place: no tool changes it, and the wall would not bring it back.
  const closed = !same && files.guardOf(path) === 'closed';
  if (closed || !fits(state, sight, how.limits)) {
    sight.states.set(path, state);
    if (!closed || how.without === 'fail') sight.left += 1;
    return;
  }
  sight.files += 1;
  sight.bytes += state.size;
  const kept = same ? known : await read(noted, sight, how);
  if (kept === null) return;
  sight.states.set(path, kept);
  if (kept.hash === '') sight.left += 1;
}

function fits({ size }: FileState, { files, bytes }: Sight, limits: LookLimits): boolean {
  return files < limits.files && bytes + size <= limits.bytes && size <= limits.file;
}

/** null when it is gone meanwhile; without a hash when it was left out. */
async function read(noted: Noted, sight: Sight, how: Keeping): Promise<FileState | null> {
  try {
    return noted.state.type === 'link' ? await readLink(noted, how) : await readWhole(noted, sight, how);
  } catch (error) {
    if (isGone(error)) return null;
    const unreadable = ['EACCES', 'EPERM', 'EIO', 'EBUSY'].includes(codeOf(error));
    const full = error instanceof SnapshotFull && (error.where === 'limit' || how.without === 'hash');
    if (how.without !== 'fail' && (unreadable || full)) return noted.state;
    throw error;
  }
}

async function readLink({ at, state }: Noted, how: Keeping): Promise<FileState> {
  const target = Buffer.from(await readlink(at, { encoding: 'buffer' }));
  const hash = await how.intake.bytes(target).catch((error: unknown) => {
    if (how.without === 'hash' && error instanceof SnapshotFull) return sha256(target);
    throw error;
  });
  return { ...state, hash };
}

async function readWhole({ at }: Noted, { bytes }: Sight, how: Keeping): Promise<FileState | null> {
  const file = await open(at, READ);
  try {
    for (let tries = 1; ; tries += 1) {
      const before = stateOf(await file.stat({ bigint: true }));
      if (before?.type !== 'file') return null;
      if (before.size > how.limits.file) return before;
      const hash = await (how.without === 'hash' && bytes > how.enough ? hashFile(file) : keep(file, before.size, how));
      const after = stateOf(await file.stat({ bigint: true }));
      const steady = after !== null && isUntouched(before, after);
      if (steady || tries === TRIES) return { ...before, hash, sure: before.sure && steady };
    }
  } finally {
    await file.close();
  }
}

function keep(file: FileHandle, size: number, { intake, without }: Keeping): Promise<string> {
  return intake.file(file, size).catch((error: unknown) => {
    if (without === 'hash' && error instanceof SnapshotFull) return hashFile(file);
    throw error;
  });
}
