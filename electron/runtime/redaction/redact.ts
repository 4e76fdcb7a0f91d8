/** Replaces secrets by a mark that names their kind: in logs, results, answers and exports. */
import { RULES, type Rule } from './secret-rules.ts';

export interface Redacted {
  readonly text: string;
  /** Kinds that were found, each once. */
  readonly found: readonly string[];
}

const MARK = '[redacted ';
/** Characters; a refused value up to this long is looked into again, a longer one is passed over, so that the whole stays linear. */
const LOOKED_INTO = 64;

/** Kinds that rest on a name before them; a person may want their own password back that they asked to be remembered. */
const NAMED_KINDS: ReadonlySet<string> = new Set(['password', 'secret']);

/** For what is said to the person in their own conversation: keys and tokens of services are masked, words they told are theirs. */
export function redactKeys(text: string): Redacted {
  return redact(text, NAMED_KINDS);
}

/** Linear in the text. Idempotent: a mark is never taken for a secret. `without` leaves kinds out. */
export function redact(text: string, without: ReadonlySet<string> = new Set()): Redacted {
  const found = new Set<string>();
  let out = text;
  for (const rule of RULES) {
    if (without.has(rule.kind)) continue;
    const next = apply(rule, out);
    if (next === undefined) continue;
    found.add(rule.kind);
    out = next;
  }
  return { text: out, found: [...found] };
}

/** undefined when nothing was replaced. */
function apply({ kind, pattern, isSecret }: Rule, text: string): string | undefined {
  let out = '';
  let copied = 0;
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const [whole] = match;
    const secret = match.findLast((group) => group !== undefined) ?? whole;
    const at = match.index + whole.lastIndexOf(secret);
    if (secret.includes(MARK.trimEnd()) || isSecret?.(secret, match) === false) {
      if (secret.length <= LOOKED_INTO) pattern.lastIndex = Math.max(at, match.index + 1);
      continue;
    }
    out += `${text.slice(copied, at)}${MARK}${kind}]`;
    copied = at + secret.length;
  }
  return copied === 0 ? undefined : out + text.slice(copied);
}
