/** What the offline rules can understand: one request, its words already sorted into arguments. */
import type { MemoryTarget } from '#shared/schema/memory';
import type { Clause } from './clause.ts';

export type Intent =
  | { readonly kind: 'remember'; readonly text: string; readonly target: MemoryTarget; readonly asked: boolean }
  /** `personal`: about the person or what was told; otherwise it may as well be a question about the world. */
  | { readonly kind: 'recall'; readonly query: string; readonly personal: boolean }
  /** "What do you know about me?", "What did I tell you to remember?": everything told, as far as it stands in the files for it. */
  | { readonly kind: 'about-me' }
  | { readonly kind: 'list'; readonly path: string; readonly depth?: number }
  | { readonly kind: 'read'; readonly path: string }
  | { readonly kind: 'write'; readonly path: string; readonly content: string }
  | { readonly kind: 'append'; readonly path: string; readonly line: string }
  | { readonly kind: 'edit'; readonly path: string; readonly before: string; readonly after: string }
  | { readonly kind: 'search'; readonly query: string; readonly path?: string }
  | { readonly kind: 'delete'; readonly path: string }
  | { readonly kind: 'move'; readonly from: string; readonly to: string }
  | { readonly kind: 'exec'; readonly command: string; readonly cwd?: string }
  | { readonly kind: 'time'; readonly days: number }
  | { readonly kind: 'help' }
  | { readonly kind: 'greeting'; readonly thanks: boolean }
  | { readonly kind: 'commands'; readonly unknown: string }
  /** A request whose tool is clear and whose arguments are not all there. */
  | {
      readonly kind: 'clarify';
      readonly tool: string;
      readonly arguments: Readonly<Record<string, unknown>>;
      readonly missing: readonly string[];
    }
  /** More has to be said, and a form could not take it safely. */
  | { readonly kind: 'incomplete'; readonly what: 'append' }
  | { readonly kind: 'unknown'; readonly text: string; readonly why: 'other' | 'question' | 'negated' };

export type Recogniser = (clause: Clause) => Intent | null;

/** Changes something beyond a memory note: never follows from a doubtful message. */
export function isRisky(intent: Intent): boolean {
  const kind = intent.kind === 'clarify' ? intent.tool : intent.kind;
  return ['write', 'append', 'edit', 'delete', 'move', 'exec', 'incomplete'].includes(kind);
}

/** Looks or tells, and changes nothing at all. */
export function isHarmless(intent: Intent): boolean {
  return (
    ['recall', 'about-me', 'list', 'read', 'search', 'time', 'help', 'greeting'].includes(intent.kind) ||
    (intent.kind === 'clarify' && !isRisky(intent) && intent.tool !== 'memory_append')
  );
}
