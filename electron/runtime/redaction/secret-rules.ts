/** What secrets look like: their own form, or the name that stands before them. */
import { hasDigit, isMachineSecret, isPassword, type Named, standsIn } from './secret-shape.ts';

export interface Rule {
  readonly kind: string;
  /**
   * Global and linear: a start is refused inside a run that its own pattern would take (a lookbehind), and what stands before the secret is bounded.
   * The last group that took part is the secret, the whole match where there is none.
   */
  readonly pattern: RegExp;
  /** Left out where the form alone is proof. */
  readonly isSecret?: (secret: string, match: RegExpExecArray) => boolean;
}

const QUOTE = '\\\\?["\'`“”‘’「」]';
/** One character of a value without quotes; a backslash belongs to it unless it escapes a quote or a line end. */
const PLAIN = '(?:[^\\s"\'`,;&，；。<>{}()\\\\“”‘’「」\\p{Cc}\\u3000-\\u9fff\\uff00-\\uffef]|&(?![\\w.-]{1,40}=)|\\\\(?!["\'`nrt]))';
/** In quotes inside quotes, in quotes, without: the group that took part tells which. */
const VALUE = `(?:\\\\"([^"\\\\\\n]{3,})|"((?:[^"\\\\\\n]|\\\\.){3,})|'([^'\\n]{3,})|[\`“”‘’「」]?(${PLAIN}{3,}))`;
const SEPARATOR = '(?:\\s{0,4}(?::=|=>|==?|[:：])\\s{0,4}|\\s{0,4}[是为]\\s{0,4}|\\s{1,4}is\\s{1,4})';
const named = (names: string): RegExp => new RegExp(`(${names})(?:${QUOTE})?(${SEPARATOR})${VALUE}`, 'giu');

function readNamed(secret: string, match: RegExpExecArray): Named {
  const [, name = '', separator = ''] = match;
  return {
    name,
    value: secret,
    quoted: match.slice(3, 6).some((group) => group !== undefined),
    tight: separator === '=',
    said: /[a-z是为]/i.test(separator),
    next: match.input[match.index + match[0].length] ?? '',
  };
}

const PASSWORDS = 'passw(?:or)?d|passphrase|passcode|pwd|[-_]pass';
const MACHINE_SECRETS = [
  '(?:api|access|secret|private|encryption|signing|master|account|shared|auth|deploy)[-_ ]?key',
  '(?:(?:client|app|consumer|webhook|shared|api)[-_ ]?)?secret',
  '(?:(?:access|auth|refresh|id|session|bearer|csrf|xsrf|api|bot|personal|deploy|security)[-_ ]?)?token',
  'credentials?',
].join('|');

/** Forms that a service gives its keys; a digit is asked of those that could be words with hyphens. */
const SERVICE_KEYS = [
  'gsk_[A-Za-z0-9]{30,}',
  'xai-[A-Za-z0-9]{30,}',
  'pplx-[A-Za-z0-9]{30,}',
  'r8_[A-Za-z0-9]{30,}',
  'whsec_[A-Za-z0-9+/]{24,}',
  'SG\\.[\\w-]{16,40}\\.[\\w-]{16,}',
  'SK[0-9a-f]{32}(?![A-Za-z0-9])',
  'shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32,}',
  'do[opr]_v1_[a-f0-9]{40,}',
  'dapi[a-f0-9]{32,}',
  'dckr_pat_[\\w-]{20,}',
  'pypi-[\\w-]{40,}',
  'hv[sb]\\.[\\w-]{20,}',
  'lin_api_[A-Za-z0-9]{30,}',
  'ntn_[A-Za-z0-9]{30,}',
  'PMAK-[a-f0-9-]{40,}',
  'ATATT3[\\w=-]{40,}',
  'AGE-SECRET-KEY-1[A-Z0-9]{40,}',
  'LTAI[A-Za-z0-9]{16,}',
  'AKID[A-Za-z0-9]{28,}',
  '\\d{8,10}:AA[\\w-]{32,}',
].join('|');

const TOKENS: readonly Rule[] = [
  { kind: 'api-key', pattern: /(?<![A-Za-z0-9])(?:sk|pk|rk)[-_][A-Za-z0-9_-]{16,}/g, isSecret: hasDigit },
  { kind: 'api-key', pattern: new RegExp(`(?<![A-Za-z0-9])(?:${SERVICE_KEYS})`, 'g') },
  { kind: 'github-token', pattern: /(?<![A-Za-z0-9])(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{30,})/g },
  { kind: 'gitlab-token', pattern: /(?<![A-Za-z0-9])gl(?:pat|ptt|dt|rt|cbt|oas|agent|soat|imt|ft)-[\w-]{16,}/g },
  { kind: 'aws-key', pattern: /(?<![A-Za-z0-9])(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])/g },
  { kind: 'google-key', pattern: /(?<![A-Za-z0-9])(?:AIza[\w-]{30,}|GOCSPX-[\w-]{20,}|ya29\.[\w-]{20,})/g },
  { kind: 'slack-token', pattern: /(?<![A-Za-z0-9])(?:xox[abeoprs]-[A-Za-z0-9-]{10,}|xapp-[A-Za-z0-9-]{20,})/g },
  { kind: 'hub-token', pattern: /(?<![A-Za-z0-9])(?:hf|npm)_[A-Za-z0-9]{20,}/g },
];

