/** Programs that run another program, as data, and the way through them to the one that is meant. */
import type { ReadWord } from './read-word.ts';

interface Wrapper {
  /** Short flags that take a value. */
  readonly values?: string;
  /** Long flags that take the next word as their value. */
  readonly longValues?: readonly string[];
  /** Operands before the inner command. */
  readonly operands?: number;
  /** NAME=VALUE words before the inner command. */
  readonly assigns?: true;
}

const WRAPPERS: Readonly<Record<string, Wrapper>> = {
  env: { values: 'uC', longValues: ['unset', 'chdir'], assigns: true },
  nice: { values: 'n', longValues: ['adjustment'] },
  timeout: { values: 'ks', longValues: ['kill-after', 'signal'], operands: 1 },
  gtimeout: { values: 'ks', operands: 1 },
  nohup: {},
  time: { values: 'of' },
  stdbuf: { values: 'ioe', longValues: ['input', 'output', 'error'] },
  setsid: {},
  ionice: { values: 'cn', longValues: ['class', 'classdata'] },
  chrt: { values: 'TPD', operands: 1 },
  taskset: { operands: 1 },
  flock: { values: 'wE', operands: 1 },
  xargs: { values: 'adEILlnPs', longValues: ['arg-file', 'delimiter', 'max-args', 'max-procs', 'replace'] },
  command: {},
  builtin: {},
  exec: { values: 'a' },
  busybox: {},
  toybox: {},
  watch: { values: 'n', longValues: ['interval'] },
  parallel: { values: 'j', longValues: ['jobs'] },
  unshare: {},
  nsenter: { values: 't' },
  chroot: { operands: 1 },
  strace: { values: 'eopPsuE' },
  ltrace: { values: 'eopsu' },
  caffeinate: { values: 'tw' },
  doas: { values: 'uC' },
  sudo: { values: 'ugpCrtT' },
  pkexec: { longValues: ['user'] },
  runuser: { values: 'ug' },
  'systemd-run': {},
  dbus: {},
  coproc: {},
  proxychains: {},
  torsocks: {},
  rlwrap: {},
  unbuffer: {},
  'start-stop-daemon': {},
};

export const SHELLS: ReadonlySet<string> = new Set([
  'sh',
  'bash',
  'dash',
  'zsh',
  'ksh',
  'ash',
  'mksh',
  'fish',
  'csh',
  'tcsh',
  'rbash',
  'pwsh',
  'powershell',
]);

export type Inner =
  /** The words of the inner command. */
  | { readonly kind: 'words'; readonly words: readonly ReadWord[] }
  /** A text that a shell reads. null where only a run would tell it. */
  | { readonly kind: 'text'; readonly text: string | null };

/** What the command runs in its turn; empty for a program that runs nothing else. */
export function innerCommands(name: string, words: readonly ReadWord[]): Inner[] {
  const rest = words.slice(1);
  if (SHELLS.has(name) || name === 'su') return shellText(rest);
  switch (name) {
    case 'eval':
      return [{ kind: 'text', text: joined(rest) }];
    case 'trap':
      return rest.length > 1 ? [{ kind: 'text', text: rest[0]?.text ?? null }] : [];
    case 'find':
    case 'fd':
      return findCommands(rest);
    case 'script':
      return rest.flatMap((word, at) =>
        /^(-\w*c|--command)$/.test(word.text ?? '') ? [{ kind: 'text' as const, text: rest[at + 1]?.text ?? null }] : [],
      );
    case 'watch':
    case 'parallel':
      return [{ kind: 'text', text: joined(behind(WRAPPERS[name] ?? {}, rest)) }];
    case 'ssh': {
      const [, ...remote] = behind({ values: 'bcDEeFIiJLlmOopQRSWw' }, rest);
      return remote.length === 0 ? [] : [{ kind: 'text', text: joined(remote) }];
    }
    default:
  }
  const wrapper = Object.hasOwn(WRAPPERS, name) ? WRAPPERS[name] : undefined;
  if (wrapper === undefined) return [];
  const split = rest.find((word) => /^(-S|--split-string)/.test(word.text ?? ''));
  if (name === 'env' && split !== undefined) {
    const text = (split.text ?? '').replace(/^(-S|--split-string=?)/, '');
    return [{ kind: 'text', text: text === '' ? (rest[rest.indexOf(split) + 1]?.text ?? null) : text }];
  }
  const inner = behind(wrapper, rest);
  return inner.length === 0 ? [] : [{ kind: 'words', words: inner }];
}

export function isWrapper(name: string): boolean {
  return Object.hasOwn(WRAPPERS, name) || ['eval', 'source', '.', 'script', 'trap', 'su'].includes(name);
}

/** The words behind a wrapper's own flags and operands. */
function behind({ values = '', longValues = [], operands = 0, assigns }: Wrapper, rest: readonly ReadWord[]): readonly ReadWord[] {
  let at = 0;
  let left = operands;
  for (; at < rest.length; at += 1) {
    const text = rest[at]?.text ?? '';
    if (text === '--') {
      at += 1;
      break;
    }
    if (/^--?[A-Za-z]/.test(text) || /^-\d+$/.test(text)) {
      const takesNext = text.startsWith('--') ? longValues.includes(text.slice(2)) : text.length === 2 && values.includes(text[1] ?? '');
      if (takesNext) at += 1;
    } else if (assigns && /^[A-Za-z_]\w*=/.test(text)) continue;
    else if (left > 0) left -= 1;
    else break;
  }
  return rest.slice(at);
}

/** `sh -c TEXT` in any of its spellings. */
function shellText(rest: readonly ReadWord[]): Inner[] {
  for (let at = 0; at < rest.length; at += 1) {
    const text = rest[at]?.text ?? '';
    if (/^-[A-Za-z]*c[A-Za-z]*$/.test(text) || /^(--command|-Command|-EncodedCommand)$/i.test(text)) {
      const given = rest.slice(at + 1).find((word) => !/^[-+]/.test(word.text ?? ''));
      return [{ kind: 'text', text: given?.text ?? null }];
    }
    if (!/^[-+]/.test(text)) return [];
  }
  return [];
}

function findCommands(rest: readonly ReadWord[]): Inner[] {
  return rest.flatMap((word, at): Inner[] => {
    if (!/^(-exec|-execdir|-ok|-okdir|-x|-X|--exec|--exec-batch)$/.test(word.text ?? '')) return [];
    const until = rest.findIndex((one, index) => index > at && (one.text === ';' || one.text === '+'));
    return [{ kind: 'words', words: rest.slice(at + 1, until < 0 ? undefined : until) }];
  });
}

function joined(words: readonly ReadWord[]): string | null {
  return words.some(({ text }) => text === null) ? null : words.map(({ text }) => text).join(' ');
}
