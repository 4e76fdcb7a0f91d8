/** Reads IDENTITY.md: name, kind, vibe, emoji and avatar, under English or Chinese field names. */

export interface Identity {
  /** Empty where the file says nothing, or only what its template says. */
  readonly name: string;
  readonly kind: string;
  readonly vibe: string;
  readonly emoji: string;
  /** As written: a path in the workspace. Not checked here. */
  readonly avatar: string;
}

export const NO_IDENTITY: Identity = { name: '', kind: '', vibe: '', emoji: '', avatar: '' };

const FIELDS: readonly (readonly [keyof Identity, RegExp])[] = [
  ['name', /^(?:name|名字|名称|姓名|称呼|昵称)$/],
  ['kind', /^(?:kind|type|creature|role|类型|种类|身份|角色|物种)$/],
  ['vibe', /^(?:vibe|personality|tone|气质|性格|风格|语气)$/],
  ['emoji', /^(?:emoji|signature emoji|表情|表情符号|专属表情|签名表情|标志)$/],
  ['avatar', /^(?:avatar|avatar path|picture|头像|头像路径)$/],
];

/** Longest value in UTF-16 units: these go into a line of the prompt and of the window. */
const LONGEST: Record<keyof Identity, number> = { name: 40, kind: 80, vibe: 120, emoji: 16, avatar: 300 };

/** A value that only stands for one: `(your name)`, `<name>`, `[...]`, `（还没有）`, dashes, TBD. */
const PLACEHOLDER = /^(?:[(（[【<《{].*[)）\]】>》}]|[-–—_.…?？*]+|tbd|todo|n\/?a|none|unset|待定|待填|未定|未填写?|暂无|无|空)$/i;

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** `text` is the file without its comments. Never throws; what is not there is empty. */
export function parseIdentity(text: string): Identity {
  const found: Partial<Record<keyof Identity, string>> = {};
  const lines = text.split('\n');
  for (const [index, line] of lines.entries()) {
    const field = fieldOf(line);
    if (field === null || found[field.key] !== undefined) continue;
    const value = clean(field.heading ? followingLine(lines, index) : field.value);
    if (value !== '') found[field.key] = shorten(value, LONGEST[field.key]);
  }
  const emoji = found.emoji === undefined ? '' : firstPicture(found.emoji);
  return { ...NO_IDENTITY, ...found, emoji };
}

interface Field {
  readonly key: keyof Identity;
  readonly value: string;
  /** The value stands on the next line that is not empty. */
  readonly heading: boolean;
}

/** `- **Name:** x`, `Name: x`, `名字：x`, `| Name | x |`, or a heading `## Name`; the first heading is the title. */
function fieldOf(line: string): Field | null {
  const heading = /^#{2,6}\s+(.+?)\s*#*\s*$/.exec(line);
  if (heading !== null) {
    const key = keyOf(heading[1] ?? '');
    return key === null ? null : { key, value: '', heading: true };
  }
  const plain = line.replace(/^\s*(?:[-*+]|\d+[.)])\s+/, '').replace(/^\s*\|\s*/, '');
  const pair = /^([^:：|=]{1,40})(?:[:：|=])(.*)$/.exec(plain);
  if (pair === null) return null;
  const key = keyOf(pair[1] ?? '');
  return key === null ? null : { key, value: (pair[2] ?? '').replace(/\|\s*$/, ''), heading: false };
}

function keyOf(label: string): keyof Identity | null {
  const plain = label
    .replace(/[*_`"']/g, '')
    .trim()
    .toLowerCase();
  return FIELDS.find(([, names]) => names.test(plain))?.[0] ?? null;
}

function followingLine(lines: readonly string[], index: number): string {
  const next = lines.slice(index + 1).find((line) => line.trim() !== '') ?? '';
  return /^#/.test(next) || fieldOf(next) !== null ? '' : next;
}

/** Without emphasis, quotes and control characters; empty for a placeholder. */
function clean(raw: string): string {
  const value = raw
    .replace(/[\p{Cc}\u2028\u2029]/gu, ' ')
    .replace(/^[\s*_`"'“”「」]+|[\s*_`"'“”「」]+$/g, '')
    .trim();
  return PLACEHOLDER.test(value) ? '' : value;
}

function shorten(value: string, limit: number): string {
  if (value.length <= limit) return value;
  let kept = '';
  for (const { segment } of graphemes.segment(value.slice(0, limit + 64))) {
    if (kept.length + segment.length > limit) break;
    kept += segment;
  }
  return kept.trim();
}

/** The first emoji of the value: what stands behind it is a remark. */
function firstPicture(value: string): string {
  for (const { segment } of graphemes.segment(value)) if (/\p{Extended_Pictographic}|\p{Regional_Indicator}/u.test(segment)) return segment;
  return '';
}
