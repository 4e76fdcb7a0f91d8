/** Tokens as one reads them at a glance. */

/** 14,388 -> 14.4k. Windows are made in steps of 1,024: 32,768 -> 32k. */
export function shortTokens(tokens: number, language: string): string {
  const isWindow = tokens >= 1024 && tokens % 1024 === 0 && tokens % 1000 !== 0;
  if (tokens < 1000) return new Intl.NumberFormat(language, { maximumFractionDigits: 0 }).format(tokens);
  const value = isWindow ? tokens / 1024 : tokens / 1000;
  return `${new Intl.NumberFormat(language, { maximumFractionDigits: value < 100 ? 1 : 0 }).format(value)}k`;
}
