/** For tests: the same request with the courtesies, slips and punctuation that people put around it. */
import { hasHan } from './phrase.ts';

const COURTEOUS =
  /please|could|can you|would|请|請|麻烦|帮|幫|能|你好|\bhi\b|hey|谢|thank|hello|kindly|I'd|I want|let's|go ahead|可以|dont/i;
const QUESTION_EN = /^(?:what|which|who|where|when|how|do |did |is |are |am |any|time|date|current|today)/i;
const QUESTION_ZH = /[谁哪几吗]|什么|多少|啥/;

/** Whether a sentence is bare enough to be dressed up. */
export function isBare(sentence: string): boolean {
  return !COURTEOUS.test(sentence) && !/^[/$>]|[?？]$|\s\.$/.test(sentence) && !/^(?:I|my|btw|call me|the|我)\b|^我/i.test(sentence);
}

export function politely(sentence: string): string[] {
  const bare = sentence.replace(/[.。!！]$/, '');
  const low = /^[A-Z][a-z]/.test(bare) ? bare.charAt(0).toLowerCase() + bare.slice(1) : bare;
  if (hasHan(bare)) {
    return QUESTION_ZH.test(bare.replace(/有哪些|有什么/, ''))
      ? [`请问${bare}`, `${bare}？`, `你好，${bare}？`, ` ${bare} `, `${bare}?`, `请问一下，${bare}`, `${bare}。`]
      : [
          `请${bare}`,
          `麻烦你${bare}`,
          `请帮我${bare}`,
          `帮我${bare}`,
          `${bare}，谢谢`,
          `你好，${bare}`,
          `${bare}。`,
          `能不能帮我${bare}`,
          `麻烦${bare}，谢谢！`,
          ` ${bare} `,
          `你好！请你${bare}。`,
          `劳驾${bare}`,
          `可以帮我${bare}吗？`,
        ];
  }
  return QUESTION_EN.test(bare)
    ? [`${bare}?`, `hi, ${low}?`, `Hello! ${bare}?`, `${bare} ??`, `  ${bare}`, `ok, ${low}`, `quick question: ${low}?`]
    : [
        `please ${low}`,
        `could you ${low}?`,
        `Can you please ${low}`,
        `hey, ${low}`,
        `I'd like you to ${low}`,
        `${bare}, please`,
        `${bare}, thanks!`,
        `would you kindly ${low}?`,
        `Hi there! ${bare}`,
        `  ${bare}  `,
        `${bare}.`,
        `Reins, ${low}`,
        `ok, now ${low}`,
        `go ahead and ${low}`,
        `pls ${low}`,
      ];
}
