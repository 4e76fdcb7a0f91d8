/** A piece of a message in two forms of equal length: as written, and folded for matching, so that a match cuts the person's own words. */

export interface Phrase {
  readonly raw: string;
  /** Lower case, half-width, plain quotes, simplified request words; position for position the same text as `raw`. */
  readonly key: string;
}

const QUOTES = new Map<string, string>();
for (const mark of '“”„‟«»「」『』＂《》〝〞') QUOTES.set(mark, '"');
for (const mark of '‘’‚‛＇') QUOTES.set(mark, "'");
for (const mark of '\u00a0\u3000\t\u202f\u2009') QUOTES.set(mark, ' ');
for (const mark of '–—−') QUOTES.set(mark, '-');
QUOTES.set('…', '.');

/** Only characters of request words and of what people ask about most; each stands for exactly one. */
const TRADITIONAL =
  '請記憶讀寫開檔執運刪幫別這個裡裏麼嗎時間現點幾號碼禮週內顯創將東為會議鑰電話護發給誰歡習慣過對愛討厭啟動關於煩說問題終編輯從與還後來見聽樣體語譯詩單買夾錄檢視閱覽尋頭邊處場兩讓應該並隨備錯計劃畫無須準確認證總經訂鎖櫃儲車庫網線雲當貼資訊務國種愛轉換離線樂書報達聯絡郵箱繫層藍紅綠顏黃長場鐘麵飯飲壽業學筆頁張賬帳戶稱嘗試幹麻臺灣註腦軟';
const SIMPLIFIED =
  '请记忆读写开档执运删帮别这个里里么吗时间现点几号码礼周内显创将东为会议钥电话护发给谁欢习惯过对爱讨厌启动关于烦说问题终编辑从与还后来见听样体语译诗单买夹录检视阅览寻头边处场两让应该并随备错计划画无须准确认证总经订锁柜储车库网线云当贴资讯务国种爱转换离线乐书报达联络邮箱系层蓝红绿颜黄长场钟面饭饮寿业学笔页张账账户称尝试干麻台湾注脑软';

const FOLDED = new Map<string, string>(QUOTES);
for (let at = 0; at < TRADITIONAL.length; at += 1) FOLDED.set(TRADITIONAL.charAt(at), SIMPLIFIED.charAt(at));

function foldUnit(unit: string): string {
  const known = FOLDED.get(unit);
  if (known !== undefined) return known;
  const code = unit.charCodeAt(0);
  const half = code >= 0xff01 && code <= 0xff5e ? code - 0xfee0 : code;
  return String.fromCharCode(half >= 0x41 && half <= 0x5a ? half + 0x20 : half);
}

/** Never changes the length. */
export function fold(text: string): string {
  let out = '';
  for (let at = 0; at < text.length; at += 1) out += foldUnit(text.charAt(at));
  return out;
}

export function phrase(raw: string): Phrase {
  return { raw, key: fold(raw) };
}

export function part(whole: Phrase, from: number, to: number = whole.raw.length): Phrase {
  return { raw: whole.raw.slice(from, to), key: whole.key.slice(from, to) };
}

export function trimmed(whole: Phrase): Phrase {
  const from = whole.key.length - whole.key.trimStart().length;
  return part(whole, from, Math.max(from, whole.key.trimEnd().length));
}

type Groups = Readonly<Record<string, Phrase | undefined>>;

/** The named groups of a match as phrases, trimmed; null where the pattern does not match. The pattern carries the flag `d`. */
export function take(whole: Phrase, pattern: RegExp): Groups | null {
  const match = pattern.exec(whole.key);
  if (match === null) return null;
  const out: Record<string, Phrase> = {};
  for (const [name, span] of Object.entries(match.indices?.groups ?? {})) {
    if (span !== undefined) out[name] = trimmed(part(whole, span[0], span[1]));
  }
  return out;
}

/** The first of the patterns that matches. */
export function takeFirst(whole: Phrase, patterns: readonly RegExp[]): Groups | null {
  for (const pattern of patterns) {
    const groups = take(whole, pattern);
    if (groups !== null) return groups;
  }
  return null;
}

/** Cuts what the pattern matches off the start, as often as it matches. */
export function withoutStart(whole: Phrase, pattern: RegExp): Phrase {
  let rest = trimmed(whole);
  for (let match = pattern.exec(rest.key); match !== null && match.index === 0 && match[0] !== ''; match = pattern.exec(rest.key)) {
    rest = trimmed(part(rest, match[0].length));
  }
  return rest;
}

/** Cuts what the pattern matches off the end, as often as it matches. */
export function withoutEnd(whole: Phrase, pattern: RegExp): Phrase {
  let rest = trimmed(whole);
  for (let match = pattern.exec(rest.key); match !== null && match[0] !== ''; match = pattern.exec(rest.key)) {
    rest = trimmed(part(rest, 0, match.index));
  }
  return rest;
}

const WRAPPED = /^(?:"(?<a>[^"]*)"|'(?<b>(?:[^']|'(?=\p{L}))*)'|`(?<c>[^`]*)`)$/dsu;
const FENCED = /^```[a-z0-9]*\n(?<a>.*?)\n?```$/ds;

/** The inside of quotation marks or of a code fence that wrap the whole; null when nothing does. */
export function unquoted(whole: Phrase): Phrase | null {
  const match = FENCED.exec(whole.key) ?? WRAPPED.exec(whole.key);
  const span = match?.indices?.groups?.['a'] ?? match?.indices?.groups?.['b'] ?? match?.indices?.groups?.['c'];
  return span === undefined ? null : part(whole, span[0], span[1]);
}

const QUOTED_SPANS = /"[^"]*"|`[^`]*`|(?<![\p{L}\p{N}])'(?=\S)[^']*(?:'(?=\p{Ll})[^']*)*'(?![\p{L}\p{N}])/gu;

/** The key with everything in quotation marks made unmatchable, position for position. */
export function masked(key: string): string {
  return key.replace(QUOTED_SPANS, (quote) => quote.charAt(0) + '\ue000'.repeat(Math.max(0, quote.length - 2)) + quote.charAt(0));
}

const HAN = /\p{Script=Han}/u;
export function hasHan(text: string): boolean {
  return HAN.test(text);
}
