/** Renders the stable layer: the system message, which stays the same as long as the facts it speaks of do. */
import type { ToolOffer } from '#runtime/model/chat-model';
import { countTokens } from '#runtime/text/token-counter';
import type { PromptModule } from '#shared/schema/prompt';
import { type ModuleSpec, modulesFor } from './modules.ts';
import type { PromptFacts } from './prompt-build.ts';

export interface SystemPrompt {
  /** Every stable module of this mode, empty ones too. */
  readonly modules: readonly PromptModule[];
  /** The modules that say something, a blank line between them. */
  readonly text: string;
}

interface Rendered {
  readonly facts: PromptFacts;
  readonly prompt: SystemPrompt;
  /** false while the tokens are estimates, because the tokenizer is not loaded yet. */
  readonly exact: boolean;
}

/** Sessions whose system prompt is kept rendered. */
const KEPT = 16;
const recent: Rendered[] = [];

/** Pure: what is kept between calls only saves the work. */
export function buildSystemPrompt(facts: PromptFacts): SystemPrompt {
  const known = recent.findIndex((one) => one.exact && sameStableFacts(one.facts, facts));
  const found = known < 0 ? render(facts) : recent.splice(known, 1)[0];
  const rendered = found ?? render(facts);
  recent.unshift(rendered);
  recent.length = Math.min(recent.length, KEPT);
  return rendered.prompt;
}

function render(facts: PromptFacts): Rendered {
  const { modules, exact } = renderLayer(facts, 'stable');
  return { facts, exact, prompt: { modules, text: joinModules(modules) } };
}

/** The modules of one layer with their tokens. */
export function renderLayer(facts: PromptFacts, layer: ModuleSpec['layer']): { modules: PromptModule[]; exact: boolean } {
  let exact = true;
  const modules = modulesFor(facts.mode, facts.session.kind)
    .filter((spec) => spec.layer === layer)
    .map((spec) => {
      const text = spec.render(facts);
      const count = countTokens(text);
      exact &&= count.exact;
      return { id: spec.id, layer, tokens: count.tokens, text };
    });
  return { modules, exact };
}

export function joinModules(modules: readonly PromptModule[], between = '\n\n'): string {
  return modules
    .map(({ text }) => text)
    .filter((text) => text !== '')
    .join(between);
}

/** Everything that a stable module may read; files and tools are compared by identity, as their makers keep unchanged ones. */
function sameStableFacts(a: PromptFacts, b: PromptFacts): boolean {
  return (
    a.mode === b.mode &&
    a.language === b.language &&
    a.session.kind === b.session.kind &&
    a.workspace.files === b.workspace.files &&
    a.workspace.root === b.workspace.root &&
    a.workspace.trusted === b.workspace.trusted &&
    a.identity.name === b.identity.name &&
    a.identity.emoji === b.identity.emoji &&
    a.bootstrapDue === b.bootstrapDue &&
    a.citations === b.citations &&
    sameTools(a, b)
  );
}

function sameTools({ payload: { tools: a } }: PromptFacts, { payload: { tools: b } }: PromptFacts): boolean {
  return a === b || (a.length === b.length && a.every((tool, index) => sameTool(tool, b[index])));
}

function sameTool(a: ToolOffer, b: ToolOffer | undefined): boolean {
  return a.name === b?.name && a.summary === b.summary && a.schema === b.schema;
}
