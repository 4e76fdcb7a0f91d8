/** Wordings of requests that change files; each becomes exactly one call. */
import { expect, test } from 'vitest';
import { isBare, politely } from './politely.ts';
import { decide, rows } from './simulated-run.ts';

// wording => arguments of the call
const WRITE = rows(`
write notes/plan.md with call Bob => {"path":"notes/plan.md","content":"call Bob"}
write "call Bob" to notes/plan.md => {"path":"notes/plan.md","content":"call Bob"}
write call Bob to notes/plan.md => {"path":"notes/plan.md","content":"call Bob"}
Write 'hello there' into greeting.txt => {"path":"greeting.txt","content":"hello there"}
create a file todo.txt with the content buy eggs => {"path":"todo.txt","content":"buy eggs"}
create todo.txt containing buy eggs => {"path":"todo.txt","content":"buy eggs"}
create a new file called ideas.md with the text: build a boat => {"path":"ideas.md","content":"build a boat"}
make a file a.txt that says hi => {"path":"a.txt","content":"hi"}
please create notes/x.md: first line => {"path":"notes/x.md","content":"first line"}
write to log.txt: all fine => {"path":"log.txt","content":"all fine"}
save "x = 1" to script.py => {"path":"script.py","content":"x = 1"}
save buy bread as list.txt => {"path":"list.txt","content":"buy bread"}
put "hello" in hello.txt => {"path":"hello.txt","content":"hello"}
overwrite a.txt with nothing left => {"path":"a.txt","content":"nothing left"}
could you write todo.txt with pay taxes => {"path":"todo.txt","content":"pay taxes"}
create an empty file empty.txt => {"path":"empty.txt","content":""}
touch new.txt => {"path":"new.txt","content":""}
write "my file.txt" with buy milk and eggs => {"path":"my file.txt","content":"buy milk and eggs"}
write notes/plan.md with read a.txt and then run ls => {"path":"notes/plan.md","content":"read a.txt and then run ls"}
write a.txt with "delete b.txt" => {"path":"a.txt","content":"delete b.txt"}
写入 todo.txt：买面包 => {"path":"todo.txt","content":"买面包"}
写入todo.txt:买面包 => {"path":"todo.txt","content":"买面包"}
新建文件 a.txt，内容是：你好 => {"path":"a.txt","content":"你好"}
新建 a.txt，内容为 你好 => {"path":"a.txt","content":"你好"}
新建一个文件 清单.txt，写上“牛奶、鸡蛋” => {"path":"清单.txt","content":"牛奶、鸡蛋"}
创建 notes/计划.md，内容：写周报 => {"path":"notes/计划.md","content":"写周报"}
创建一个名为 a.md 的文件，内容是 第一行 => {"path":"a.md","content":"第一行"}
新建一个叫做 日记.txt 的文件，写入：今天晴 => {"path":"日记.txt","content":"今天晴"}
把“买牛奶”写入 todo.txt => {"path":"todo.txt","content":"买牛奶"}
把买牛奶写到 todo.txt 里 => {"path":"todo.txt","content":"买牛奶"}
请把「交水费」保存到 待办.txt => {"path":"待办.txt","content":"交水费"}
在 todo.txt 里写上 买牛奶 => {"path":"todo.txt","content":"买牛奶"}
往 todo.txt 里写入：买牛奶 => {"path":"todo.txt","content":"买牛奶"}
帮我新建文件 b.txt，内容是：回电话给小李，谢谢 => {"path":"b.txt","content":"回电话给小李"}
新建空文件 空.txt => {"path":"空.txt","content":""}
麻烦创建文件 c.txt 内容为：明天休息 => {"path":"c.txt","content":"明天休息"}
請新建檔案 待辦.txt，內容是：買米 => {"path":"待辦.txt","content":"買米"}
`);

