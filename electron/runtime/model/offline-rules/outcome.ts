/** What a tool answered, as the rules need it: the text without its marks, or the reason why there is none. */
import type { Observation } from '#runtime/model/chat-model';
import type { Notice } from '#shared/schema/notice';
import type { ToolResult } from '#shared/schema/tool-call';

export type CallObservation = Extract<Observation, { kind: 'call' | 'refused' }>;
type Good = Extract<ToolResult, { ok: true }>;
type Outcome = { readonly ok: true; readonly result: Good } | { readonly ok: false; readonly reason: Notice };

export function isCall(one: Observation): one is CallObservation {
  return one.kind === 'call' || one.kind === 'refused';
}

export function outcomeOf(one: CallObservation): Outcome {
  if (one.kind === 'refused') return { ok: false, reason: one.reason };
  return one.result.ok ? { ok: true, result: one.result } : { ok: false, reason: one.result.error };
}

const MARKED = /^<(?<tag>untrusted-[\da-f]+)(?: [^>\n]*)?>\n(?<text>[\s\S]*)\n<\/\k<tag>>$/;

/** Whether the call was turned down before it could do anything. */
export function wasUntouched(one: CallObservation): boolean {
  return one.kind === 'refused' || (!one.result.ok && (one.result.kind === 'denied' || one.result.kind === 'argument'));
}

/** The text that the marks around untrusted output hold, or the output as it is. */
export function plainText(output: string): string {
  return MARKED.exec(output)?.groups?.['text'] ?? output;
}

export function isCut({ facts, notices }: Good): boolean {
  return facts?.['cut'] === true || facts?.['truncated'] === true || (notices ?? []).some(({ code }) => /cut|too_large/.test(code));
}

/**
 * A file's text when it is known to be all of it and byte for byte; otherwise why not. Marks and redaction change text: the number of
 * bytes that the tool told betrays it.
 */
export function wholeText(result: Good): { readonly text: string } | { readonly why: 'cut' | 'uncertain' } {
  if (isCut(result)) return { why: 'cut' };
  const bytes = result.facts?.['bytes'] ?? result.facts?.['size'];
  if (bytes === 0) return { text: '' };
  const text = plainText(result.output);
  const exact =
    typeof bytes === 'number'
      ? Buffer.byteLength(text, 'utf8') === bytes
      : (result.notices ?? []).length === 0 && !/\[redacted|&lt;/.test(text);
  return exact && !text.includes('\ufffd') ? { text } : { why: 'uncertain' };
}
