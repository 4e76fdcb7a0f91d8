/** What begins with a slash: which commands there are, and how a text is read. Pure. */
import { type CommandMode, commandModeSchema } from '#shared/schema/policy';

export interface SlashCommand {
  readonly name: string;
  /** What follows the name, as it is shown; empty for a command that takes nothing. */
  readonly takes: '' | 'id' | 'id-why' | 'mode' | 'model' | 'value' | 'text' | 'query';
  /** window: done here; message: said to the assistant as it stands. */
  readonly kind: 'window' | 'message';
}

export const SLASH_COMMANDS = [
  { name: 'new', takes: '', kind: 'window' },
  { name: 'undo', takes: '', kind: 'window' },
  { name: 'approve', takes: 'id', kind: 'window' },
  { name: 'deny', takes: 'id-why', kind: 'window' },
  { name: 'mode', takes: 'mode', kind: 'window' },
  { name: 'model', takes: 'model', kind: 'window' },
  { name: 'stop', takes: '', kind: 'window' },
  { name: 'input', takes: 'value', kind: 'window' },
  { name: 'remember', takes: 'text', kind: 'message' },
  { name: 'memory', takes: 'query', kind: 'message' },
  { name: 'help', takes: '', kind: 'message' },
] as const satisfies readonly SlashCommand[];

type Known = (typeof SLASH_COMMANDS)[number];
export type WindowCommand = Extract<Known, { kind: 'window' }>['name'];

export type Read =
  /** `text` is a message, without the slash that made it one. */
  | { readonly kind: 'message'; readonly text: string }
  | { readonly kind: 'command'; readonly name: WindowCommand; readonly rest: string }
  | { readonly kind: 'unknown'; readonly name: string };

/** The name ends at white space; a path such as `/usr/bin` is no command. The full-width slash is one too. */
const COMMAND = /^[/／](?<name>\p{L}[\p{L}\p{N}_-]*)(?:\s+(?<rest>[\s\S]*))?$/u;

export function readSlash(text: string): Read {
  const trimmed = text.trim();
  if (/^(?:\/\/|／／)/.test(trimmed)) return { kind: 'message', text: `/${trimmed.slice(2)}` };
  const found = COMMAND.exec(trimmed)?.groups;
  const name = found?.['name']?.toLowerCase();
  if (name === undefined) return { kind: 'message', text };
  const command = SLASH_COMMANDS.find((one) => one.name === name);
  const rest = found?.['rest']?.trim() ?? '';
  if (command === undefined) return { kind: 'unknown', name };
  if (command.kind === 'message') return { kind: 'message', text: rest === '' ? `/${name}` : `/${name} ${rest}` };
  return { kind: 'command', name: command.name, rest };
}

export interface Suggestion {
  /** What the field holds once it is chosen. */
  readonly text: string;
  readonly shown: string;
  /** Names its line of explanation. */
  readonly command: Known['name'];
  readonly takes: SlashCommand['takes'];
  readonly mode: CommandMode | null;
}

/** What could be meant by what is typed so far; empty once the rest is free text. */
export function suggest(text: string): readonly Suggestion[] {
  const mode = /^[/／]mode[ \u3000]+(?<part>[a-z]*)$/i.exec(text)?.groups?.['part'];
  if (mode !== undefined) {
    return commandModeSchema.options
      .filter((one) => one.startsWith(mode.toLowerCase()) && one !== mode.toLowerCase())
      .map((one) => ({ text: `/mode ${one}`, shown: one, command: 'mode', takes: '', mode: one }));
  }
  const part = /^[/／](?<part>\p{L}*)$/u.exec(text)?.groups?.['part']?.toLowerCase();
  if (part === undefined) return [];
  return SLASH_COMMANDS.filter(({ name }) => name.startsWith(part)).map(({ name, takes }) => ({
    text: takes === '' ? `/${name}` : `/${name} `,
    shown: `/${name}`,
    command: name,
    takes,
    mode: null,
  }));
}

/** Whether Enter should run what is there instead of completing it. */
export function isWhole(text: string, suggestions: readonly Suggestion[]): boolean {
  const typed = text.trim().toLowerCase().replace('／', '/');
  return suggestions.some(({ shown, mode }) => (mode === null ? shown : `/mode ${shown}`) === typed);
}

/** NAME=VALUE, the value as it stands; null for anything else. */
export function readAssignment(rest: string): { readonly name: string; readonly value: string } | null {
  const found = /^(?<name>[\p{L}_][\p{L}\p{N}_]*)\s*[=＝](?<value>[\s\S]*)$/u.exec(rest)?.groups;
  const { name, value } = found ?? {};
  return name === undefined || value === undefined || value.trim() === '' ? null : { name, value: value.trim() };
}