// wording => arguments of the call
const DELETE = rows(`
delete todo.txt => {"path":"todo.txt"}
Delete notes/old.md please => {"path":"notes/old.md"}
remove the file a.txt => {"path":"a.txt"}
could you delete "old stuff.txt"? => {"path":"old stuff.txt"}
rm a.txt => {"path":"a.txt"}
move a.txt to the trash => {"path":"a.txt"}
get rid of draft.md => {"path":"draft.md"}
delete the drafts folder => {"path":"drafts"}
delete plan.md in notes => {"path":"notes/plan.md"}
删除 a.txt => {"path":"a.txt"}
删掉待办.txt => {"path":"待办.txt"}
请删除文件 旧稿.md => {"path":"旧稿.md"}
把 a.txt 删掉 => {"path":"a.txt"}
把待办.txt删了吧 => {"path":"待办.txt"}
帮我把 notes/old.md 删除 => {"path":"notes/old.md"}
能帮我删除 a.txt 吗 => {"path":"a.txt"}
將 a.txt 刪除 => {"path":"a.txt"}
`);

// wording => arguments of the call
const MOVE = rows(`
move a.txt to b.txt => {"from":"a.txt","to":"b.txt"}
rename draft.md to final.md => {"from":"draft.md","to":"final.md"}
rename "old name.txt" to "new name.txt" => {"from":"old name.txt","to":"new name.txt"}
mv a.txt b.txt => {"from":"a.txt","to":"b.txt"}
please move notes/a.md to the archive folder => {"from":"notes/a.md","to":"archive/a.md"}
move a.txt to docs/a.txt => {"from":"a.txt","to":"docs/a.txt"}
把 a.txt 重命名为 b.txt => {"from":"a.txt","to":"b.txt"}
把 草稿.md 改名为 终稿.md => {"from":"草稿.md","to":"终稿.md"}
将 a.txt 移动到 archive/a.txt => {"from":"a.txt","to":"archive/a.txt"}
重命名 a.txt 为 b.txt => {"from":"a.txt","to":"b.txt"}
把a.txt移到archive文件夹 => {"from":"a.txt","to":"archive/a.txt"}
`);

// wording => arguments of the call
const EDIT = rows(`
replace "cat" with "dog" in pets.txt => {"path":"pets.txt","old_text":"cat","new_text":"dog"}
把 pets.txt 里的“猫”改成“狗” => {"path":"pets.txt","old_text":"猫","new_text":"狗"}
`);

test.each(WRITE)('%s is a call of write', (words, args = '') => {
  const { action, tool_name, arguments: given } = decide(words);
  expect({ action, tool_name, given }).toEqual({ action: 'CALL_TOOL', tool_name: 'write', given: JSON.parse(args) });
});

test.each(dressed(WRITE))('%s means the same as %s', (words, bare) => {
  expect(decide(words).arguments).toEqual(decide(bare).arguments);
  expect(decide(words).tool_name).toBe('write');
});

test.each(DELETE)('%s is a call of delete', (words, args = '') => {
  const { action, tool_name, arguments: given } = decide(words);
  expect({ action, tool_name, given }).toEqual({ action: 'CALL_TOOL', tool_name: 'delete', given: JSON.parse(args) });
});

test.each(dressed(DELETE))('%s means the same as %s', (words, bare) => {
  expect(decide(words).arguments).toEqual(decide(bare).arguments);
  expect(decide(words).tool_name).toBe('delete');
});

test.each(MOVE)('%s is a call of move', (words, args = '') => {
  const { action, tool_name, arguments: given } = decide(words);
  expect({ action, tool_name, given }).toEqual({ action: 'CALL_TOOL', tool_name: 'move', given: JSON.parse(args) });
});

test.each(dressed(MOVE))('%s means the same as %s', (words, bare) => {
  expect(decide(words).arguments).toEqual(decide(bare).arguments);
  expect(decide(words).tool_name).toBe('move');
});

test.each(EDIT)('%s is a call of edit', (words, args = '') => {
  const { action, tool_name, arguments: given } = decide(words);
  expect({ action, tool_name, given }).toEqual({ action: 'CALL_TOOL', tool_name: 'edit', given: JSON.parse(args) });
});

test.each(dressed(EDIT))('%s means the same as %s', (words, bare) => {
  expect(decide(words).arguments).toEqual(decide(bare).arguments);
  expect(decide(words).tool_name).toBe('edit');
});

function dressed(table: readonly (readonly string[])[]): string[][] {
  return table.flatMap(([bare = '']) => (isBare(bare) ? politely(bare).map((words) => [words, bare]) : []));
}
