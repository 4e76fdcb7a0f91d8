/** The window as pieces of one bar. */
import type { Context, ContextParts } from '#shared/schema/context';

/** As they stand in the prompt. */
export const CONTEXT_PARTS = ['system', 'files', 'memory', 'conversation', 'tools'] as const satisfies readonly (keyof ContextParts)[];

export interface WindowParts {
  /** Tokens. */
  readonly used: number;
  readonly free: number;
  /** Percent of the window, or of the prompt where it is longer. */
  readonly widths: ContextParts;
  readonly reserveWidth: number;
  readonly usedShare: number;
  readonly reserveShare: number;
}

export function windowParts({ parts, window, reserve }: Pick<Context, 'parts' | 'window' | 'reserve'>): WindowParts {
  const used = CONTEXT_PARTS.reduce((sum, part) => sum + parts[part], 0);
  const whole = Math.max(window, used, 1);
  const width = (tokens: number): number => (tokens / whole) * 100;
  const { system, files, memory, conversation, tools } = parts;
  return {
    used,
    free: Math.max(0, window - used - reserve),
    widths: {
      system: width(system),
      files: width(files),
      memory: width(memory),
      conversation: width(conversation),
      tools: width(tools),
    },
    // What is full already is not reserved.
    reserveWidth: width(Math.min(reserve, Math.max(0, window - used))),
    usedShare: Math.round((used / Math.max(window, 1)) * 100),
    reserveShare: Math.round((reserve / Math.max(window, 1)) * 100),
  };
}
