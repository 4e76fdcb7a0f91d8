/** The chain that may change what a prompt is built from: same shape in and out, in a visible order, each part can be switched off. */
import type { PromptFacts, PromptHistory } from './prompt-build.ts';

export interface PromptContext {
  readonly facts: PromptFacts;
  readonly history: PromptHistory;
}

export interface PromptMiddleware {
  readonly name: string;
  readonly enabled: boolean;
  /** Gives a changed copy, or the context itself. May reject: it is skipped then, and named. */
  apply(context: PromptContext, signal: AbortSignal): PromptContext | Promise<PromptContext>;
}

export interface MiddlewareRun {
  readonly name: string;
  readonly outcome: 'off' | 'same' | 'changed' | 'failed' | 'timed_out';
  readonly ms: number;
  readonly detail?: string;
}

/** Milliseconds that one middleware may take. */
export const MIDDLEWARE_LIMIT = 15_000;

/** Runs the chain in order; one that fails or hangs is skipped. Rejects only with the signal's reason. */
export async function runMiddlewares(options: {
  readonly middlewares: readonly PromptMiddleware[];
  readonly context: PromptContext;
  readonly signal: AbortSignal;
  readonly limit?: number;
}): Promise<{ context: PromptContext; ran: MiddlewareRun[] }> {
  const { middlewares, signal, limit = MIDDLEWARE_LIMIT } = options;
  let { context } = options;
  const ran: MiddlewareRun[] = [];
  for (const middleware of middlewares) {
    signal.throwIfAborted();
    if (!middleware.enabled) {
      ran.push({ name: middleware.name, outcome: 'off', ms: 0 });
      continue;
    }
    const start = performance.now();
    const step = await applyOne(middleware, context, signal, limit);
    signal.throwIfAborted();
    context = step.context;
    ran.push({ name: middleware.name, ms: performance.now() - start, ...step.run });
  }
  return { context, ran };
}

interface Applied {
  readonly context: PromptContext;
  readonly run: Pick<MiddlewareRun, 'outcome' | 'detail'>;
}

async function applyOne(middleware: PromptMiddleware, context: PromptContext, signal: AbortSignal, limit: number): Promise<Applied> {
  const stop = new AbortController();
  const inner = AbortSignal.any([signal, stop.signal]);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), limit);
    signal.addEventListener('abort', () => resolve('late'), { once: true, signal: stop.signal });
  });
  try {
    const next = await Promise.race([Promise.resolve().then(() => middleware.apply(context, inner)), late]);
    if (next === 'late') return { context, run: { outcome: 'timed_out' } };
    if (!sameShape(context, next)) return { context, run: { outcome: 'failed', detail: 'it changed the session or gave back no context' } };
    return { context: next, run: { outcome: next === context ? 'same' : 'changed' } };
  } catch (error) {
    return { context, run: { outcome: 'failed', detail: error instanceof Error ? error.message : String(error) } };
  } finally {
    clearTimeout(timer);
    stop.abort();
  }
}

/** Mode and session decide what is private: they are not a middleware's to change. */
function sameShape({ facts }: PromptContext, next: PromptContext): boolean {
  return (
    Array.isArray(next?.history) &&
    next.facts?.mode === facts.mode &&
    next.facts.session?.id === facts.session.id &&
    next.facts.session.kind === facts.session.kind
  );
}
