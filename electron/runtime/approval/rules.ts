/** Rules: what an answer for the session, or for always, lets run unasked from then on, and which of them a call may be held to. */
import { randomUUID } from 'node:crypto';
import type { RuleStore } from '#runtime/storage/rule-store';
import type { Rule, RuleDraft, RuleMatch } from '#shared/schema/approval';

export interface RuleMaking {
  readonly draft: RuleDraft;
  /** The person's own name for it; empty leaves it unnamed, or as it is named already. */
  readonly name: string;
  readonly scope: Rule['scope'];
  readonly sessionId: string;
  /** Real path. */
  readonly workspace: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface Rules {
  /** Newest first. */
  list(): Rule[];
  byId(id: string): Rule | undefined;
  /** Rules that may cover a call: those of its conversation, then those that always hold in its workspace. The tool says whether one does. */
  forCall(call: { readonly tool: string; readonly workspace: string; readonly sessionId: string; readonly at?: number }): Rule[];
  /** Makes a rule, or gives the one that covers the same already. */
  make(making: RuleMaking): { readonly rule: Rule; readonly made: boolean };
  /** `at` in milliseconds since 1970. */
  used(id: string, at: number): void;
  /** undefined for one that is not there (any more). */
  rename(id: string, name: string): Rule | undefined;
  /** Takes effect at once; gives the rule as it was, undefined for one that is not there (any more). */
  revoke(id: string): Rule | undefined;
}

export interface RuleParts {
  readonly store: RuleStore;
  readonly newId?: () => string;
}

/** Characters of a name. */
const NAME = 200;

export function createRules({ store, newId = randomUUID }: RuleParts): Rules {
  return {
    list: () => store.list(),
    byId: (id) => store.get(id),
    forCall: ({ tool, workspace, sessionId }) => store.forCall({ tool, workspace, sessionId }),
    make({ draft, name, scope, sessionId, workspace, at }) {
      const { tool, match } = draft;
      const held = scope === 'session' ? sessionId : null;
      return store.put({ id: newId(), tool, match, name: cleanName(name), scope, sessionId: held, workspace, madeAt: at });
    },
    used: (id, at) => store.used(id, at),
    rename: (id, name) => (store.rename(id, cleanName(name)) ? store.get(id) : undefined),
    revoke(id) {
      const rule = store.get(id);
      return rule !== undefined && store.remove(id) ? rule : undefined;
    },
  };
}

const cleanName = (name: string): string => name.trim().slice(0, NAME);

/**
 * The rule that an answer may make of what a request offered: the offered one of the same words, or for paths one that lies in it.
 * undefined for anything that the person was not shown. Of a command it is always the offered rule itself, with the scripts that it pins.
 */
export function fittingDraft(offered: readonly RuleDraft[], wanted: RuleDraft): RuleDraft | undefined {
  for (const one of offered) {
    const match = one.tool === wanted.tool ? fittingMatch(one.match, wanted.match) : undefined;
    if (match !== undefined) return { tool: one.tool, match };
  }
  return undefined;
}

function fittingMatch(offered: RuleMatch, wanted: RuleMatch): RuleMatch | undefined {
  switch (offered.kind) {
    case 'command':
      return wanted.kind === 'command' && wanted.text === offered.text && wanted.prefix === offered.prefix ? offered : undefined;
    case 'path':
      return wanted.kind === 'path' && isWithin(offered.path, wanted.path) ? wanted : undefined;
    default:
      return offered satisfies never;
  }
}

/** A file is only itself; a folder ends in `/` and holds all below it, and the empty path the whole workspace. Steps back are never followed. */
function isWithin(outer: string, inner: string): boolean {
  if (inner === outer) return true;
  if (outer !== '' && !outer.endsWith('/')) return false;
  // Below the workspace: an absolute path is another place.
  if (inner === '' || !inner.startsWith(outer) || (outer === '' && /^(?:[/\\]|[A-Za-z]:)/.test(inner))) return false;
  return inner
    .slice(outer.length)
    .split('/')
    .every((part, at, parts) => isPlainPart(part) || (part === '' && at === parts.length - 1 && at > 0));
}

/** A name in a folder: no step, no separator of another system, nothing hidden. */
function isPlainPart(part: string): boolean {
  return part !== '' && part !== '.' && part !== '..' && !/[\\\p{Cc}]/u.test(part);
}
