/** Wordings of requests that look at files, bare and with courtesies. */
import { expect, test } from 'vitest';
import { isBare, politely } from './politely.ts';
import { decide, rows } from './simulated-run.ts';

// wording => arguments of the call
const LIST = rows(`
list files => {"path":"."}
List the files, please. => {"path":"."}
list all files => {"path":"."}
show me the files => {"path":"."}
show all files in the workspace => {"path":"."}
what files are there? => {"path":"."}
which files do I have => {"path":"."}
what's in the workspace? => {"path":"."}
what is in this folder => {"path":"."}
ls => {"path":"."}
ls src => {"path":"src"}
ls -la => {"path":"."}
dir => {"path":"."}
list files in src => {"path":"src"}
list the files in the docs folder => {"path":"docs"}
list notes/ => {"path":"notes"}
list the contents of the photos directory => {"path":"photos"}
show me the notes folder => {"path":"notes"}
open the folder reports => {"path":"reports"}
what's inside src/lib? => {"path":"src/lib"}
What is in the "my stuff" folder? => {"path":"my stuff"}
which files are in memory? => {"path":"memory"}
what files are in the drafts folder? => {"path":"drafts"}
Could you list the files in notes? => {"path":"notes"}
can you show me what's in the docs folder? => {"path":"docs"}
would you mind listing the files in src? => {"path":"src"}
are there any files in the archive folder? => {"path":"archive"}
how many files are in notes? => {"path":"notes"}
give me a list of the files => {"path":"."}
I want to see the files in notes => {"path":"notes"}
show the current directory => {"path":"."}
list everything in the workspace => {"path":"."}
list files recursively => {"path":".","depth":8}
list the directory src => {"path":"src"}
列出所有文件 => {"path":"."}
请列出文件 => {"path":"."}
列一下文件 => {"path":"."}
帮我列出 notes 里的文件 => {"path":"notes"}
列出 src 目录 => {"path":"src"}
列出 src 目录下的所有文件 => {"path":"src"}
列出docs文件夹里的文件 => {"path":"docs"}
有哪些文件？ => {"path":"."}
有什么文件 => {"path":"."}
工作区里有哪些文件？ => {"path":"."}
工作区有什么 => {"path":"."}
当前目录有什么文件 => {"path":"."}
这个文件夹里有什么 => {"path":"."}
notes 文件夹里有什么？ => {"path":"notes"}
notes 里有什么文件 => {"path":"notes"}
notes目录下有哪些文件 => {"path":"notes"}
看看 notes 文件夹 => {"path":"notes"}
看一下工作区里的文件 => {"path":"."}
显示 src/lib 目录 => {"path":"src/lib"}
打开 photos 文件夹 => {"path":"photos"}
我有哪些文件 => {"path":"."}
查看文件列表 => {"path":"."}
显示所有文件 => {"path":"."}
给我看看有哪些文件 => {"path":"."}
把 notes 里的文件列出来 => {"path":"notes"}
麻烦列一下笔记文件夹里的文件 => {"path":"笔记"}
“我的资料”文件夹里有什么 => {"path":"我的资料"}
請列出檔案 => {"path":"."}
列出資料夾 notes 裡的檔案 => {"path":"notes"}
`);

