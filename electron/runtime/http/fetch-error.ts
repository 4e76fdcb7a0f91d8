/** What stands behind a request that got no answer. */

/** The code of the failure itself, however deep fetch has wrapped it; empty without one. */
export function fetchErrorCode(error: unknown, depth = 0): string {
  if (!(error instanceof Error) || depth > 5) return '';
  if (error.name === 'TimeoutError') return 'ETIMEDOUT';
  const code: unknown = Reflect.get(error, 'code');
  if (typeof code === 'string') return code;
  return fetchErrorCode(error instanceof AggregateError ? error.errors[0] : error.cause, depth + 1);
}
