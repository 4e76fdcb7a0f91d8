/** Wordings of appending: the file is read first, then written whole. */
import { expect, test } from 'vitest';
import { isBare, politely } from './politely.ts';
import { decide, rows, simulate, world } from './simulated-run.ts';

// wording => file | line
const APPENDS = rows(`
append 'call mom' to todo.txt => todo.txt|call mom
Append "water plants" to notes/plan.md. => notes/plan.md|water plants
add 'buy eggs' to shopping.txt => shopping.txt|buy eggs
add buy eggs to shopping.txt => shopping.txt|buy eggs
add a line "done" to log.txt => log.txt|done
add the line: done to log.txt => log.txt|done
please append “pay bills” to the file todo.txt => todo.txt|pay bills
could you add "x" to the end of a.txt? => a.txt|x
put "last" at the end of a.txt => a.txt|last
append to todo.txt: buy ink => todo.txt|buy ink
add to todo.txt: buy ink => todo.txt|buy ink
append buy ink and paper to todo.txt => todo.txt|buy ink and paper
append 'don't panic' to todo.txt => todo.txt|don't panic
append “read a.txt, then run ls” to todo.txt => todo.txt|read a.txt, then run ls
把“买米”追加到 待办.txt => 待办.txt|买米
把买米追加到待办.txt => 待办.txt|买米
把「买米」加到 todo.txt 末尾 => todo.txt|买米
把“买米”添加到 todo.txt 里 => todo.txt|买米
在 todo.txt 末尾加上“买米” => todo.txt|买米
在todo.txt里添加一行：买米 => todo.txt|买米
往 todo.txt 里加一行 买米 => todo.txt|买米
给 todo.txt 追加：买米 => todo.txt|买米
追加“买米”到 todo.txt => todo.txt|买米
请帮我把“交电费”追加到 notes/待办.txt，谢谢 => notes/待办.txt|交电费
向 todo.txt 追加 买米 => todo.txt|买米
將「買米」追加到 待辦.txt => 待辦.txt|買米
麻烦在 日志.md 最后加一句：收工 => 日志.md|收工
`);

test.each(APPENDS)('%s appends', (words, wanted = '') => {
  const [path = '', line] = wanted.split('|');
  const place = world({ files: { [path]: 'first\n' }, changes: true });
  expect(simulate(words, place).calls).toEqual([
    { tool: 'read', arguments: { path } },
    { tool: 'write', arguments: { path, content: `first\n${line}\n` } },
  ]);
  expect(place.files.get(path)).toBe(`first\n${line}\n`);
});

test.each(APPENDS.flatMap(([bare = '']) => (isBare(bare) ? politely(bare).map((words) => [words, bare]) : [])))(
  '%s reads the same file as %s',
  (words, bare) => expect(decide(words)).toMatchObject({ tool_name: 'read', arguments: decide(bare).arguments }),
);

test.each([
  ['without a final line break', 'a\nb', 'a\nb\nx'],
  ['with a final line break', 'a\nb\n', 'a\nb\nx\n'],
  ['with Windows line breaks', 'a\r\nb\r\n', 'a\r\nb\r\nx\r\n'],
  ['that is empty', '', 'x\n'],
  ['in Chinese', '买米\n', '买米\nx\n'],
  ['with several empty lines at its end', 'a\n\n\n', 'a\n\n\nx\n'],
])('the old text of a file %s stays byte for byte', (_, before, after) => {
  const place = world({ files: { 'todo.txt': before }, changes: true });
  simulate("append 'x' to todo.txt", place);
  expect(place.files.get('todo.txt')).toBe(after);
});

test('a missing file is made', () => {
  const place = world({ changes: true });
  simulate("append 'x' to todo.txt", place);
  expect([...place.files]).toEqual([['todo.txt', 'x\n']]);
});

const READ = { callId: '1', tool: 'read', arguments: { path: 'todo.txt' } };

test.each([
  ['was cut', { ok: true, output: 'a\n', facts: { bytes: 2, cut: true } }],
  ['is longer than what was read', { ok: true, output: 'a\n', facts: { bytes: 90, cut: false } }],
  ['was masked', { ok: true, output: 'key [redacted api-key]\n', facts: { cut: false } }],
] as const)('nothing is written when the text %s', (_, result) => {
  const next = decide("append 'x' to todo.txt", { observations: [{ kind: 'call', ...READ, result: { ...result } }] });
  expect(next.action).toBe('RESPOND');
  expect(next.answer).toMatch(/^Nothing was added to `todo.txt`\. .*Nothing was changed\.$/);
});
