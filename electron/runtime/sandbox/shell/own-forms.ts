/** Safe forms of the programs whose words are a language of their own: find, sed and test. */
import type { ReadWord } from './read-word.ts';

export type SafeForm =
  | { readonly safe: true /** Words that are paths it reads. */; readonly reads: readonly ReadWord[] }
  /** `unknown`: no program of the tables; else the flag or operand that is not known. */
  | { readonly safe: false; readonly why: 'unknown' | 'form'; readonly at: string };

export const not = (why: 'unknown' | 'form', at: string): SafeForm => ({ safe: false, why, at });

/** Tests and bounds of find that only look; everything that runs, writes or deletes is left out. */
const FIND_PLAIN = new Set(
  '-print -print0 -ls -prune -depth -xdev -mount -not ! -a -and -o -or ( ) , -empty -readable -writable -executable -true -false -noleaf -daystart -quit -nouser -nogroup'.split(
    ' ',
  ),
);
const FIND_VALUE = new Set(
  '-name -iname -path -ipath -wholename -iwholename -regex -iregex -regextype -type -xtype -size -maxdepth -mindepth -mtime -atime -ctime -mmin -amin -cmin -perm -user -group -uid -gid -links -inum -printf -newermt -fstype -lname -ilname'.split(
    ' ',
  ),
);
const FIND_PATH = new Set(['-newer', '-anewer', '-cnewer', '-samefile']);

export function findForm(rest: readonly ReadWord[]): SafeForm {
  const reads: ReadWord[] = [];
  let at = 0;
  while (at < rest.length && /^-[HLP]$/.test(rest[at]?.text ?? '')) at += 1;
  if (rest.slice(0, at).some(({ text }) => text === '-L')) return not('form', '-L');
  while (at < rest.length && !/^(-|\(|!)/.test(rest[at]?.text ?? '')) {
    reads.push(rest[at] as ReadWord);
    at += 1;
  }
  for (; at < rest.length; at += 1) {
    const text = rest[at]?.text ?? '';
    if (FIND_PLAIN.has(text)) continue;
    if (FIND_PATH.has(text)) reads.push(rest[at + 1] ?? (rest[at] as ReadWord));
    else if (!FIND_VALUE.has(text)) return not('form', text);
    at += 1;
    if (at >= rest.length) return not('form', text);
  }
  return { safe: true, reads };
}

/** Printing lines by number or pattern, and plain substitution; `e`, `w`, `r` and everything else run or write. */
const SED_SCRIPT =
  /^(?:(?:\d+|\$|\/[^/\\\n]*\/)(?:,(?:\d+|\$|\/[^/\\\n]*\/))?)?(?:p|d|q|s([/|#,])(?:(?!\1)[^\\\n]|\\[^\n])*\1(?:(?!\1)[^\\\n]|\\[^\n])*\1[gIip\d]*)$/;

export function sedForm(rest: readonly ReadWord[]): SafeForm {
  const scripts: string[] = [];
  const reads: ReadWord[] = [];
  let explicit = false;
  for (let at = 0; at < rest.length; at += 1) {
    const text = rest[at]?.text ?? '';
    if (/^-[nErsuz]+$/.test(text) || text === '--quiet' || text === '--silent' || text === '--regexp-extended') continue;
    if (text === '-e' || text === '--expression') {
      explicit = true;
      at += 1;
      scripts.push(rest[at]?.text ?? '');
    } else if (text.startsWith('-') && text !== '-') return not('form', text);
    else if (!explicit && scripts.length === 0) scripts.push(text);
    else reads.push(rest[at] as ReadWord);
  }
  const wrong = scripts.flatMap((script) => script.split(';')).find((script) => !SED_SCRIPT.test(script.trim()));
  return wrong === undefined && scripts.length > 0 ? { safe: true, reads } : not('form', wrong ?? 'sed');
}

const TEST_FILE = /^-[abcdefghkprstuwxGLNOS]$/;

export function testForm(rest: readonly ReadWord[]): SafeForm {
  const reads: ReadWord[] = [];
  for (let at = 0; at < rest.length; at += 1) {
    const text = rest[at]?.text ?? '';
    if (TEST_FILE.test(text) && rest[at + 1] !== undefined) {
      at += 1;
      reads.push(rest[at] as ReadWord);
    } else if (/^-(nt|ot|ef)$/.test(text)) reads.push(rest[at - 1] as ReadWord, rest[at + 1] ?? (rest[at] as ReadWord));
    else if (text === '-v' || text === '-R') return not('form', text);
    // `[[` computes what stands beside these, and an index may hold a command.
    else if (/^-(eq|ne|lt|le|gt|ge)$/.test(text)) {
      const odd = [rest[at - 1], rest[at + 1]].find((word) => !/^[-+]?\d+$/.test(word?.text ?? ''));
      if (odd !== undefined) return not('form', odd.raw);
    }
  }
  return { safe: true, reads };
}
