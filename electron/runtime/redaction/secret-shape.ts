/** Tells a secret from what merely stands where one could: a placeholder, a type, a piece of code, a sentence. */

/** What was found after a name such as `password` or `api_key`. */
export interface Named {
  readonly name: string;
  readonly value: string;
  /** Stood in quotes. */
  readonly quoted: boolean;
  /** `name=value` without white space. */
  readonly tight: boolean;
  /** Said in a sentence: "is", 是, 为. */
  readonly said: boolean;
  /** The character after the value. */
  readonly next: string;
}

const WORDS = new Set(
  `string number boolean null undefined none nil true false required optional hidden unknown varchar password passwd passphrase secret
  token bearer basic digest invalid incorrect wrong missing changed expired empty correct protected encrypted hashed disabled enabled
  example sample placeholder redacted authentication authorization credentials`.split(/\s+/),
);
const TECHNICAL = /^(?:base64|sha-?\d+|md5|utf-?\d+|argon2\w*|pbkdf2|oauth-?2?|x509)(?![a-z0-9])/i;
const PLACEHOLDER =
  /^(?:your|my|the|some|example|sample|dummy|insert|enter|replace|todo)[-_.]|placeholder|^<|^[x*•._-]{3,}$|^%\w+%$|^\$[A-Z_][A-Z0-9_]*$/i;
/** An expression that reads a secret from elsewhere. */
const CODE =
  /^(?:process|os|env|config|cfg|settings|self|this|props|args|options|opts|req|request|ctx|params|input|form|body|user|data|import|secrets|vars|z)(?:\??\.[A-Za-z_]|\[)|^[A-Za-z_$][\w$.]*\[$/;
/** The name of a form's field. */
const FIELD = /^[a-z_-]{0,64}[-_](?:password|passphrase|secret|token|key)$/;
/** A variable that is called after what it holds. */
const VARIABLE = /^[$@]?[A-Za-z_.]{0,64}(?:password|passwd|passphrase|pwd|secret|token|key)$/i;
const CALLED = /^[A-Za-z_$][\w$.]*$/;
const ASIDE = /[\s\u3000-\u9fff\uff00-\uffef]+/;

export const hasDigit = (text: string): boolean => /\d/.test(text);
const hasLetter = (text: string): boolean => /[a-z]/i.test(text);

/** A digit beside a letter, or a sign between letters. */
function looksMixed(word: string): boolean {
  return !TECHNICAL.test(word) && ((hasDigit(word) && hasLetter(word)) || /[a-z][!@#$%^&*+=~][a-z]/i.test(word));
}

/** Six characters or more and not a plain word. */
function looksChosen(word: string): boolean {
  const bare = word.replace(/[.!?:]{1,8}$/, '');
  return bare.length >= 6 && (looksMixed(bare) || /^\d+$/.test(bare));
}

/** Stands for a value without being one. */
export function standsIn(value: string): boolean {
  return (
    PLACEHOLDER.test(value) || FIELD.test(value) || TECHNICAL.test(value) || WORDS.has(value.replace(/[.!?:]{1,8}$/, '').toLowerCase())
  );
}

function isCode({ value, quoted, next }: Named): boolean {
  if (quoted) return false;
  return CODE.test(value) || VARIABLE.test(value) || (next === '(' && CALLED.test(value));
}

/** A sentence in quotes, such as the words of a form; it counts as a secret only when a word in it looks like one. */
const isSentence = (value: string): boolean => ASIDE.test(value) && !value.split(ASIDE).some(looksMixed);

/** After `password` and its like: people choose short and plain ones. */
export function isPassword(named: Named): boolean {
  const { name, value, quoted, tight, said } = named;
  if (standsIn(value) || isCode(named)) return false;
  if (/^pwd$/i.test(name) && /^(?:[/~]|[a-z]:[\\/])/i.test(value)) return false; // the working directory
  if (said) return looksChosen(value);
  if (quoted) return value.length >= 3 && (/phrase/i.test(name) || !isSentence(value));
  return value.length >= (tight ? 3 : 6);
}

/** After `api_key`, `client_secret`, `token` and their like: machines make long ones. */
export function isMachineSecret(named: Named): boolean {
  const { name, value, quoted } = named;
  if (standsIn(value) || isCode(named) || ASIDE.test(value)) return false;
  const bare = /^(?:token|secret|credentials?)$/i.test(name);
  if (bare) return value.length >= 8 && hasDigit(value) && hasLetter(value);
  return value.length >= 6 && (hasDigit(value) || value.length >= (quoted ? 16 : 24));
}
