/** Opens the person's workspace: real path pinned, seeded only when new or empty, trusted only when the app made it or the person said so. */
import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, lstat, mkdir, open, realpath, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type Notice, notice } from '#shared/schema/notice';
import { createPersonaReader, NO_PERSONA, type PersonaFiles } from './persona-files.ts';
import { isEmptyFolder, loadSeed, type SeedLanguage, seedWorkspace } from './seed.ts';
import { openSeedRegister, type SeedRegister } from './seed-register.ts';

export interface WorkspaceOptions {
  /** Where the workspace is or shall be. */
  readonly path: string;
  readonly dataFolder: string;
  /** Folder of the default files, with one folder a language in it. */
  readonly seedFrom: string;
  readonly language: SeedLanguage;
  /** Real paths that the person accepted although the app did not make them. */
  readonly trusted: readonly string[];
}

/** `missing` and `moved` heal when the very folder is back; nothing is ever made anew while the app runs. */
export interface WorkspaceCheck {
  readonly state: 'ready' | 'read-only' | 'missing' | 'moved';
  /** What to tell the person; null when ready. */
  readonly notice: Notice | null;
}

export interface Workspace {
  /** Real path, pinned. */
  readonly root: string;
  /** true when the app filled it just now. */
  readonly seeded: boolean;
  /** What came up while opening: read-only, disk full, not trusted yet. */
  readonly notices: readonly Notice[];
  isTrusted(): boolean;
  /** The person accepted the folder; the caller keeps `root` in the settings. */
  accept(): void;
  /** Looks again whether the folder is the one that was opened. Never rejects. */
  check(): Promise<WorkspaceCheck>;
  /** Persona files within their limits, also while not trusted: the caller shows them, the prompt does not use them. Never rejects. */
  persona(): Promise<PersonaFiles>;
  /** Persona files by name and bytes. Never rejects. */
  listPersona(): Promise<{ path: string; bytes: number }[]>;
  /** Whether the first conversation is still to be had: the app's own state, whatever files there are. */
  bootstrapDue(): boolean;
  /** Durable when it returns. Rejects with the system's error. */
  finishBootstrap(): Promise<void>;
}

export type WorkspaceOpening =
  | { readonly ok: true; readonly workspace: Workspace }
  /** There is no folder to work in; `path` is what was asked for. */
  | { readonly ok: false; readonly path: string; readonly notice: Notice };

/** Never rejects for the workspace's sake; rejects when the data folder or the default files cannot be used. */
export async function openWorkspace(options: WorkspaceOptions): Promise<WorkspaceOpening> {
  const register = await openSeedRegister(options.dataFolder);
  const found = await findFolder(resolve(options.path), register);
  if (!found.ok) return found;
  const { root } = found;
  const { seeded, notices } = await seedWhereNew(root, register, options);
  const pinned = await stat(root, { bigint: true });
  const reader = createPersonaReader({ root });
  const ours = register.find(root)?.folder === String(pinned.ino);
  let accepted = ours || options.trusted.includes(root);
  const check = () => checkFolder(root, pinned);
  const { notice: state } = await check();
  const all = [...notices, ...(state === null || notices.length > 0 ? [] : [state])];
  if (!accepted) all.push(notice('workspace_untrusted', { path: root }));
  return {
    ok: true,
    workspace: {
      root,
      seeded,
      notices: all,
      isTrusted: () => accepted,
      accept: () => {
        accepted = true;
      },
      check,
      async persona() {
        const gone = await whatHappened(root, pinned);
        return gone === null ? reader.read() : { ...NO_PERSONA, notices: gone.notice === null ? [] : [gone.notice] };
      },
      listPersona: () => reader.list(),
      bootstrapDue: () => ours && register.find(root)?.bootstrap === 'due',
      async finishBootstrap() {
        const entry = register.find(root);
        if (ours && entry !== null) await register.save({ ...entry, bootstrap: 'done' });
      },
    },
  };
}

