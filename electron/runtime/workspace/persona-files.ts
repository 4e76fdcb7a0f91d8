/** Reads the person's Markdown files of a workspace, within their limits, without following any link. */
import { constants } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { join } from 'node:path';
import { type Notice, notice } from '#shared/schema/notice';
import { type CutLimit, cutText, withoutComments } from './cut.ts';
import { type Identity, NO_IDENTITY, parseIdentity } from './identity.ts';

/** A workspace file as it goes into the prompt. */
export interface WorkspaceFile {
  readonly path: string;
  /** Within the file's limit; comments (`<!-- -->`) are the person's and left out. */
  readonly text: string;
  /** Lines left out at the end because of the file's limit. */
  readonly cutLines: number;
}

export interface PersonaFiles {
  /** Those that are there, in the order of the prompt. The same array as long as no file has changed. */
  readonly files: readonly WorkspaceFile[];
  readonly identity: Identity;
  /** Files that were cut or could not be used. */
  readonly notices: readonly Notice[];
}

export const NO_PERSONA: PersonaFiles = { files: [], identity: NO_IDENTITY, notices: [] };

interface PersonaSlot {
  /** The first that exists is read. */
  readonly names: readonly string[];
  readonly limit: CutLimit;
}

const TOTAL_LIMIT = 60_000;
const ORDINARY: CutLimit = { characters: 20_000 };

/** In the order of the prompt; the limits are those that the window shows as budget bars. */
export const PERSONA_SLOTS: readonly PersonaSlot[] = [
  { names: ['AGENT.md', 'AGENTS.md'], limit: ORDINARY },
  { names: ['SOUL.md'], limit: ORDINARY },
  { names: ['IDENTITY.md'], limit: ORDINARY },
  { names: ['USER.md'], limit: { characters: 4_000 } },
  { names: ['TOOLS.md'], limit: ORDINARY },
  { names: ['MEMORY.md'], limit: { characters: TOTAL_LIMIT, lines: 200 } },
  { names: ['BOOTSTRAP.md'], limit: ORDINARY },
  { names: ['BOOT.md'], limit: ORDINARY },
  { names: ['HEARTBEAT.md'], limit: ORDINARY },
];

/** Bytes; a larger file is not read at all. */
const LARGEST_FILE = 1_048_576;

type Raw =
  | { readonly kind: 'missing' }
  | { readonly kind: 'unusable'; readonly notice: Notice }
  | { readonly kind: 'text'; readonly text: string };

interface Cached {
  /** Empty for what is not an ordinary file. */
  readonly stamp: string;
  readonly raw: Raw;
}

export interface PersonaReader {
  /** Unchanged files cost a stat each. Never rejects: what cannot be used is a notice. */
  read(): Promise<PersonaFiles>;
  /** Names and sizes alone, for the question whether a folder is trusted. Never rejects. */
  list(): Promise<{ path: string; bytes: number }[]>;
}

/** `root` is the workspace's real path. */
export function createPersonaReader({ root }: { readonly root: string }): PersonaReader {
  const cache = new Map<string, Cached>();
  let last: { readonly raws: readonly Raw[]; readonly result: PersonaFiles } | undefined;
  const readName = async (name: string): Promise<Raw> => {
    const next = await readFresh(root, name, cache.get(name));
    cache.set(name, next);
    return next.raw;
  };
  return {
    async read() {
      const read = await Promise.all(PERSONA_SLOTS.map(({ names }) => firstPresent(names, readName)));
      const raws = read.map(({ raw }) => raw);
      if (last?.raws.every((raw, index) => raw === raws[index])) return last.result;
      const result = assemble(read);
      last = { raws, result };
      return result;
    },
    async list() {
      const found: { path: string; bytes: number }[] = [];
      for (const name of PERSONA_SLOTS.flatMap(({ names }) => names)) {
        const stat = await lstat(join(root, name)).catch(() => null);
        if (stat?.isFile()) found.push({ path: name, bytes: stat.size });
      }
      return found;
    },
  };
}

