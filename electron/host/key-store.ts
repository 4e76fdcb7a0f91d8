/** Keys of endpoints: encrypted by the system's key store where the shell has one, else in a file that only the person can read. */
import { chmodSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { replaceFile } from '#runtime/files/atomic-file';
import { type Notice, notice } from '#shared/schema/notice';

/** What the system's key store does. */
export interface SafeKeys {
  available(): boolean;
  /** Base64. May throw where the person keeps the store locked. */
  encrypt(text: string): string;
  /** Throws for what another person or computer encrypted. */
  decrypt(base64: string): string;
}

export interface KeyStore {
  /** Where new keys are kept. */
  readonly kept: 'system' | 'file';
  /** `keys.json` of the data folder. */
  readonly path: string;
  /** null where there is none, or one that cannot be read here. Never rejects. */
  get(name: string): Promise<string | null>;
  /**
   * null removes it. Durable when it resolves. Rejects, with everything as it was, when the file cannot be read or written or the key not be
   * encrypted: a key is never kept in the clear where that was not said before.
   */
  set(name: string, value: string | null): Promise<void>;
  has(name: string): boolean;
  /** What a person should know: `keys_in_file` while a key lies unencrypted, `keys_damaged` once the file was set aside. */
  notices(): readonly Notice[];
}

const entrySchema = z.object({ kept: z.enum(['system', 'file']), value: z.string() });
type Entry = z.infer<typeof entrySchema>;

/** By name, as they stand in the file: one that a later version wrote is kept as it is. */
type Entries = ReadonlyMap<string, unknown>;

export function createKeyStore({ dataFolder, safe }: { readonly dataFolder: string; readonly safe?: SafeKeys }): KeyStore {
  const path = join(dataFolder, 'keys.json');
  let store: SafeKeys | null | undefined;
  // Asked for only when a key is in question: some systems ask the person before they open their store.
  const system = (): SafeKeys | null => {
    if (store === undefined) store = safe?.available() === true ? safe : null;
    return store;
  };
  let file: Found | undefined;
  const found = (): Found => {
    if (file === undefined) {
      file = read(path);
      if (file.state === 'read') file = { ...file, entries: encrypted(path, file.entries, system) };
    }
    return file;
  };
  const entryOf = (name: string): Entry | undefined => entrySchema.safeParse(found().entries.get(name)).data;

  return {
    get kept() {
      return system() === null ? 'file' : 'system';
    },
    path,
    async get(name) {
      const entry = entryOf(name);
      if (entry === undefined) return null;
      return entry.kept === 'file' ? entry.value : decrypted(system(), entry.value);
    },
    async set(name, value) {
      const now = found();
      if (now.state === 'unreadable') throw now.error;
      if (value === null && !now.entries.has(name)) return;
      const entries = new Map(now.entries);
      if (value === null) entries.delete(name);
      else entries.set(name, entryFor(system(), value));
      write(path, entries);
      file = { ...now, entries };
    },
    has: (name) => entryOf(name) !== undefined,
    notices() {
      const { entries, aside } = found();
      const isClear = [...entries.values()].some((entry) => entrySchema.safeParse(entry).data?.kept === 'file');
      return [...(aside === null ? [] : [notice('keys_damaged', { path: aside })]), ...(isClear ? [notice('keys_in_file', { path })] : [])];
    },
  };
}

interface Read {
  readonly state: 'read';
  readonly entries: Entries;
  /** Where a damaged file lies now. */
  readonly aside: string | null;
}

/** Nobody knows what is in it: it is neither moved nor written over. */
interface Unreadable {
  readonly state: 'unreadable';
  readonly entries: Entries;
  readonly aside: string | null;
  readonly error: unknown;
}

type Found = Read | Unreadable;

function read(path: string): Found {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && Reflect.get(error, 'code') === 'ENOENT') return { state: 'read', entries: new Map(), aside: null };
    return { state: 'unreadable', entries: new Map(), aside: null, error };
  }
  closeToOthers(path);
  const entries = parse(text.replace(/^\ufeff/, ''));
  return entries === null ? setAside(path) : { state: 'read', entries, aside: null };
}

function parse(text: string): Entries | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? new Map(Object.entries(value)) : null;
  } catch {
    return null;
  }
}

/** The keys in a damaged file may be saved by hand; where it cannot be moved it is left alone. */
function setAside(path: string): Found {
  const aside = `${path}.damaged-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
  try {
    renameSync(path, aside);
    return { state: 'read', entries: new Map(), aside };
  } catch (error) {
    return { state: 'unreadable', entries: new Map(), aside: path, error };
  }
}

/** A copy or a backup may have come back with wider rights. */
function closeToOthers(path: string): void {
  try {
    if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600);
  } catch {
    // Not the person's own file: the next key that is kept replaces it.
  }
}

/** Entries from a time without a key store move into it now that there is one. Without success they stay, and notices say so. */
function encrypted(path: string, entries: Entries, system: () => SafeKeys | null): Entries {
  const clear = [...entries].flatMap(([name, entry]): [string, Entry][] => {
    const known = entrySchema.safeParse(entry).data;
    return known?.kept === 'file' ? [[name, known]] : [];
  });
  const safe = clear.length === 0 ? null : system();
  if (safe === null) return entries;
  try {
    const moved = new Map([...entries, ...clear.map(([name, { value }]): [string, Entry] => [name, entryFor(safe, value)])]);
    write(path, moved);
    return moved;
  } catch {
    return entries;
  }
}

const entryFor = (system: SafeKeys | null, value: string): Entry =>
  system === null ? { kept: 'file', value } : { kept: 'system', value: system.encrypt(value) };

function decrypted(system: SafeKeys | null, value: string): string | null {
  try {
    return system?.decrypt(value) ?? null;
  } catch {
    return null;
  }
}

function write(path: string, entries: Entries): void {
  replaceFile(path, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`);
}
