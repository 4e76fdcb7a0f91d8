/** What every command gets and gives: options in, an exit code out. */
import type { Words } from '../words.ts';

/** 0 done, 1 refused or failed, 2 wrong usage. */
export type ExitCode = 0 | 1 | 2;

/** One line of what a person at the terminal says to a question; null when nobody answers, or when the signal aborts. Never rejects. */
export type AskPerson = (question: string, signal: AbortSignal) => Promise<string | null>;

export interface CommandInput {
  readonly positionals: readonly string[];
  readonly flags: Readonly<Record<string, string | boolean | undefined>>;
  readonly json: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly words: Words;
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
  readonly stdin: AsyncIterable<Uint8Array | string>;
  /** null where nobody sits at both ends, and for a program that reads JSON. */
  readonly ask: AskPerson | null;
  /** Aborted by the first Ctrl+C; a second one ends the process. */
  readonly signal: AbortSignal;
  /** Whether a connection closes itself then; false for a command that ends its work in its own way. */
  readonly closeOnStop: boolean;
}

export interface Command {
  /** Flags beyond the common ones: true takes a value. */
  readonly flags?: Readonly<Record<string, boolean>>;
  /** true for a command that looks at `signal` and ends its work in its own way, however long that takes. */
  readonly stopsItself?: boolean;
  run(input: CommandInput): Promise<ExitCode>;
}

/** Common flags; true takes a value. */
export const COMMON_FLAGS: Readonly<Record<string, boolean>> = { json: false, data: true, workspace: true, language: true, help: false };

export function flag(input: CommandInput, name: string): string | undefined {
  const value = input.flags[name];
  return typeof value === 'string' ? value : undefined;
}

const STEERING = /[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** JSON on one line in which nothing steers a terminal, and which is the same JSON for a program. */
export function jsonLine(value: unknown): string {
  return JSON.stringify(value).replace(STEERING, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** One JSON object a line; `value` is undefined for a line that is none, so that the caller can answer in its place. */
export async function* jsonLines(stdin: CommandInput['stdin']): AsyncGenerator<{ readonly line: string; readonly value: unknown }> {
  for await (const line of textLines(stdin)) {
    if (line.trim() === '') continue;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      value = undefined;
    }
    yield { line, value };
  }
}

/** Lines without their ends; the last one needs none. */
export async function* textLines(stdin: CommandInput['stdin']): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const piece of stdin) {
    rest += typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true });
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield line.replace(/\r$/, '');
  }
  rest += decoder.decode();
  if (rest !== '') yield rest;
}
