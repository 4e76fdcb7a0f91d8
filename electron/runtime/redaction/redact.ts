/** Replaces secrets by a mark that names their kind: in logs, results, answers and exports. */

interface Rule {
  readonly kind: string;
  /** Global; the group named `secret` is what is replaced, the whole match where there is none. */
  readonly pattern: RegExp;
}

/** The value after a name that says it is a secret: long enough, not a placeholder, up to white space or a quote. */
const VALUE = `(?<secret>[^\\s"'\`,;，；。<>{}()]{6,})`;

const RULES: readonly Rule[] = [
  { kind: 'private-key', pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g },
  { kind: 'jwt', pattern: /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/g },
  { kind: 'api-key', pattern: /\b(?:sk|pk|rk)[-_](?:proj|live|test|ant|or|svcacct)?[-_]?[A-Za-z0-9_-]{16,}/g },
  { kind: 'github-token', pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{30,})/g },
  { kind: 'gitlab-token', pattern: /\bglpat-[\w-]{16,}/g },
  { kind: 'aws-key', pattern: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g },
  { kind: 'google-key', pattern: /\bAIza[\w-]{30,}/g },
  { kind: 'slack-token', pattern: /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g },
  { kind: 'hub-token', pattern: /\b(?:hf|npm)_[A-Za-z0-9]{20,}/g },
  { kind: 'bearer', pattern: /\b[Bb]earer\s+(?<secret>[\w.~+/-]{16,}=*)/g },
  { kind: 'url-password', pattern: /\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@]+:(?<secret>[^\s/@]{3,})@/gi },
  {
    kind: 'password',
    pattern: new RegExp(
      `\\b(?:api[-_ ]?key|secret[-_ ]?(?:access[-_ ]?)?key|access[-_ ]?token|auth[-_ ]?token|client[-_ ]?secret|passw(?:or)?d|passphrase)["']?\\s*[:=]\\s*["']?${VALUE}`,
      'gi',
    ),
  },
  { kind: 'password', pattern: new RegExp(`(?:密码|口令|密钥|令牌)\\s*(?:是|为|[:：=])\\s*${VALUE}`, 'g') },
];

export interface Redacted {
  readonly text: string;
  /** Kinds that were found, each once. */
  readonly found: readonly string[];
}

/** Linear in the text. Idempotent: a mark is never taken for a secret. */
export function redact(text: string): Redacted {
  const found = new Set<string>();
  let out = text;
  for (const { kind, pattern } of RULES) {
    out = out.replace(pattern, (match: string, ...rest: unknown[]) => {
      const groups = rest.at(-1);
      const secret = typeof groups === 'object' && groups !== null && 'secret' in groups ? String(groups.secret) : match;
      if (secret.includes('[redacted')) return match;
      found.add(kind);
      const at = match.lastIndexOf(secret);
      return `${match.slice(0, at)}[redacted ${kind}]${match.slice(at + secret.length)}`;
    });
  }
  return { text: out, found: [...found] };
}
