/** One immutable build of a prompt, and what it is built from. */

import type { ChatMessage, PromptPayload } from '#runtime/model/chat-model';
import type { WorkspaceFile } from '#runtime/workspace/persona-files';
import type { PromptMode, PromptModule } from '#shared/schema/prompt';
import type { SessionKind } from '#shared/schema/session';
import type { PromptLanguage } from './prompt-texts.ts';

/** Everything the modules may say something about. No I/O happens while a prompt is built. */
export interface PromptFacts {
  readonly mode: PromptMode;
  /** The app's language; a change of it makes a new system message with the next turn. */
  readonly language: PromptLanguage;
  readonly session: { readonly id: string; readonly kind: SessionKind };
  readonly workspace: { readonly root: string; readonly files: readonly WorkspaceFile[]; readonly trusted: boolean };
  readonly identity: { readonly name: string; readonly emoji: string };
  readonly bootstrapDue: boolean;
  readonly citations: 'auto' | 'on' | 'off';
  /** Milliseconds since 1970 of the newest message. */
  readonly at: number;
  readonly zone: string;
  readonly runtime: { readonly os: string; readonly host: string; readonly model: string; readonly window: number };
  readonly payload: PromptPayload;
  /** Snippets found for this message; `from` 0 stands for a note whose lines are not known. */
  readonly recalled: readonly { readonly path: string; readonly from: number; readonly to: number; readonly text: string }[];
  /** Placed before the person's text, by hooks. */
  readonly prependContext: readonly string[];
}

/** An earlier message of the conversation, already in words; bytes never change again. */
export type PromptHistory = readonly ChatMessage[];

export interface PromptBuild {
  readonly modules: readonly PromptModule[];
  readonly messages: readonly ChatMessage[];
  readonly payload: PromptPayload;
}
