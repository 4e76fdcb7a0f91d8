/** Chinese numerals up to 999 as digits, so that one grammar reads 三 and 3 alike. */

const DIGITS: Readonly<Record<string, number>> = { 〇: 0, 零: 0, 一: 1, 二: 2, 两: 2, 三: 3, 四: 4, 五: 5, 六: 6, 七: 7, 八: 8, 九: 9 };
const TENS: Readonly<Record<string, number>> = { 廿: 20, 卅: 30 };
const RUN = /[〇零一二两三四五六七八九十百廿卅]+/g;

/** Every numeral in the text as digits; a run that is no numeral stays as it is. */
export function withDigits(text: string): string {
  return text.replace(RUN, (run) => numeral(run) ?? run);
}

/** 二十一 -> 21, 一百零五 -> 105, 廿三 -> 23, digit by digit 二〇二六 -> 2026, 零五 -> 05. */
function numeral(run: string): string | null {
  if (!/[十百廿卅]/.test(run)) return [...run].map((sign) => DIGITS[sign]).join('');
  const parts = /^(?:([一二两三四五六七八九])百)?零?(?:([一二三四五六七八九])?十|([廿卅]))?([一二三四五六七八九])?$/.exec(run);
  if (parts === null) return null;
  const [, hundreds, tens, short, ones] = parts;
  const ten = short !== undefined ? (TENS[short] ?? 0) : run.includes('十') ? digit(tens, 1) * 10 : 0;
  return String(digit(hundreds, 0) * 100 + ten + digit(ones, 0));
}

function digit(sign: string | undefined, missing: number): number {
  return sign === undefined ? missing : (DIGITS[sign] ?? 0);
}
