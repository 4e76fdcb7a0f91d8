/** A long text without a subject of its own, with a fact in three places: the same for the same length, so that a server reads it once. */
import { estimateTokens } from '#runtime/text/token-counter';

/** Part of the window that the text takes, and tokens it takes at most, so that a slow machine gets through. */
const SHARE = 0.6;
export const NEEDLE_TOKENS = 12_000;
/** Tokens that stay free for the system prompt, the question and the answer. */
const RESERVE = 1_000;

/** By the place in which it stands. */
export const NEEDLES = {
  beginning: 'The telescope from Lisbon has the inventory number 7304.',
  middle: 'The key of the clock tower hangs behind the painting of the two herons.',
  end: 'The exhibition about lighthouses closes on 23 September.',
} as const;

const WHO = ['Ada', 'Bruno', 'Celia', 'Dmitri', 'Elsa', 'Farid', 'Greta'];
const DID = ['dusted', 'moved', 'counted', 'wrapped', 'labelled', 'photographed', 'mended', 'weighed', 'hung up', 'put away', 'measured'];
const WHAT = [
  'the copper lamps',
  'the old maps',
  'three oak chairs',
  'the glass birds',
  'a box of buttons',
  'the paper lanterns',
  'the brass scales',
  'two wool carpets',
  'the tin soldiers',
  'the blue plates',
  'a case of ribbons',
  'the wooden flutes',
  'the tea caddies',
];
const WHERE = [
  'in the east hall',
  'in the attic',
  'by the stairs',
  'in the yard',
  'in the west hall',
  'in the cellar',
  'near the café',
  'in the shop',
];
const WHILE = [
  'while it rained outside',
  'before the first visitors came',
  'and had lunch afterwards',
  'after the floor was swept',
  'and wrote it into the list',
  'while the heating was off',
  'as on most mornings',
  'with a little help',
  'and closed the shutters',
];

const pick = (words: readonly string[], at: number): string => words[at % words.length] ?? '';

function sentence(at: number): string {
  return `${pick(WHO, at)} ${pick(DID, at)} ${pick(WHAT, at)} ${pick(WHERE, at)} ${pick(WHILE, at)}.`;
}

/** Tokens of text for a window: 60 % of it, at most `NEEDLE_TOKENS`, less where the rest of the prompt would not fit beside it. */
export function needleTokens(window: number): number {
  return Math.max(0, Math.min(NEEDLE_TOKENS, Math.floor(window * SHARE), window - RESERVE));
}

/** About `tokens` long (estimated), never without the three facts. */
export function needleText(tokens: number): string {
  const lines: string[] = [];
  let left = tokens - Object.values(NEEDLES).reduce((sum, needle) => sum + estimateTokens(needle), 0);
  for (let at = 0; ; at++) {
    const line = sentence(at);
    left -= estimateTokens(line);
    if (left < 0) break;
    lines.push(line);
  }
  const half = Math.floor(lines.length / 2);
  // Two lines before the first and after the last fact: neither is the very edge of the text.
  const edge = Math.min(2, half);
  const placed = [
    ...lines.slice(0, edge),
    NEEDLES.beginning,
    ...lines.slice(edge, half),
    NEEDLES.middle,
    ...lines.slice(half, lines.length - edge),
    NEEDLES.end,
    ...lines.slice(lines.length - edge),
  ];
  return placed.join('\n');
}
