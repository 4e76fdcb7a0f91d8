/** How fast a model reads and writes, from what its server told of each answer. */
import type { ModelUsage } from '#runtime/model/chat-model';
import type { Exam } from '#shared/schema/model';

/** Tokens a second to a tenth; null where no answer told enough. */
export function speedsOf(usages: readonly ModelUsage[]): Pick<Exam, 'reads' | 'writes'> {
  return { reads: readingSpeed(usages), writes: writingSpeed(usages) };
}

/** What a model thinks is among the tokens it answered. */
function writingSpeed(usages: readonly ModelUsage[]): number | null {
  let [tokens, milliseconds] = [0, 0];
  for (const { answerTokens, phases } of usages) {
    const spent = (phases.writing ?? 0) + (phases.thinking ?? 0);
    if (answerTokens === null || spent <= 0) continue;
    tokens += answerTokens;
    milliseconds += spent;
  }
  return speed(tokens, milliseconds);
}

/** Taken from the answer that was read longest: in the others a cache that the server may not tell of took most of the prompt. */
function readingSpeed(usages: readonly ModelUsage[]): number | null {
  let longest = { tokens: 0, milliseconds: 0 };
  for (const { promptTokens, cachedTokens, phases } of usages) {
    const milliseconds = phases.reading ?? 0;
    if (promptTokens === null || milliseconds <= longest.milliseconds) continue;
    longest = { tokens: promptTokens - (cachedTokens ?? 0), milliseconds };
  }
  return speed(longest.tokens, longest.milliseconds);
}

function speed(tokens: number, milliseconds: number): number | null {
  if (tokens <= 0 || milliseconds <= 0) return null;
  const rate = Math.round((tokens / milliseconds) * 10_000) / 10;
  return Number.isFinite(rate) ? rate : null;
}
