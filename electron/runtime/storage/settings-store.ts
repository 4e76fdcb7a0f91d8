/** Settings on disk: what this build knows is checked, what it does not know is kept. */
import { existsSync, readFileSync, renameSync } from 'node:fs';
import { type Notice, notice } from '#shared/schema/notice';
import { SETTINGS_VERSION, type Settings, settingsSchema } from '#shared/schema/settings';
import { replaceFile } from './atomic-file.ts';

export interface SettingsStore {
  /** Flag over environment over file over default. */
  current(): Settings;
  /** Durable when it returns, unless the file is from a later version: then the change lives until the end of this process. */
  change(patch: Partial<Settings>): Settings;
  readonly notices: readonly Notice[];
}

export interface SettingsOptions {
  /** `settings.json` of the data folder. */
  readonly file: string;
  /** From flags and environment; never written to the file. */
  readonly overrides?: Partial<Settings>;
}

type Raw = Record<string, unknown>;

export function openSettings({ file, overrides: given = {} }: SettingsOptions): SettingsStore {
  let overrides = given;
  const notices: Notice[] = [];
  let raw = readRaw(file, notices);
  const newer = typeof raw['version'] === 'number' && raw['version'] > SETTINGS_VERSION;
  if (newer) notices.push(notice('settings_newer', { path: file, found: Number(raw['version']), known: SETTINGS_VERSION }));
  let settings = known(raw, file, notices);
  return {
    notices,
    current: () => ({ ...settings, ...overrides }),
    change(patch) {
      const next = settingsSchema.parse({ ...settings, ...patch });
      const written = { ...raw, ...next };
      if (!newer) replaceFile(file, `${JSON.stringify(written, null, 2)}\n`);
      raw = written;
      settings = next;
      // What the person chooses now is meant for now: it ends the flag or variable that stood above it.
      overrides = Object.fromEntries(Object.entries(overrides).filter(([key]) => !(key in patch)));
      return { ...settings, ...overrides };
    },
  };
}

function readRaw(file: string, notices: Notice[]): Raw {
  if (!existsSync(file)) return {};
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Raw;
  } catch {
    // told below: the file is set aside, not repaired by guessing
  }
  const aside = `${file}.damaged-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
  renameSync(file, aside);
  notices.push(notice('settings_damaged', { path: aside }));
  return {};
}

/** Takes each known key that is valid; an invalid one falls to its default and is named. */
function known(raw: Raw, file: string, notices: Notice[]): Settings {
  const whole = settingsSchema.safeParse(raw);
  if (whole.success) return whole.data;
  const bad = new Set(whole.error.issues.map((issue) => String(issue.path[0])));
  notices.push(notice('settings_damaged', { path: file }, `not valid: ${[...bad].join(', ')}`));
  return settingsSchema.parse(Object.fromEntries(Object.entries(raw).filter(([key]) => !bad.has(key))));
}
