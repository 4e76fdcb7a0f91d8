/** Settings on disk: what this build knows is checked, and what the person did not change stays as it was written. */
import { readFileSync, renameSync } from 'node:fs';
import { replaceFile } from '#runtime/files/atomic-file';
import { type Notice, notice } from '#shared/schema/notice';
import { SETTINGS_VERSION, type Settings, settingsSchema } from '#shared/schema/settings';

export interface SettingsStore {
  /** Flag over environment over file over default. */
  current(): Settings;
  /**
   * Durable when it returns, unless the file could not be read or is from a later version: then the change lives until the end of this process.
   * Throws the system's error when it cannot be written; nothing has changed then.
   */
  change(patch: Partial<Settings>): Settings;
  readonly notices: readonly Notice[];
}

export interface SettingsOptions {
  /** `settings.json` of the data folder. */
  readonly file: string;
  /** From flags and environment; never written to the file. */
  readonly overrides?: Partial<Settings>;
}

type Raw = Readonly<Record<string, unknown>>;

/** What was read, and whether it may be written over. */
interface Found {
  readonly raw: Raw;
  readonly ours: boolean;
  readonly notices: readonly Notice[];
}

export function openSettings({ file, overrides: given = {} }: SettingsOptions): SettingsStore {
  let overrides = given;
  const found = read(file);
  let raw = found.raw;
  const { settings: valid, invalid } = known(raw);
  let settings = valid;
  const wrong = invalid.length === 0 ? [] : [notice('settings_invalid', { path: file, keys: invalid.join(', ') })];
  return {
    notices: [...found.notices, ...wrong],
    current: () => ({ ...settings, ...overrides }),
    change(patch) {
      const next = settingsSchema.parse(merge(settings, patch));
      const written = merge({ version: SETTINGS_VERSION, ...raw }, patch);
      if (found.ours) replaceFile(file, `${JSON.stringify(written, null, 2)}\n`);
      raw = written;
      settings = next;
      // What the person chooses now is meant for now: it ends the flag or variable that stood above it.
      overrides = Object.fromEntries(Object.entries(overrides).filter(([key]) => !(key in patch)));
      return { ...settings, ...overrides };
    },
  };
}

function read(file: string): Found {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { raw: {}, ours: true, notices: [] };
    // Nobody knows what is in it: it is neither moved nor written over.
    return { raw: {}, ours: false, notices: [notice('data_folder_unusable', { path: file }, String(error))] };
  }
  const raw = parse(text.replace(/^\ufeff/, ''));
  if (raw === undefined) return setAside(file);
  const version = raw['version'];
  if (typeof version !== 'number' || version <= SETTINGS_VERSION) return { raw, ours: true, notices: [] };
  return { raw, ours: false, notices: [notice('settings_newer', { path: file, found: version, known: SETTINGS_VERSION })] };
}

function parse(text: string): Raw | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Repairs nothing by guessing; where the file cannot be moved it is left alone. */
function setAside(file: string): Found {
  const aside = `${file}.damaged-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
  try {
    renameSync(file, aside);
    return { raw: {}, ours: true, notices: [notice('settings_damaged', { path: aside })] };
  } catch (error) {
    return { raw: {}, ours: false, notices: [notice('settings_damaged', { path: file }, String(error))] };
  }
}

/** Takes each known key that is valid; an invalid one falls to its default and is named by its path. */
function known(raw: Raw): { readonly settings: Settings; readonly invalid: readonly string[] } {
  const whole = settingsSchema.safeParse(raw);
  if (whole.success) return { settings: whole.data, invalid: [] };
  const paths = new Map(
    whole.error.issues.map(({ path }) => path.filter((key) => typeof key === 'string')).map((path) => [path.join('.'), path]),
  );
  const rest = [...paths.values()].reduce((left, path) => without(left, path), raw);
  return { settings: settingsSchema.parse(rest), invalid: [...paths.keys()] };
}

function without(raw: Raw, [key = '', ...deeper]: readonly string[]): Raw {
  const inner = raw[key];
  if (deeper.length > 0 && isObject(inner)) return { ...raw, [key]: without(inner, deeper) };
  return Object.fromEntries(Object.entries(raw).filter(([name]) => name !== key));
}

/** Objects are merged key by key, everything else is taken from `patch`. */
function merge(raw: Raw, patch: Raw): Raw {
  const changed = Object.entries(patch).map(([key, value]) => {
    const old = raw[key];
    return [key, isObject(old) && isObject(value) ? merge(old, value) : value];
  });
  return { ...raw, ...Object.fromEntries(changed) };
}

const isObject = (value: unknown): value is Raw => typeof value === 'object' && value !== null && !Array.isArray(value);
