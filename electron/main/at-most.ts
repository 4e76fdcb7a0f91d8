/** Bounds how often something may happen. */

/** Returns a question that is answered with true at most `times` times within any `ms` milliseconds before `now`. */
export function atMost(times: number, ms: number): (now: number) => boolean {
  let past: number[] = [];
  return (now) => {
    past = past.filter((at) => now - at < ms);
    if (past.length >= times) return false;
    past.push(now);
    return true;
  };
}