const PRIVATE_KEY: Rule = {
  kind: 'private-key',
  // Without its end, which a cut may have taken, everything after it counts as the key.
  pattern: /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g,
};

/** true when the text decoded from Base64 holds a key. */
function hidesKey(encoded: string): boolean {
  const text = Buffer.from(encoded, 'base64').toString('latin1');
  return [PRIVATE_KEY, ...TOKENS].some(({ pattern, isSecret }) => {
    const found = text.match(pattern)?.[0];
    return found !== undefined && (isSecret === undefined || hasDigit(found));
  });
}

/** In order: the narrower first, since a later rule leaves marks alone. */
export const RULES: readonly Rule[] = [
  PRIVATE_KEY,
  { kind: 'cookie', pattern: /(?<![\w])(?:set-)?cookie["']?\s{0,4}:\s{0,4}["']?[^\s=;,"']{1,128}=([^\r\n"'\\]{8,})/gi, isSecret: hasDigit },
  { kind: 'jwt', pattern: /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]{1,4096}){0,3}/g },
  ...TOKENS,
  {
    kind: 'encoded-key',
    pattern: /(?<![A-Za-z0-9+/_-])(?:c2st|c2tf|cGtf|Z2hw|Z2hv|Z2l0aHVi|Z2xwYXQt|QUtJQ|QUl6|eG94|LS0tLS1CRUdJTi)[A-Za-z0-9+/_-]{16,}={0,2}/g,
    isSecret: hidesKey,
  },
  {
    kind: 'authorization',
    pattern: /(?<![a-z])authorization["'\\]{0,2}\s{0,4}[:=]\s{0,4}["'\\]{0,2}(?:[a-z][\w-]{0,20}\s{1,4})?([^\s"'\\,;<>{}()]{6,})/gi,
    isSecret: (secret) => !standsIn(secret) && (hasDigit(secret) || secret.length >= 16),
  },
  {
    kind: 'bearer',
    pattern: /(?<![\w])bearer\s{1,4}([\w.~+/-]{16,}={0,2})/gi,
    isSecret: (secret) => hasDigit(secret) || /[a-z][A-Z]/.test(secret),
  },
  {
    kind: 'url-password',
    pattern: /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{0,30}:\/\/[^\s/:@]{0,256}:([^\s/@]{1,})@/gi,
    // A port with a query is none.
    isSecret: (secret) => !/^\d{1,5}[?#]/.test(secret) && !/^(?:\$?\{.{0,80}\}|<.{0,80}>)$/.test(secret) && !standsIn(secret),
  },
  { kind: 'password', pattern: /(?<![\w])machine\s{1,8}\S{1,255}\s{1,8}login\s{1,8}\S{1,255}\s{1,8}password\s{1,8}(\S{3,})/gi },
  {
    kind: 'password',
    pattern: /(?<![\w-])curl\s[^\n]{0,160}?(?<=\s)(?:-u|--user|-U|--proxy-user)[ =]{0,4}["']?[^\s:"'/]{1,64}:([^\s"']{3,})/g,
  },
  { kind: 'password', pattern: /(?<![\w-])mysql(?:dump|admin)?\s[^\n]{0,160}?(?<=\s)-p["']?([^\s"']{3,})/g },
  { kind: 'password', pattern: /(?<![\w-])sshpass\s{1,4}-p\s{0,4}["']?([^\s"']{3,})/g },
  {
    kind: 'password',
    pattern: new RegExp(`(?<![\\w-])--?(?:password|passwd|pass|token|secret|api-key|access-token)[ ]{1,4}["']?(${PLAIN}{6,})`, 'gu'),
    isSecret: (secret) => hasDigit(secret) && !secret.startsWith('-') && !standsIn(secret),
  },
  { kind: 'password', pattern: named(PASSWORDS), isSecret: (secret, match) => isPassword(readNamed(secret, match)) },
  { kind: 'secret', pattern: named(MACHINE_SECRETS), isSecret: (secret, match) => isMachineSecret(readNamed(secret, match)) },
  {
    kind: 'password',
    pattern: new RegExp(
      `(?:密码|口令|密钥|令牌|私钥|凭证|授权码)\\s{0,4}(?:(?:设置|设|改|换|重置|更新)?(?:是|为|成)|[:：=])\\s{0,4}(?:${QUOTE})?(${PLAIN}{6,})`,
      'gu',
    ),
    isSecret: (secret) => !standsIn(secret),
  },
];
