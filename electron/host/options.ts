/** What a person says from outside how the app shall run: flags before environment, the same for every shell. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Settings } from '#shared/schema/settings';
import { dataFolder } from './data-folder.ts';

type Env = Readonly<Record<string, string | undefined>>;
/** Flags as parsed; one without a value where it needs one counts as not given. */
type Flags = Readonly<Record<string, unknown>>;

export interface Options {
  /** Absolute path. */
  readonly dataFolder: string;
  /** What stands above the settings on disk until the person changes it. */
  readonly overrides: Partial<Settings>;
  /** 0 takes a free one; null when what was given is no port. */
  readonly port: number | null;
  /** The host ends with the process that started it. */
  readonly tied: boolean;
}

const FLAGS = {
  data: { type: 'string' },
  workspace: { type: 'string' },
  language: { type: 'string' },
  port: { type: 'string' },
  tied: { type: 'boolean' },
} as const;

/**
 * Reads a whole command line.
 * @param lenient passes over what it does not know: Electron's own switches and the app's path stand among the flags.
 * Throws TypeError with the problem in English when it is not lenient and a flag is unknown or lacks its value.
 */
export function optionsFrom(argv: readonly string[], env: Env, { lenient = false } = {}): Options {
  const { values } = parseArgs({ args: [...argv], options: FLAGS, strict: !lenient, allowPositionals: lenient });
  return optionsOf(values, env);
}

/** The same of flags that a command has parsed already. */
export function optionsOf(flags: Flags, env: Env): Options {
  const given = (name: string): string | undefined => {
    const value = flags[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const workspace = given('workspace') ?? (env['REINS_WORKSPACE'] || undefined);
  const language = languageOf(given('language') ?? env['REINS_LANGUAGE'] ?? '');
  const port = Number(given('port') ?? 0);
  return {
    dataFolder: dataFolder({ flag: given('data'), env }),
    overrides: {
      ...(workspace === undefined ? {} : { workspace: resolve(workspace) }),
      ...(language === undefined ? {} : { language }),
    },
    port: Number.isInteger(port) && port >= 0 && port <= 65_535 ? port : null,
    tied: flags['tied'] === true,
  };
}

/** `zh`, `zh_CN.UTF-8` and the like are meant as the one Chinese there is; what is neither is left to the settings. */
function languageOf(wish: string): 'en' | 'zh-CN' | undefined {
  if (/^zh/i.test(wish)) return 'zh-CN';
  return /^en/i.test(wish) ? 'en' : undefined;
}
