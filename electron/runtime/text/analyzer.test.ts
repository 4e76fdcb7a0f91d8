import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { analyse, queryTerms } from './analyzer.ts';
import { normalise } from './runs.ts';
import { stem } from './stem.ts';
import { createTermCounter } from './term-counter.ts';

const PLAIN = "tokenize='unicode61 remove_diacritics 2'";
const PORTER = "tokenize='porter unicode61 remove_diacritics 2'";

/** Terms of each column as the database itself keeps them. */
function storedTerms(columns: readonly string[], tokenize = PLAIN): string[][] {
  const db = new Sqlite(':memory:');
  db.exec(
    `CREATE VIRTUAL TABLE words USING fts5(terms, content='', ${tokenize}); CREATE VIRTUAL TABLE vocabulary USING fts5vocab(words, instance)`,
  );
  for (const [at, column] of columns.entries()) db.prepare('INSERT INTO words (rowid, terms) VALUES (?, ?)').run(at + 1, column);
  const rows = db.prepare<[], { doc: number; term: string }>('SELECT doc, term FROM vocabulary ORDER BY doc, offset').all();
  db.close();
  return columns.map((_, at) => rows.filter(({ doc }) => doc === at + 1).map(({ term }) => term));
}

const TEXTS = [
  'The spare keys are kept in the blue toolboxes, hopefully.',
  '备用钥匙放在蓝色工具箱第三层。',
  'Ｆｕｌｌ－ｗｉｄｔｈ ＡＢＣ１２３ 和半角 abc123 一样',
  'Café naïve résumé Straße Ærø, ÀÉÎ — ﬁnally ½ ①',
  '用 Django 写网站, T恤 3件; 発表のスケジュール・データ',
  '𠮷野家 and 👩‍👩‍👧 family 🎉 emoji',
  "don't e-mail billing@example.com about ORION-1234 v2.0.1 foo_bar",
  'Привет мир, γειά σου Κόσμε, السلام عليكم',
  'relational conditional hopping skies flies agreed plastered motoring caresses ponies adoption electricity triplicate',
];

test('a Han run gives every character and every pair, and words stay words', () => {
  expect(analyse('备用钥匙 in Toolbox Ｎｏ．３')).toEqual({ column: '备 备用 用 用钥 钥 钥匙 匙 in toolbox no 3', length: 11 });
});

test('every term that the database keeps of a text is found again by the question that is the text', () => {
  const stored = storedTerms(TEXTS.map((text) => analyse(text).column));
  for (const [at, text] of TEXTS.entries()) {
    const sought = new Set(queryTerms(text));
    expect(
      [...new Set(stored[at])].filter((term) => !sought.has(term) && !/^(?:the|ar|in|and|about|don|t|of)$|[的了在是]/.test(term)),
    ).toEqual([]);
  }
});

test('the counter counts what the database counts', () => {
  const stored = storedTerms(TEXTS.map((text) => analyse(text).column));
  for (const [at, text] of TEXTS.entries()) {
    const terms = [...new Set(stored[at])];
    const counts = new Uint16Array(terms.length);
    const length = createTermCounter(terms).count(text, counts);
    const expected = terms.map((term) => (stored[at] ?? []).filter((other) => other === term).length);
    expect([...counts]).toEqual(expected);
    expect(length).toBe(analyse(text).length);
  }
});

test('stems are those of the database', () => {
  const words = TEXTS[8]?.split(' ') ?? [];
  expect(words.map(stem)).toEqual(storedTerms(words, PORTER).map(([term]) => term));
});

test('question words are dropped in both languages, and a question of nothing else is asked as it is', () => {
  expect(queryTerms('Which web framework do I prefer?')).toEqual(['web', 'framework', 'prefer']);
  expect(queryTerms('备用钥匙放哪儿了？')).toEqual(['备', '备用', '用', '用钥', '钥', '钥匙', '匙', '匙放', '放']);
  expect(queryTerms('What is it?')).toEqual(['what', 'is', 'it']);
  expect(queryTerms('是什么？')).toEqual(['是', '是什', '什', '什么', '么']);
  expect(queryTerms(' \u3000?!🎉')).toEqual([]);
});

test('terms hold letters, digits and marks alone, so no operator of the query language passes', () => {
  for (const term of queryTerms('"a" OR b* NEAR(c d, 2) -e ^f {col}: "g\'; DROP TABLE words; --" (h) + 备用*钥匙"')) {
    expect(term).toMatch(/^[\p{L}\p{N}\p{M}]+$/u);
  }
});

test('a very long question keeps its beginning and its end', () => {
  const terms = queryTerms(Array.from({ length: 5_000 }, (_, at) => `word${at}`).join(' '));
  expect(terms).toHaveLength(128);
  expect([terms[0], terms.at(-1)]).toEqual(['word0', 'word4999']);
});

test('full-width and half-width, upper and lower case are one', () => {
  expect(normalise('ＤＪＡＮＧＯ　Ｄｊａｎｇｏ')).toBe('django django');
});
