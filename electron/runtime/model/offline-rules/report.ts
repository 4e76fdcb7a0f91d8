/** One observed call in words: with the request it belongs to, or by its tool and arguments alone. */
import {
  failureInWords,
  listedInWords,
  type Moment,
  readInWords,
  reasonInWords,
  recalledInWords,
  rememberedInWords,
  searchedInWords,
  timeInWords,
} from './answers.ts';
import { changedInWords, ranInWords } from './done-words.ts';
import type { Intent } from './intent.ts';
import { type CallObservation, outcomeOf, wasUntouched } from './outcome.ts';
import type { Language } from './plan.ts';

export type { Moment };

export function reportCall(language: Language, one: CallObservation, intent: Intent | null, moment: Moment): string {
  const outcome = outcomeOf(one);
  const args = one.arguments;
  const text = (name: string): string => (typeof args[name] === 'string' ? String(args[name]) : '');
  if (!outcome.ok) {
    return failureInWords(language, one.tool, args, { reason: reasonInWords(language, outcome.reason), untouched: wasUntouched(one) });
  }
  const { result } = outcome;
  switch (one.tool) {
    case 'memory_append': {
      const kept =
        intent?.kind === 'remember' ? intent : ({ kind: 'remember', text: text('text'), target: 'memory', asked: true } as const);
      return rememberedInWords(language, kept, result);
    }
    case 'memory_search':
      return recalledInWords(language, { kind: 'recall', query: text('query'), personal: true }, result.rows ?? []);
    case 'list':
      return listedInWords(language, text('path'), result);
    case 'read':
    case 'memory_get':
      return readInWords(language, text('path'), result);
    case 'search':
      return searchedInWords(language, text('query'), result);
    case 'time':
      return timeInWords(language, intent?.kind === 'time' ? intent.days : 0, result, moment);
    case 'exec':
      return ranInWords(language, text('command'), result);
    case 'write':
      // The person may have edited the call before allowing it.
      return intent?.kind === 'append' && text('path') === intent.path && text('content').trimEnd().endsWith(intent.line.trimEnd())
        ? changedInWords(language, 'append', { path: intent.path, line: intent.line }, result)
        : changedInWords(language, 'write', args, result);
    default:
      return changedInWords(language, one.tool, args, result);
  }
}