interface ReadSlot {
  readonly name: string;
  readonly raw: Raw;
}

async function firstPresent(names: readonly string[], read: (name: string) => Promise<Raw>): Promise<ReadSlot> {
  for (const name of names) {
    const raw = await read(name);
    if (raw.kind !== 'missing') return { name, raw };
  }
  return { name: names[0] ?? '', raw: MISSING };
}

function assemble(read: readonly ReadSlot[]): PersonaFiles {
  const files: WorkspaceFile[] = [];
  const notices: Notice[] = [];
  let left = TOTAL_LIMIT;
  let identity = NO_IDENTITY;
  for (const [index, { name, raw }] of read.entries()) {
    if (raw.kind === 'unusable') notices.push(raw.notice);
    if (raw.kind !== 'text') continue;
    const limit = PERSONA_SLOTS[index]?.limit ?? ORDINARY;
    const cut = cutText(raw.text, { ...limit, characters: Math.min(limit.characters, left) });
    left -= cut.text.length;
    if (cut.cutLines > 0) notices.push(notice('workspace_file_cut', { path: name, lines: cut.cutLines }));
    const text = withoutComments(cut.text);
    files.push({ path: name, text, cutLines: cut.cutLines });
    if (name === 'IDENTITY.md') identity = parseIdentity(text);
  }
  return { files, identity, notices };
}

const MISSING: Raw = { kind: 'missing' };

function unusable(code: Parameters<typeof notice>[0], params: Record<string, string | number>, detail?: string): Cached {
  return { stamp: '', raw: { kind: 'unusable', notice: notice(code, params, detail) } };
}

/** `known` itself when the file has not changed since. */
async function readFresh(root: string, name: string, known: Cached | undefined): Promise<Cached> {
  try {
    const stat = await lstat(join(root, name), { bigint: true });
    if (stat.isSymbolicLink()) return same(known, unusable('workspace_file_link', { path: name }));
    if (!stat.isFile()) return same(known, unusable(stat.isDirectory() ? 'path_not_a_file' : 'path_special_file', { path: name }));
    if (stat.nlink > 1n) return same(known, unusable('path_hard_link', { path: name }));
    if (stat.size > LARGEST_FILE)
      return same(known, unusable('file_too_large', { path: name, bytes: Number(stat.size), limit: LARGEST_FILE }));
    const stamp = `${stat.dev}:${stat.ino}:${stat.size}:${stat.mtimeNs}:${stat.ctimeNs}`;
    if (known?.stamp === stamp) return known;
    return { stamp, raw: await readText(join(root, name), name, stat.ino) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { stamp: '', raw: MISSING };
    return same(known, unusable(code === 'ELOOP' ? 'workspace_file_link' : 'path_unreadable', { path: name }, code));
  }
}

/** Keeps the known object where it says the same, so that an unusable file does not look like a change each time. */
function same(known: Cached | undefined, next: Cached): Cached {
  return known !== undefined && JSON.stringify(known) === JSON.stringify(next) ? known : next;
}

async function readText(path: string, name: string, ino: bigint): Promise<Raw> {
  // Neither a link put there since the look nor a pipe may hold up or lead astray. Windows knows neither flag.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const file = await open(path, flags);
  try {
    const stat = await file.stat({ bigint: true });
    if (!stat.isFile() || stat.ino !== ino) return { kind: 'unusable', notice: notice('file_changed', { path: name }) };
    const bytes = Buffer.alloc(Number(stat.size));
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
    return decode(bytes.subarray(0, bytesRead), name);
  } finally {
    await file.close();
  }
}

/** UTF-8 with or without a mark, line ends as `\n`. */
function decode(bytes: Uint8Array, name: string): Raw {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return { kind: 'text', text: text.replaceAll(/\r\n?/g, '\n') };
  } catch {
    // Not UTF-8: said below.
  }
  return { kind: 'unusable', notice: notice('file_binary', { path: name }) };
}
