/** Reads words or digits for a date or a time, in English and Chinese, against a given now; what is not certain is refused with its reason. */
import { civilDate } from './calendar.ts';
import { type MomentReading, type Now, refuse } from './moment.ts';
import { readNumeric } from './numeric-moment.ts';

/** Characters; nobody says a date in more. */
export const MOMENT_LENGTH = 64;

const HAN = /\p{Script=Han}/u;
/** What would make a path, a command or markup of it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are refused here
const MALFORMED = /\.\.|^~|[\\$|;<>{}\u0000-\u0008\u000b-\u001f\u007f\u200b-\u200f\u202a-\u202e]|\/(?!\d)|(?<!\d)\/|%/;
const RANGE = /^(.+?)(?:到|至|~|—+|–| to | until | through )(.+)$/;

/** Never rejects. The grammars of both languages are loaded when the first words are read. */
export async function readMoment(written: string, now: Now): Promise<MomentReading> {
  if (written.length > MOMENT_LENGTH * 4) return refuse('malformed');
  const text = written
    .normalize('NFKC')
    .trim()
    .replace(/[。!?,]+$/, '')
    .trim()
    .toLowerCase();
  if (text === '') return refuse('empty');
  if (MALFORMED.test(text)) return refuse('malformed');
  if (text.length > MOMENT_LENGTH) return refuse('unknown');
  const numeric = readNumeric(text, now.year);
  if (numeric !== null) return numeric;
  const read = await grammarFor(text);
  const whole = read(text, now);
  if (whole.kind !== 'refused' || whole.why !== 'unknown') return whole;
  return (await readRange(text, now)) ?? whole;
}

async function grammarFor(text: string): Promise<(text: string, now: Now) => MomentReading> {
  if (HAN.test(text)) return (await import('./chinese-moment.ts')).readChinese;
  return (await import('./english-moment.ts')).readEnglish;
}

/** Two days with a word for `to` between them; the second takes its month from the first. */
async function readRange(text: string, now: Now): Promise<MomentReading | null> {
  const found = RANGE.exec(text);
  if (found === null) return null;
  const [from, to] = [await readOne(found[1] ?? '', now), await readOne(found[2] ?? '', now)];
  if (from.kind !== 'day') return from.kind === 'refused' ? from : refuse('ambiguous');
  const date = civilDate(from.day);
  const end =
    to.kind === 'day' && /^\d{1,2}[日号]$/.test(found[2] ?? '') ? await readOne(found[2] ?? '', { ...now, ...date, today: from.day }) : to;
  if (end.kind !== 'day') return end.kind === 'refused' ? end : refuse('ambiguous');
  return end.day < from.day ? refuse('impossible') : { kind: 'span', from: from.day, to: end.day };
}

async function readOne(text: string, now: Now): Promise<MomentReading> {
  const trimmed = text.trim();
  return readNumeric(trimmed, now.year) ?? (await grammarFor(trimmed))(trimmed, now);
}
