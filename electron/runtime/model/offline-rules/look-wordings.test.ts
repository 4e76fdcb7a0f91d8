/** Looking at files in other words, with every argument. */
import { expect, test } from 'vitest';
import { decide, rows } from './simulated-run.ts';

// wording => tool => arguments
const CALLS = rows(`
list files => list => {"path":"."}
ls => list => {"path":"."}
Show me the files in here please => list => {"path":"."}
what files do I have? => list => {"path":"."}
List everything in the notes directory => list => {"path":"notes"}
show folder notes => list => {"path":"notes"}
whats inside notes/? => list => {"path":"notes"}
Can you list the contents of "my docs"? => list => {"path":"my docs"}
list ~/Documents => list => {"path":"~/Documents"}
ls /tmp => list => {"path":"/tmp"}
which files are in projects/2024 => list => {"path":"projects/2024"}
dir => list => {"path":"."}
show all files in this folder => list => {"path":"."}
Please could you show me what is in the workspace? => list => {"path":"."}
list the files in the src/app folder => list => {"path":"src/app"}
看看有哪些文件 => list => {"path":"."}
列一下 notes 目录 => list => {"path":"notes"}
notes 文件夹里有什么？ => list => {"path":"notes"}
打开 notes 文件夹 => list => {"path":"notes"}
当前目录有啥 => list => {"path":"."}
显示所有文件吧 => list => {"path":"."}
列出“我的 文档”里的文件 => list => {"path":"我的 文档"}
看一下合同文件夹里都有什么 => list => {"path":"合同"}
工作区里有什么文件呢 => list => {"path":"."}
列出 ~/Documents 下的文件 => list => {"path":"~/Documents"}
列出檔案 => list => {"path":"."}
請列出 notes 資料夾的內容 => list => {"path":"notes"}
帮我看下src/app目录下面有哪些文件 => list => {"path":"src/app"}
cat notes/plan.md => read => {"path":"notes/plan.md"}
Could you open todo.txt for me? => read => {"path":"todo.txt"}
what's in todo.txt? => read => {"path":"todo.txt"}
What does notes/plan.md say? => read => {"path":"notes/plan.md"}
show the contents of todo.txt => read => {"path":"todo.txt"}
display todo.txt pls => read => {"path":"todo.txt"}
let me see 'my file.txt' => read => {"path":"my file.txt"}
Read “my file.txt” please => read => {"path":"my file.txt"}
read the file named todo.txt => read => {"path":"todo.txt"}
open /etc/hosts => read => {"path":"/etc/hosts"}
read ~/notes/plan.md => read => {"path":"~/notes/plan.md"}
print out README => read => {"path":"README"}
I want to read todo.txt => read => {"path":"todo.txt"}
view \`notes/plan.md\` => read => {"path":"notes/plan.md"}
pull up plan.md from the notes folder => read => {"path":"notes/plan.md"}
READ TODO.TXT => read => {"path":"TODO.TXT"}
read todo.txt. => read => {"path":"todo.txt"}
I'd like to see what todo.txt contains => read => {"path":"todo.txt"}
打开 todo.txt => read => {"path":"todo.txt"}
看看计划.md => read => {"path":"计划.md"}
读一下 notes/plan.md 吧 => read => {"path":"notes/plan.md"}
帮我打开“my file.txt” => read => {"path":"my file.txt"}
计划.md 里写了什么？ => read => {"path":"计划.md"}
显示 todo.txt 的内容 => read => {"path":"todo.txt"}
请读取文件 notes/plan.md => read => {"path":"notes/plan.md"}
todo.txt的内容是什么 => read => {"path":"todo.txt"}
打開 計劃.md => read => {"path":"計劃.md"}
查看《计划.md》 => read => {"path":"计划.md"}
看notes目录下的plan.md => read => {"path":"notes/plan.md"}
把 待办.txt 给我看看 => read => {"path":"待办.txt"}
讀取 notes/plan.md => read => {"path":"notes/plan.md"}
给我念一下待办.txt呗 => read => {"path":"待办.txt"}
打开/etc/hosts => read => {"path":"/etc/hosts"}
read 一下 todo.txt => read => {"path":"todo.txt"}
我想看看待办.txt => read => {"path":"待办.txt"}
find invoice in my files => search => {"query":"invoice"}
search "quarterly report" => search => {"query":"quarterly report"}
look for TODO in notes => search => {"query":"TODO","path":"notes"}
grep foo => search => {"query":"foo"}
search my workspace for the word budget => search => {"query":"budget"}
Can you search for the phrase “net 30”? => search => {"query":"net 30"}
which files mention Django? => search => {"query":"Django"}
where does the word invoice appear in my files? => search => {"query":"invoice"}
find all files containing contract => search => {"query":"contract"}
search files for 'Li Na' => search => {"query":"Li Na"}
搜索发票 => search => {"query":"发票"}
搜一下 合同 => search => {"query":"合同"}
在 notes 里找 预算 => search => {"query":"预算","path":"notes"}
查找包含“季度报告”的文件 => search => {"query":"季度报告"}
哪些文件提到了 Django？ => search => {"query":"Django"}
帮我在文件里搜搜看有没有“张伟” => search => {"query":"张伟"}
搜尋 發票 => search => {"query":"發票"}
全文搜索：租房合同 => search => {"query":"租房合同"}
找一下工作区里有没有提到李娜的文件 => search => {"query":"李娜"}
list the contents of /var/log => list => {"path":"/var/log"}
please list all of the files in the reports directory, thanks => list => {"path":"reports"}
Show me whats inside the 合同 folder => list => {"path":"合同"}
could i see the files in src => list => {"path":"src"}
ls -l notes => list => {"path":"notes"}
列出当前文件夹下的文件和目录 => list => {"path":"."}
合同目录里都有啥呀 => list => {"path":"合同"}
看下 notes 里面有什么 => list => {"path":"notes"}
请问工作区里都有哪些文件？ => list => {"path":"."}
列 ~/桌面 => list => {"path":"~/桌面"}
給我看看 photos 資料夾裡有什麼 => list => {"path":"photos"}
open up notes/plan.md => read => {"path":"notes/plan.md"}
gimme todo.txt => read => {"path":"todo.txt"}
what’s written in notes/plan.md? => read => {"path":"notes/plan.md"}
Show “会议 记录.docx.md” => read => {"path":"会议 记录.docx.md"}
read the plan.md file inside notes please => read => {"path":"notes/plan.md"}
read ./notes/plan.md => read => {"path":"./notes/plan.md"}
帮我读下「my file.txt」 => read => {"path":"my file.txt"}
待办.txt写的啥 => read => {"path":"待办.txt"}
麻烦打开一下 notes/plan.md 看看 => read => {"path":"notes/plan.md"}
显示一下文件“计划.md” => read => {"path":"计划.md"}
把notes/plan.md的内容给我看看 => read => {"path":"notes/plan.md"}
open　todo.txt => read => {"path":"todo.txt"}
請打開「計劃.md」 => read => {"path":"計劃.md"}
read C:\\Users\\me\\a.txt => read => {"path":"C:\\\\Users\\\\me\\\\a.txt"}
看看 合同文件夹里的 清单.txt => read => {"path":"合同/清单.txt"}
any files mentioning budget? => search => {"query":"budget"}
search all my notes for "pay rent" => search => {"query":"pay rent"}
find the word lorem in todo.txt => search => {"query":"lorem","path":"todo.txt"}
look up “invoice” in my files => search => {"query":"invoice"}
搜索“租金 合同” => search => {"query":"租金 合同"}
在我的文件里查一下 李娜 => search => {"query":"李娜"}
找找哪个文件里写了“密码” => search => {"query":"密码"}
请搜索 notes 文件夹里的 预算 => search => {"query":"预算","path":"notes"}
搜索关键字：invoice => search => {"query":"invoice"}
Hi, what files are here? => list => {"path":"."}
show directory contents => list => {"path":"."}
list my documents => list => {"path":"."}
What do I have in drafts/? => list => {"path":"drafts"}
let's see what's in the src folder => list => {"path":"src"}
列目录 => list => {"path":"."}
这里有哪些文件呀？ => list => {"path":"."}
帮忙列一下 src 下面的文件呗 => list => {"path":"src"}
列出 "Q1 报告" 文件夹 => list => {"path":"Q1 报告"}
我有哪些文件 => list => {"path":"."}
view todo.txt please => read => {"path":"todo.txt"}
Read me the file “会议 记录.md” => read => {"path":"会议 记录.md"}
what is inside "my file.txt"? => read => {"path":"my file.txt"}
can u open notes/plan.md => read => {"path":"notes/plan.md"}
READ: notes/plan.md => read => {"path":"notes/plan.md"}
Show the file at notes/plan.md => read => {"path":"notes/plan.md"}
I need to see todo.txt => read => {"path":"todo.txt"}
cat ~/.bashrc => read => {"path":"~/.bashrc"}
读：计划.md => read => {"path":"计划.md"}
请问 待办.txt 里有什么内容 => read => {"path":"待办.txt"}
看一眼 todo.txt => read => {"path":"todo.txt"}
能打开计划.md吗 => read => {"path":"计划.md"}
notes 目录里的 plan.md 写了什么 => read => {"path":"notes/plan.md"}
帮我看看 ./notes/plan.md 呢 => read => {"path":"./notes/plan.md"}
search for “rent” => search => {"query":"rent"}
Please find the text TODO in src => search => {"query":"TODO","path":"src"}
which of my notes mention the dentist? => search => {"query":"dentist"}
scan my files for password => search => {"query":"password"}
搜索一下“报销” => search => {"query":"报销"}
帮我找找文件里提到“李雷”的地方 => search => {"query":"李雷"}
工作区里哪里提到了发票？ => search => {"query":"发票"}
查找 预算 在 notes 目录 => search => {"query":"预算","path":"notes"}
`);

test.each(CALLS)('%s', (words, tool, args = '') => {
  const { action, tool_name, arguments: given } = decide(words);
  expect({ action, tool_name, given }).toEqual({ action: 'CALL_TOOL', tool_name: tool, given: JSON.parse(args) });
});