// wording => arguments of the call
const READ = rows(`
read notes/plan.md => {"path":"notes/plan.md"}
Read todo.txt. => {"path":"todo.txt"}
please read the file todo.txt => {"path":"todo.txt"}
could you open README.md? => {"path":"README.md"}
can you read plan.md in the notes folder => {"path":"notes/plan.md"}
show me plan.md from docs => {"path":"docs/plan.md"}
show the contents of config.json => {"path":"config.json"}
what's in todo.txt? => {"path":"todo.txt"}
what does notes/plan.md say? => {"path":"notes/plan.md"}
print src/main.ts => {"path":"src/main.ts"}
cat notes/plan.md => {"path":"notes/plan.md"}
display 'shopping list.txt' => {"path":"shopping list.txt"}
open “meeting notes.md” => {"path":"meeting notes.md"}
view \`src/app.ts\` => {"path":"src/app.ts"}
take a look at report.csv => {"path":"report.csv"}
Let me see ideas.md => {"path":"ideas.md"}
I'd like to read chapter1.txt => {"path":"chapter1.txt"}
would you mind reading letter.txt to me? => {"path":"letter.txt"}
open the file called plan.md => {"path":"plan.md"}
open the document named summary.md in the reports folder => {"path":"reports/summary.md"}
read ./notes/plan.md => {"path":"./notes/plan.md"}
read .gitignore => {"path":".gitignore"}
read the README => {"path":"README"}
read shopping list.txt => {"path":"shopping list.txt"}
read ../secret.txt => {"path":"../secret.txt"}
read /etc/passwd => {"path":"/etc/passwd"}
open 计划.md => {"path":"计划.md"}
show me what's in notes/plan.md => {"path":"notes/plan.md"}
what is written in diary.txt => {"path":"diary.txt"}
show me the file notes/a b.md please => {"path":"notes/a b.md"}
读取 notes/plan.md => {"path":"notes/plan.md"}
读一下 todo.txt => {"path":"todo.txt"}
请读取待办.txt。 => {"path":"待办.txt"}
打开 notes/plan.md 看看 => {"path":"notes/plan.md"}
打开计划.md => {"path":"计划.md"}
打开文件 计划.md => {"path":"计划.md"}
帮我打开一下 README.md => {"path":"README.md"}
看看 todo.txt 的内容 => {"path":"todo.txt"}
查看 config.json => {"path":"config.json"}
给我看一下 notes/plan.md => {"path":"notes/plan.md"}
显示“购物 清单.txt” => {"path":"购物 清单.txt"}
把 计划.md 读出来 => {"path":"计划.md"}
把 notes/plan.md 的内容给我看看 => {"path":"notes/plan.md"}
计划.md 里写了什么？ => {"path":"计划.md"}
notes/plan.md里有什么内容 => {"path":"notes/plan.md"}
todo.txt 的内容是什么 => {"path":"todo.txt"}
读取 notes 文件夹里的 plan.md => {"path":"notes/plan.md"}
看看 notes 里的 plan.md => {"path":"notes/plan.md"}
能不能帮我打开 plan.md？ => {"path":"plan.md"}
你能读取 plan.md 吗 => {"path":"plan.md"}
麻烦念一下日记.md => {"path":"日记.md"}
打开《计划.md》 => {"path":"计划.md"}
打开「計畫.md」 => {"path":"計畫.md"}
請讀取 notes/plan.md => {"path":"notes/plan.md"}
我想看看 plan.md => {"path":"plan.md"}
读 取 notes/plan.md => {"path":"notes/plan.md"}
`);

test.each(LIST)('%s is a call of list', (words, args = '') => {
  const { action, tool_name, arguments: given } = decide(words);
  expect({ action, tool_name, given }).toEqual({ action: 'CALL_TOOL', tool_name: 'list', given: JSON.parse(args) });
});

test.each(dressed(LIST))('%s means the same as %s', (words, bare) => {
  expect(decide(words).arguments).toEqual(decide(bare).arguments);
  expect(decide(words).tool_name).toBe('list');
});

test.each(READ)('%s is a call of read', (words, args = '') => {
  const { action, tool_name, arguments: given } = decide(words);
  expect({ action, tool_name, given }).toEqual({ action: 'CALL_TOOL', tool_name: 'read', given: JSON.parse(args) });
});

test.each(dressed(READ))('%s means the same as %s', (words, bare) => {
  expect(decide(words).arguments).toEqual(decide(bare).arguments);
  expect(decide(words).tool_name).toBe('read');
});

function dressed(table: readonly (readonly string[])[]): string[][] {
  return table.flatMap(([bare = '']) => (isBare(bare) ? politely(bare).map((words) => [words, bare]) : []));
}
