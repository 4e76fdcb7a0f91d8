/** The way through a program that runs another one to the one that is meant. */
import { commandsInCode } from './inline-code.ts';
import type { ReadWord } from './read-word.ts';
import { WRAPPERS, type Wrapper } from './wrapper-programs.ts';

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
      return rest.length > 1 ? [{ kind: 'text', text: behind({}, rest)[0]?.text ?? null }] : [];
    case 'find':
    case 'fd':
      return findCommands(rest);
    case 'script': {
      const given = [...flagTexts(rest, /^(-\w*c|--command)$/), ...attachedTexts(rest, /^--command=([\s\S]*)$/)];
      // On macOS the command stands behind the file.
      const [, ...behindFile] = behind({}, rest);
      return given.length > 0 ? given : behindFile.length > 0 ? [{ kind: 'words', words: behindFile }] : [];
    }
    case 'git':
      return gitCommands(rest);
    case 'npm':
    case 'pnpm':
    case 'yarn':
    case 'pipx':
    case 'uv': {
      const given = flagTexts(rest, /^(-c|--call)$/);
      const at = rest.findIndex(({ text }) => /^(exec|x|dlx|run|tool)$/.test(text ?? ''));
      const isScript = rest[at]?.text === 'run' && name !== 'pipx' && name !== 'uv';
      return at < 0 || isScript || given.length > 0 ? given : [{ kind: 'words', words: behind({}, rest.slice(at + 1)) }];
    }
    case 'tar':
    case 'rsync':
      return [
        ...flagTexts(rest, /^(-e|--rsh|-I|--use-compress-program|--to-command)$/),
        ...attachedTexts(rest, /^--(?:checkpoint-action=exec|to-command|use-compress-program|rsh|rsync-path)=([\s\S]*)$/),
      ];
    case 'flock': {
      const given = flagTexts(rest, /^(-c|--command)$/);
      if (given.length > 0) return given;
      break;
    }
    case 'tmux': {
      const at = rest.findIndex(({ text }) =>
        /^(new(-session|-window|w)?|split(-window|w)|run(-shell)?|respawn-\w+|pipe-pane)$/.test(text ?? ''),
      );
      return at < 0 ? [] : [{ kind: 'text', text: joined(behind({ values: 'ctnsFexylp' }, rest.slice(at + 1))) }];
    }
    case 'watch':
    case 'parallel':
      return [{ kind: 'text', text: joined(behind(WRAPPERS[name] ?? {}, rest)) }];
    case 'ssh': {
      const [, ...remote] = behind({ values: 'bcDEeFIiJLlmOopQRSWw' }, rest);
      const helper = attachedTexts(rest, /^(?:-o)?(?:ProxyCommand|LocalCommand|KnownHostsCommand)[= ]([\s\S]*)$/i);
      return remote.length === 0 ? helper : [...helper, { kind: 'text', text: joined(remote) }];
    }
    default: {
      const inCode = commandsInCode(name, words);
      if (inCode.length > 0) return inCode.map((text) => ({ kind: 'text', text }));
    }
  }
  const wrapper = Object.hasOwn(WRAPPERS, name) ? WRAPPERS[name] : undefined;
  if (wrapper === undefined) return [];
  const split = rest.find((word) => /^(-\w*S|--split-string)/.test(word.text ?? ''));
  if (name === 'env' && split !== undefined) {
    const text = (split.text ?? '').replace(/^(-\w*S|--split-string=?)/, '');
    return [{ kind: 'text', text: text === '' ? (rest[rest.indexOf(split) + 1]?.text ?? null) : text }];
  }
  const inner = behind(wrapper, rest);
  return inner.length === 0 ? [] : [{ kind: 'words', words: inner }];
}

/** Texts that stand behind a flag. */
function flagTexts(rest: readonly ReadWord[], flag: RegExp): Inner[] {
  return rest.flatMap((word, at): Inner[] => (flag.test(word.text ?? '') ? [{ kind: 'text', text: rest[at + 1]?.text ?? null }] : []));
}

/** Texts that stand in the word of their flag. */
function attachedTexts(rest: readonly ReadWord[], form: RegExp): Inner[] {
  return rest.flatMap(({ text }): Inner[] => {
    const found = form.exec(text ?? '')?.[1];
    return found === undefined ? [] : [{ kind: 'text', text: found }];
  });
}

/** Aliases that are shell lines, and the subcommands that run one. */
function gitCommands(rest: readonly ReadWord[]): Inner[] {
  const inner = rest.flatMap(({ text }, at): Inner[] => {
    const shell = /^[\w.-]+=!?([\s\S]*)$/.exec(text ?? '')?.[1];
    if (/^(-c|--config-env)$/.test(rest[at - 1]?.text ?? '') && shell !== undefined) return [{ kind: 'text', text: shell }];
    return [];
  });
  const at = rest.findIndex(({ text }) => /^(bisect|submodule|rebase|filter-branch|difftool|mergetool)$/.test(text ?? ''));
  const name = rest[at]?.text;
  const runs = rest.findIndex(({ text }, index) => index > at && /^(run|foreach)$/.test(text ?? ''));
  if (at >= 0 && runs > 0 && /^(bisect|submodule)$/.test(name ?? ''))
    inner.push({ kind: 'text', text: joined(behind({}, rest.slice(runs + 1))) });
  if (at >= 0) inner.push(...flagTexts(rest, /^(-x|--exec|--extcmd|--(tree|index|msg|env|commit|parent)-filter)$/));
  return inner;
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
    if (/^([-+][oO]|--rcfile|--init-file)$/.test(text)) at += 1;
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
