/** Porter's stemmer as SQLite's `porter` tokenizer applies it, so that a found text can be scored outside the database. */

const vowelAt = (word: string, at: number): boolean => {
  const letter = word[at] ?? '';
  if ('aeiou'.includes(letter)) return true;
  return letter === 'y' && at > 0 && !vowelAt(word, at - 1);
};

/** Porter's m: how often a vowel run is followed by a consonant run. */
function measure(word: string): number {
  let count = 0;
  let vowelBefore = false;
  for (let at = 0; at < word.length; at += 1) {
    const vowel = vowelAt(word, at);
    if (!vowel && vowelBefore) count += 1;
    vowelBefore = vowel;
  }
  return count;
}

function hasVowel(word: string): boolean {
  for (let at = 0; at < word.length; at += 1) if (vowelAt(word, at)) return true;
  return false;
}

function endsDouble(word: string): boolean {
  const last = word.length - 1;
  return last > 0 && word[last] === word[last - 1] && !vowelAt(word, last);
}

/** consonant, vowel, consonant other than w, x, y */
function endsShort(word: string): boolean {
  const last = word.length - 1;
  return last > 1 && !vowelAt(word, last) && vowelAt(word, last - 1) && !vowelAt(word, last - 2) && !'wxy'.includes(word[last] ?? '');
}

type Rule = readonly [ending: string, replacement: string];

const STEP_2: readonly Rule[] = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['logi', 'log'],
  ['bli', 'ble'],
  ['alli', 'al'],
  ['entli', 'ent'],
  ['eli', 'e'],
  ['ousli', 'ous'],
  ['ization', 'ize'],
  ['ation', 'ate'],
  ['ator', 'ate'],
  ['alism', 'al'],
  ['iveness', 'ive'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['biliti', 'ble'],
];
const STEP_3: readonly Rule[] = [
  ['icate', 'ic'],
  ['ative', ''],
  ['alize', 'al'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ful', ''],
  ['ness', ''],
];
const STEP_4 = /(?:al|ance|ence|er|ic|able|ible|ant|ement|ment|ent|(?<=[st])ion|ou|ism|ate|iti|ous|ive|ize)$/;

function replaceEnding(word: string, rules: readonly Rule[]): string {
  for (const [ending, replacement] of rules) {
    if (!word.endsWith(ending)) continue;
    const rest = word.slice(0, -ending.length);
    return measure(rest) > 0 ? rest + replacement : word;
  }
  return word;
}

function dropPlural(word: string): string {
  if (word.endsWith('sses') || word.endsWith('ies')) return word.slice(0, -2);
  return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

function dropTense(word: string): string {
  if (word.endsWith('eed')) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const ending = word.endsWith('ed') ? 2 : word.endsWith('ing') ? 3 : 0;
  const rest = word.slice(0, word.length - ending);
  if (ending === 0 || !hasVowel(rest)) return word;
  if (/(?:at|bl|iz)$/.test(rest)) return `${rest}e`;
  if (endsDouble(rest) && !/[lsz]$/.test(rest)) return rest.slice(0, -1);
  return measure(rest) === 1 && endsShort(rest) ? `${rest}e` : rest;
}

function dropSuffix(word: string): string {
  const ending = STEP_4.exec(word)?.[0];
  if (ending === undefined) return word;
  const rest = word.slice(0, -ending.length);
  return measure(rest) > 1 ? rest : word;
}

function tidyEnd(word: string): string {
  let tidy = word;
  if (tidy.endsWith('e')) {
    const rest = tidy.slice(0, -1);
    const size = measure(rest);
    if (size > 1 || (size === 1 && !endsShort(rest))) tidy = rest;
  }
  return tidy.endsWith('ll') && measure(tidy) > 1 ? tidy.slice(0, -1) : tidy;
}

const PLAIN = /^[a-z0-9]+$/;
const ALPHABETS = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{M}\p{N}]+$/u;
const LIGATURES: Readonly<Record<string, string>> = { æ: 'ae', œ: 'oe', ø: 'o', ß: 'ss', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' };

/** A lower-case word without accents, where its alphabet has any; everything else as it is. */
export function fold(word: string): string {
  if (PLAIN.test(word) || !ALPHABETS.test(word)) return word;
  return word
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[æœøßłđðþı]/gu, (letter) => LIGATURES[letter] ?? letter);
}

const known = new Map<string, string>();
const KNOWN_LIMIT = 20_000;

/** A lower-case word as the index keeps it: folded, and stemmed where it is of three or more letters a-z. */
export function stem(word: string): string {
  const before = known.get(word);
  if (before !== undefined) return before;
  const plain = fold(word);
  const result = plain.length >= 3 && plain.length < 64 && PLAIN.test(plain) ? stemPlain(plain) : plain;
  if (known.size >= KNOWN_LIMIT) known.clear();
  known.set(word, result);
  return result;
}

function stemPlain(word: string): string {
  const base = dropTense(dropPlural(word));
  const vowelled = base.endsWith('y') && hasVowel(base.slice(0, -1)) ? `${base.slice(0, -1)}i` : base;
  return tidyEnd(dropSuffix(replaceEnding(replaceEnding(vowelled, STEP_2), STEP_3)));
}
