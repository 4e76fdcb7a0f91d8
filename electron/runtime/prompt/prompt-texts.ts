/** The words of the prompt: one shape for every language, so that the modules only choose and fill in. */
import type { SessionKind } from '#shared/schema/session';
import { ENGLISH } from './prompt-texts-en.ts';
import { CHINESE } from './prompt-texts-zh.ts';

/** The app's language; it decides the prompt's words, never the language of an answer. */
export type PromptLanguage = 'en' | 'zh-CN';

/**
 * Sections begin with their heading. JSON keys, actions, tool names, file names and blocks (`<file>`, `<memory>`, `<context>`, `<hook>`,
 * untrusted marks) are the same in every language; words of others are filled in only after they were quoted.
 */
export interface PromptTexts {
  /** Between two sentences of one paragraph. */
  readonly gap: string;
  readonly identity: (name: string) => string;
  readonly decision: string;
  readonly tools: {
    readonly none: string;
    readonly heading: string;
    readonly line: (call: string, summary: string) => string;
    /** By tool name, in place of what the tool says of itself. */
    readonly summaries: ReadonlyMap<string, string>;
  };
  readonly toolStyle: string;
  readonly safety: string;
  readonly approvals: {
    readonly heading: string;
    readonly changes: string;
    readonly commands: string;
    readonly outside: string;
    readonly nothingWaits: string;
    readonly justCall: string;
    readonly refusal: string;
  };
  readonly untrustedContent: string;
  readonly skills: string;
  readonly recall: { readonly text: string; readonly citing: Readonly<Record<'auto' | 'on' | 'off', string>> };
  readonly keeping: { readonly text: string; readonly soulAsks: string; readonly soulClosed: string };
  readonly workspace: {
    readonly text: (root: string) => string;
    readonly trash: string;
    readonly notesOnly: string;
    readonly readOnly: string;
  };
  readonly walls: {
    readonly text: string;
    readonly commands: string;
    readonly noCommands: string;
    readonly network: string;
    readonly noNetwork: string;
  };
  readonly commands: string;
  readonly delegation: string;
  readonly heartbeat: string;
  readonly form: string;
  readonly length: { readonly text: string; readonly shared: string };
  readonly files: {
    readonly notAccepted: string;
    readonly heading: string;
    /** Stands inside the block, after its last line. */
    readonly cut: (path: string, lines: number) => string;
  };
  readonly bootstrap: string;
  readonly longTermMemory: string;
  readonly recalled: string;
  /** `utc` is the offset, such as UTC+08:00; `weekday` counts from Sunday, 0. */
  readonly time: (now: { readonly stamp: string; readonly weekday: number; readonly zone: string; readonly utc: string }) => string;
  /** `window` in tokens, 0 when it is not known. */
  readonly runtime: (place: {
    readonly os: string;
    readonly host: string;
    readonly model: string;
    readonly window: number;
    readonly kind: SessionKind;
  }) => string;
  readonly earlier: { readonly heading: string; readonly turn: (question: string, answer: string) => string };
  readonly pending: (call: string) => string;
  readonly news: {
    readonly changed: (id: string, lines: string) => string;
    readonly onlyOrder: string;
    readonly moreLines: (count: number) => string;
  };
  /** What comes back begins with the word `Observation` in every language: it is recognised by it. */
  readonly observation: {
    readonly result: (tool: string, text: string) => string;
    readonly nothing: string;
    readonly failed: (kind: string, reason: string) => string;
    readonly refused: (tool: string, reason: string) => string;
    readonly notShown: string;
    readonly warning: (reason: string) => string;
  };
}

const TEXTS: Readonly<Record<PromptLanguage, PromptTexts>> = { en: ENGLISH, 'zh-CN': CHINESE };

export function promptTexts(language: PromptLanguage): PromptTexts {
  return TEXTS[language];
}
