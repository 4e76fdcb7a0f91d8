/** Wordings of searches in files and of commands to run. */
import { expect, test } from 'vitest';
import { isBare, politely } from './politely.ts';
import { decide, rows } from './simulated-run.ts';

// wording => arguments of the call
const SEARCH = rows(`
search for invoice => {"query":"invoice"}
Search for "blue folder" in the workspace => {"query":"blue folder"}
search the workspace for contract => {"query":"contract"}
search my files for tax 2025 => {"query":"tax 2025"}
search for milk in notes/ => {"query":"milk","path":"notes"}
search for TODO in the src folder => {"query":"TODO","path":"src"}
find 'rent' in todo.txt => {"query":"rent","path":"todo.txt"}
find invoice in the workspace => {"query":"invoice"}
find files containing budget => {"query":"budget"}
which files mention Berlin? => {"query":"Berlin"}
grep TODO => {"query":"TODO"}
look for dentist in my files => {"query":"dentist"}
could you search for milk and honey? => {"query":"milk and honey"}
look in notes/plan.md for milk => {"query":"milk","path":"notes/plan.md"}
find all files that contain "Q3 report" => {"query":"Q3 report"}
search "hello world" => {"query":"hello world"}
search: invoice => {"query":"invoice"}
please search everywhere for passport => {"query":"passport"}
搜索 发票 => {"query":"发票"}
搜索：发票 => {"query":"发票"}
搜一下合同 => {"query":"合同"}
帮我搜索“蓝色文件夹” => {"query":"蓝色文件夹"}
在工作区里查找 预算 => {"query":"预算"}
在工作区搜索 budget => {"query":"budget"}
在 notes 文件夹里搜索 牛奶 => {"query":"牛奶","path":"notes"}
在notes/plan.md里找 牛奶 => {"query":"牛奶","path":"notes/plan.md"}
查找包含“发票”的文件 => {"query":"发票"}
哪些文件提到了柏林？ => {"query":"柏林"}
在文件里搜索 电话 => {"query":"电话"}
在所有文件中查找 TODO => {"query":"TODO"}
请在工作区里搜一下“房租” => {"query":"房租"}
搜尋 發票 => {"query":"發票"}
找一下“合同” => {"query":"合同"}
`);

// wording => arguments of the call
const EXEC = rows(`
run pwd => {"command":"pwd"}
Run \`git log --oneline\` => {"command":"git log --oneline"}
please run git status => {"command":"git status"}
could you run ls -la? => {"command":"ls -la"}
can you run npm test for me => {"command":"npm test"}
execute python3 script.py => {"command":"python3 script.py"}
run the command: echo hello => {"command":"echo hello"}
run the command ls | wc -l => {"command":"ls | wc -l"}
run this command: find . -name '*.md' => {"command":"find . -name '*.md'"}
execute the following command: cat a.txt => {"command":"cat a.txt"}
$ ls -la => {"command":"ls -la"}
$ git diff HEAD~1 => {"command":"git diff HEAD~1"}
$pwd => {"command":"pwd"}
in the terminal, run whoami => {"command":"whoami"}
run "wc -l notes/plan.md" => {"command":"wc -l notes/plan.md"}
run: npm run build => {"command":"npm run build"}
run ./build.sh --fast => {"command":"./build.sh --fast"}
run echo "a and then b" => {"command":"echo \\"a and then b\\""}
run ls && pwd => {"command":"ls && pwd"}
run cd src; ls => {"command":"cd src; ls"}
run ls -la please => {"command":"ls -la"}
Please execute: date => {"command":"date"}
run make test => {"command":"make test"}
run rm -rf build => {"command":"rm -rf build"}
I want you to run df -h => {"command":"df -h"}
run git add . => {"command":"git add ."}
运行 pwd => {"command":"pwd"}
运行ls => {"command":"ls"}
执行 git status => {"command":"git status"}
执行命令 ls -la => {"command":"ls -la"}
执行命令：cat notes/plan.md => {"command":"cat notes/plan.md"}
请运行命令：npm test => {"command":"npm test"}
运行这个命令：echo 你好 => {"command":"echo 你好"}
帮我跑一下 git log -3 => {"command":"git log -3"}
跑一下 npm run build => {"command":"npm run build"}
在终端里运行 whoami => {"command":"whoami"}
麻烦执行一下 df -h，谢谢 => {"command":"df -h"}
能不能帮我运行 ls -la => {"command":"ls -la"}
运行 \`ls | wc -l\` => {"command":"ls | wc -l"}
執行 ls => {"command":"ls"}
执行命令：“date” => {"command":"date"}
运行 ls -la 看看 => {"command":"ls -la"}
`);

test.each(SEARCH)('%s is a call of search', (words, args = '') => {
  const { action, tool_name, arguments: given } = decide(words);
  expect({ action, tool_name, given }).toEqual({ action: 'CALL_TOOL', tool_name: 'search', given: JSON.parse(args) });
});

test.each(dressed(SEARCH))('%s means the same as %s', (words, bare) => {
  expect(decide(words).arguments).toEqual(decide(bare).arguments);
  expect(decide(words).tool_name).toBe('search');
});

test.each(EXEC)('%s is a call of exec', (words, args = '') => {
  const { action, tool_name, arguments: given } = decide(words);
  expect({ action, tool_name, given }).toEqual({ action: 'CALL_TOOL', tool_name: 'exec', given: JSON.parse(args) });
});

test.each(dressed(EXEC))('%s means the same as %s', (words, bare) => {
  expect(decide(words).arguments).toEqual(decide(bare).arguments);
  expect(decide(words).tool_name).toBe('exec');
});

function dressed(table: readonly (readonly string[])[]): string[][] {
  return table.flatMap(([bare = '']) => (isBare(bare) ? politely(bare).map((words) => [words, bare]) : []));
}