/** The real path of the folder, made where it is new. */
async function findFolder(path: string, register: SeedRegister): Promise<{ ok: true; root: string } | (WorkspaceOpening & { ok: false })> {
  try {
    const root = await realpath(path);
    if ((await stat(root)).isDirectory()) return { ok: true, root };
    return { ok: false, path, notice: notice('path_not_a_folder', { path }) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return missing(path, error);
  }
  // A link that leads nowhere, or a place we know whose drive is not there: making it anew would hide what is lost.
  const dangling = await lstat(path).then(
    () => true,
    () => false,
  );
  const known = register.find(path) !== null && !(await isFolder(dirname(path)));
  if (dangling || known) return missing(path);
  try {
    await mkdir(path, { recursive: true });
    return { ok: true, root: await realpath(path) };
  } catch (error) {
    return missing(path, error);
  }
}

function missing(path: string, error?: unknown): WorkspaceOpening & { ok: false } {
  return { ok: false, path, notice: notice('workspace_missing', { path }, (error as NodeJS.ErrnoException | undefined)?.code) };
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/** Seeds an empty folder, or goes on where a seeding broke off. Anything else is left as it is. */
async function seedWhereNew(
  root: string,
  register: SeedRegister,
  options: WorkspaceOptions,
): Promise<{ seeded: boolean; notices: Notice[] }> {
  const folder = String((await stat(root, { bigint: true })).ino);
  const entry = register.find(root);
  const unfinished = entry !== null && entry.folder === folder && !entry.complete;
  try {
    if (!unfinished && !(await isEmptyFolder(root))) return { seeded: false, notices: [] };
    if (!(await isWritable(root))) return { seeded: false, notices: [notice('workspace_read_only', { path: root })] };
  } catch (error) {
    return { seeded: false, notices: [problemWith(root, error)] };
  }
  const begun = unfinished ? entry : { path: root, folder, language: options.language, complete: false, bootstrap: 'due' as const };
  const seed = await loadSeed(options.seedFrom, begun.language);
  await register.save(begun);
  try {
    await seedWorkspace(root, seed);
    await register.save({ ...begun, complete: true });
    return { seeded: true, notices: [] };
  } catch (error) {
    return { seeded: false, notices: [problemWith(root, error)] };
  }
}

function problemWith(path: string, error: unknown): Notice {
  const { code = '' } = error as NodeJS.ErrnoException;
  return notice(code === 'ENOSPC' ? 'disk_full' : 'workspace_read_only', { path }, code);
}

async function checkFolder(root: string, pinned: FolderIdentity): Promise<WorkspaceCheck> {
  const gone = await whatHappened(root, pinned);
  if (gone !== null) return gone;
  if (await mayWrite(root)) return { state: 'ready', notice: null };
  return { state: 'read-only', notice: notice('workspace_read_only', { path: root }) };
}

interface FolderIdentity {
  readonly dev: bigint;
  readonly ino: bigint;
}

/** null while the folder at `root` is the one that was opened: not another, not reached through a link put in its place. */
async function whatHappened(root: string, pinned: FolderIdentity): Promise<WorkspaceCheck | null> {
  try {
    const now = await lstat(root, { bigint: true });
    const same = now.isDirectory() && now.ino === pinned.ino && now.dev === pinned.dev && (await realpath(root)) === root;
    return same ? null : { state: 'moved', notice: notice('workspace_moved', { path: root }) };
  } catch (error) {
    return { state: 'missing', notice: notice('workspace_missing', { path: root }, (error as NodeJS.ErrnoException).code) };
  }
}

/** Asks the system alone: looking must leave no trace in the person's folder. */
async function mayWrite(folder: string): Promise<boolean> {
  return access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );
}

/** Asks the system, then tries: on some drives only trying tells. For the opening of a folder that is to be filled. */
async function isWritable(folder: string): Promise<boolean> {
  const probe = join(folder, `.reins-probe-${randomUUID()}`);
  try {
    await access(folder, constants.W_OK);
    await (await open(probe, 'wx', 0o600)).close();
    return true;
  } catch (error) {
    // A full disk can still be read and tidied: it is not read-only.
    return (error as NodeJS.ErrnoException).code === 'ENOSPC';
  } finally {
    await rm(probe, { force: true }).catch(() => undefined);
  }
}
