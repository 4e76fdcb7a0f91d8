/** Compares addresses by scheme and host: `URL.origin` is the text "null" for every scheme that is none of the web's own. */

/** An address that cannot be read is of no origin. Never throws. */
export function sameOrigin(one: string, other: string): boolean {
  if (!URL.canParse(one) || !URL.canParse(other)) return false;
  const [a, b] = [new URL(one), new URL(other)];
  return a.protocol === b.protocol && a.host === b.host;
}
