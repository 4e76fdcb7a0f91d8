/** Several requests in one message, in their order; quotations, contents and remembered text are never cut. */
import { expect, test } from 'vitest';
import { rows, simulate, world } from './simulated-run.ts';

// wording => tools in order
const SEVERAL = rows(`
list the files and read todo.txt => list,read
List the files, then read notes/plan.md. => list,read
list files; read a.md; what time is it? => list,read,time
What time is it and what's in the notes folder? => time,list
read a.md and b.md => read,read
read a.md, b.md and c.md => read,read,read
First list the files, then search for milk, and finally read a.md => list,search,read
Remember that I like tea. Then list the files. => memory_append,list
remember that I like tea, then list the files => memory_append,list
remember that I like tea. remember that Bo likes coffee. => memory_append,memory_append
remember my desk is 14 and then call Bob => memory_append
run ls -la and then read notes/plan.md => exec,read
run ls. Then run pwd. => exec,exec
write a.txt with "hello" and then read b.txt => write,read
1. list files\\n2. read a.md => list,read
- list files\\n- what time is it => list,time
what's the date and time => time
could you list the files and tell me the time? => list,time
please list the files. also, what day is it? => list,time
hi. list the files. thanks! => list
delete a.txt and b.txt => delete,delete
search for milk and honey => search
search for milk, then list the files => search,list
list the files and write me a poem => list
note that rent is 900. what time is it? => memory_append,time
I prefer Django. What time is it? => memory_append,time
先列出文件，再读取 a.md => list,read
列出文件，然后读取 notes/plan.md => list,read
列出文件然后读取notes/plan.md => list,read
列出文件，读取 a.md，告诉我现在几点 => list,read,time
先记住我喜欢喝茶，再告诉我今天几号 => memory_append,time
记住我喜欢喝茶。列出文件。 => memory_append,list
记住我喜欢喝茶，然后看书 => memory_append
记住小王喜欢茶，再记住小李喜欢咖啡 => memory_append,memory_append
今天几号，星期几 => time
今天几号？我周五有什么安排？ => time,memory_search
读取 a.md 和 b.md => read,read
首先列出文件，接着搜索 牛奶，最后读取 a.md => list,search,read
运行 ls，然后运行 pwd => exec,exec
请先看看现在几点，然后列出 notes 里的文件 => time,list
帮我列出文件，并且告诉我今天星期几 => list,time
列出文件再写一首诗 => list
把“买米”追加到 todo.txt，然后读取 a.md => read,write,read
删除 a.txt，再列出文件 => delete,list
搜索 发票，顺便告诉我几点了 => search,time
打开 a.md，還有現在幾點 => read,time
`);

test.each(SEVERAL)('%s', (words, tools = '') => {
  const { calls } = simulate(words.replaceAll('\\n', '\n'), world({ changes: true }));
  expect(calls.map(({ tool }) => tool)).toEqual(tools.split(','));
});

test('each part is reported, and a part that needs a model is named', () => {
  const { answer } = simulate('list the files, then write me a poem', world({ files: { 'a.txt': 'x' } }));
  expect(answer).toMatch(/1 entry in the workspace:.*`a\.txt` \(1 B\).*needs a language model.*“write me a poem”/s);
});

test('more than six requests are not begun', () => {
  const { calls, answer } = simulate('read a.md. read b.md. read c.md. read d.md. read e.md. read f.md. read g.md.');
  expect(calls).toEqual([]);
  expect(answer).toMatch(/^That is 7 requests/);
});

test('after a failure what changes something is left out and named', () => {
  const { calls, answer } = simulate('read gone.md, then delete a.txt', world({ changes: true }));
  expect(calls.map(({ tool }) => tool)).toEqual(['read']);
  expect(answer).toMatch(/could not be read.*did not go on with: delete/s);
});

test('a message of which one part is not understood changes nothing', () => {
  expect(simulate('Consider the following. Delete a.txt.', world({ changes: true })).calls).toEqual([]);
  expect(simulate('考虑一下这件事。删除 a.txt。', world({ changes: true })).calls).toEqual([]);
});
