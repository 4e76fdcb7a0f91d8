/** Guardrail after the run: somebody else's text is wrapped in marks that it cannot forge. */
import { createHash } from 'node:crypto';
import type { ToolResult } from '#shared/schema/tool-call';
import type { GuardrailCall, GuardrailContext, PostGuardrail, PostVerdict } from './guardrail.ts';

/** The word that every mark begins with; the prompt explains it under this name. */
export const UNTRUSTED_MARK = 'untrusted';

/** A mark as written; its name differs from call to call, so comparisons of results leave it out. */
export const UNTRUSTED_TAG = new RegExp(`</?${UNTRUSTED_MARK}-[\\da-f]{16}[^>\\n]*>`, 'g');

export const untrusted: PostGuardrail = {
  stage: 'post',
  name: 'untrusted',
  judge(call: GuardrailCall, result: ToolResult, context: GuardrailContext): PostVerdict {
    const tool = context.tools.find(({ name }) => name === call.name);
    if (tool?.untrusted === false || !result.ok || result.output === '') return { verdict: 'allow' };
    return { verdict: 'revise', result: { ...result, output: wrapUntrusted(result.output, call.name, call.callId) } };
  },
};

/** Characters without width that could hide a mark from a comparison. */
const HIDDEN = '[\\u00ad\\u200b-\\u200f\\u2060-\\u2064\\ufeff]*';
const GAP = '[\\s\\u00ad\\u200b-\\u200f\\u2060-\\u2064\\ufeff]{0,8}';
const LETTERS: Readonly<Record<string, string>> = {
  u: 'uUｕＵ',
  n: 'nNｎＮ',
  t: 'tTｔＴ',
  r: 'rRｒＲ',
  s: 'sSｓＳѕЅ',
  e: 'eEｅＥеЕ',
  d: 'dDｄＤ',
};
const LOOKALIKE = new RegExp(
  `[<＜〈《‹«](?=${GAP}[/／]?${GAP}${[...UNTRUSTED_MARK].map((letter) => `[${LETTERS[letter] ?? letter}]`).join(HIDDEN)})`,
  'gu',
);

/**
 * The name of the marks holds a hash of the call's id, which was made after the text could be written; marks of other calls that the
 * text repeats, and look-alikes, are broken by replacing their bracket.
 */
export function wrapUntrusted(text: string, source: string, callId: string): string {
  const name = `${UNTRUSTED_MARK}-${createHash('sha256').update(`mark ${callId}`).digest('hex').slice(0, 16)}`;
  const from = source.replace(/[^\w.-]/g, '_').slice(0, 64);
  return `<${name} source="${from}">\n${text.replace(LOOKALIKE, '&lt;')}\n</${name}>`;
}
