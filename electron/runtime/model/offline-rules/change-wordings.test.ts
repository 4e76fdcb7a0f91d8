/** Changing files and running commands in other words, with every argument. */
import { expect, test } from 'vitest';
import { decide, rows, simulate, world } from './simulated-run.ts';

// wording => tool => arguments
const CALLS = rows(`
create a file called ideas.txt with the text hello world => write => {"path":"ideas.txt","content":"hello world"}
write "buy milk" to list.txt => write => {"path":"list.txt","content":"buy milk"}
save hello to greeting.md => write => {"path":"greeting.md","content":"hello"}
make a new file notes/a.md containing: first line => write => {"path":"notes/a.md","content":"first line"}
Put 'call mom' into reminders.txt => write => {"path":"reminders.txt","content":"call mom"}
create "my plan.txt" with content: step 1 => write => {"path":"my plan.txt","content":"step 1"}
Write to log.txt: started at 9 => write => {"path":"log.txt","content":"started at 9"}
please create the file x.txt with 42 in it => write => {"path":"x.txt","content":"42"}
overwrite todo.txt with nothing left => write => {"path":"todo.txt","content":"nothing left"}
create a file report.md that says "All good." => write => {"path":"report.md","content":"All good."}
新建 想法.md，内容：多喝水 => write => {"path":"想法.md","content":"多喝水"}
把“你好”写到 hello.txt => write => {"path":"hello.txt","content":"你好"}
创建一个文件叫 a.txt，写上 早睡早起 => write => {"path":"a.txt","content":"早睡早起"}
在 购物.txt 里写：鸡蛋 => write => {"path":"购物.txt","content":"鸡蛋"}
将“会议纪要”保存到 会议/一月.md => write => {"path":"会议/一月.md","content":"会议纪要"}
请新建文件 x.md 内容为 测试 => write => {"path":"x.md","content":"测试"}
寫入 筆記.txt：明天開會 => write => {"path":"筆記.txt","content":"明天開會"}
新建文件“我的 计划.txt”，内容是“第一步” => write => {"path":"我的 计划.txt","content":"第一步"}
用 abc 覆盖 todo.txt => write => {"path":"todo.txt","content":"abc"}
replace "line one" with "line 1" in notes/plan.md => edit => {"path":"notes/plan.md","old_text":"line one","new_text":"line 1"}
change 'old' to 'new' in todo.txt => edit => {"path":"todo.txt","old_text":"old","new_text":"new"}
In todo.txt replace old with new => edit => {"path":"todo.txt","old_text":"old","new_text":"new"}
edit todo.txt: change "old line" to "fresh line" => edit => {"path":"todo.txt","old_text":"old line","new_text":"fresh line"}
把 待办.txt 里的“旧的”改成“新的” => edit => {"path":"待办.txt","old_text":"旧的","new_text":"新的"}
将计划.md中的“一”替换为“二” => edit => {"path":"计划.md","old_text":"一","new_text":"二"}
在 待办.txt 里把 旧的 换成 新的 => edit => {"path":"待办.txt","old_text":"旧的","new_text":"新的"}
move todo.txt to archive/todo.txt => move => {"from":"todo.txt","to":"archive/todo.txt"}
rename todo.txt to done.txt => move => {"from":"todo.txt","to":"done.txt"}
Please rename "my file.txt" as "your file.txt" => move => {"from":"my file.txt","to":"your file.txt"}
mv a.txt b.txt => move => {"from":"a.txt","to":"b.txt"}
把 待办.txt 重命名为 完成.txt => move => {"from":"待办.txt","to":"完成.txt"}
将 todo.txt 移动到 archive/todo.txt => move => {"from":"todo.txt","to":"archive/todo.txt"}
把待办.txt改名成完成.txt吧 => move => {"from":"待办.txt","to":"完成.txt"}
delete todo.txt => delete => {"path":"todo.txt"}
please remove the file notes/plan.md => delete => {"path":"notes/plan.md"}
Delete 'my file.txt' => delete => {"path":"my file.txt"}
can you delete todo.txt for me? => delete => {"path":"todo.txt"}
trash todo.txt => delete => {"path":"todo.txt"}
get rid of todo.txt => delete => {"path":"todo.txt"}
把 待办.txt 删掉 => delete => {"path":"待办.txt"}
删掉“my file.txt”吧 => delete => {"path":"my file.txt"}
請刪除 todo.txt => delete => {"path":"todo.txt"}
麻烦删一下notes/plan.md => delete => {"path":"notes/plan.md"}
移除 todo.txt 这个文件 => delete => {"path":"todo.txt"}
run \`git status\` => exec => {"command":"git status"}
execute: npm test => exec => {"command":"npm test"}
Please run the following command: echo "hello world" => exec => {"command":"echo \\"hello world\\""}
run the command ls => exec => {"command":"ls"}
$ git log --oneline => exec => {"command":"git log --oneline"}
in the terminal run python3 --version => exec => {"command":"python3 --version"}
can you run npm install? => exec => {"command":"npm install"}
run "df -h" => exec => {"command":"df -h"}
运行命令 pwd => exec => {"command":"pwd"}
帮我执行 npm run build => exec => {"command":"npm run build"}
跑一下 git diff => exec => {"command":"git diff"}
请执行以下命令：echo 你好 => exec => {"command":"echo 你好"}
在终端里运行“ls -l” => exec => {"command":"ls -l"}
執行 git status => exec => {"command":"git status"}
运行：cat a.txt | wc -l => exec => {"command":"cat a.txt | wc -l"}
麻烦运行一下 date 命令 => exec => {"command":"date"}
＄ pwd => exec => {"command":"pwd"}
create notes/today.md and write "slept well" in it => write => {"path":"notes/today.md","content":"slept well"}
make a file named "shopping list.txt" with eggs, milk, bread => write => {"path":"shopping list.txt","content":"eggs, milk, bread"}
New file: ideas.md — content: fly kites => write => {"path":"ideas.md","content":"fly kites"}
创建 日记/今天.md 并写入“下雨了” => write => {"path":"日记/今天.md","content":"下雨了"}
新建一个 note.txt 文件，里面写 hello world => write => {"path":"note.txt","content":"hello world"}
帮我把“会议改期”存成 通知.txt => write => {"path":"通知.txt","content":"会议改期"}
save “line1” as out.txt => write => {"path":"out.txt","content":"line1"}
swap "red" for "blue" in colors.css => edit => {"path":"colors.css","old_text":"red","new_text":"blue"}
change foo to bar in main.py => edit => {"path":"main.py","old_text":"foo","new_text":"bar"}
把 main.py 里的 foo 改成 bar => edit => {"path":"main.py","old_text":"foo","new_text":"bar"}
将 config.ini 里面的“8080”替换成“9090” => edit => {"path":"config.ini","old_text":"8080","new_text":"9090"}
move notes/plan.md into archive/ => move => {"from":"notes/plan.md","to":"archive/plan.md"}
Could you rename a.txt to b.txt? => move => {"from":"a.txt","to":"b.txt"}
把 a.txt 移到 归档 文件夹 => move => {"from":"a.txt","to":"归档/a.txt"}
把“旧 名字.txt”改名为“新 名字.txt” => move => {"from":"旧 名字.txt","to":"新 名字.txt"}
rename the file notes/plan.md to notes/old-plan.md => move => {"from":"notes/plan.md","to":"notes/old-plan.md"}
pls delete “old notes.txt” => delete => {"path":"old notes.txt"}
rm notes/plan.md => delete => {"path":"notes/plan.md"}
删除文件 notes/plan.md => delete => {"path":"notes/plan.md"}
把 todo.txt 扔进回收站 => delete => {"path":"todo.txt"}
请帮我把待办.txt删了吧 => delete => {"path":"待办.txt"}
run npm test please => exec => {"command":"npm test"}
Execute \`rm -rf build\` => exec => {"command":"rm -rf build"}
$ls -la => exec => {"command":"ls -la"}
could you run git pull for me? => exec => {"command":"git pull"}
运行 git log -3 看看 => exec => {"command":"git log -3"}
请运行：python3 -c "print(1)" => exec => {"command":"python3 -c \\"print(1)\\""}
run: du -sh * => exec => {"command":"du -sh *"}
帮我在终端执行 ls => exec => {"command":"ls"}
write hello to a.txt => write => {"path":"a.txt","content":"hello"}
create b.md with content '# Title' => write => {"path":"b.md","content":"# Title"}
make c.txt containing 1 2 3 => write => {"path":"c.txt","content":"1 2 3"}
新建d.txt内容是你好世界 => write => {"path":"d.txt","content":"你好世界"}
把 “a=1” 写进 conf.ini => write => {"path":"conf.ini","content":"a=1"}
請建立檔案 e.txt，內容：測試 => write => {"path":"e.txt","content":"測試"}
please write the following into f.txt: see you soon => write => {"path":"f.txt","content":"see you soon"}
replace 'a b' with 'c d' in notes/plan.md => edit => {"path":"notes/plan.md","old_text":"a b","new_text":"c d"}
把 计划.md 里的“一”换成“二”吧 => edit => {"path":"计划.md","old_text":"一","new_text":"二"}
rename "a b.txt" to "c d.txt" => move => {"from":"a b.txt","to":"c d.txt"}
请把 todo.txt 移动到 归档/ 里 => move => {"from":"todo.txt","to":"归档/todo.txt"}
erase notes/plan.md please => delete => {"path":"notes/plan.md"}
刪掉 待办.txt => delete => {"path":"待办.txt"}
remove “a b.txt” => delete => {"path":"a b.txt"}
run: echo hi && ls => exec => {"command":"echo hi && ls"}
Please execute "npm run lint" => exec => {"command":"npm run lint"}
> git status => exec => {"command":"git status"}
运行 "git commit -m 你好" => exec => {"command":"git commit -m 你好"}
执行一下 node -v 吧 => exec => {"command":"node -v"}
run wc -l notes/plan.md => exec => {"command":"wc -l notes/plan.md"}
`);

// wording => file => its whole text afterwards
const APPENDS = rows(`
add "buy eggs" to todo.txt => todo.txt => "old line\\nbuy eggs\\n"
append buy eggs to todo.txt => todo.txt => "old line\\nbuy eggs\\n"
Add the line “call Bob” to the end of todo.txt => todo.txt => "old line\\ncall Bob\\n"
append to todo.txt: fix the bike => todo.txt => "old line\\nfix the bike\\n"
Please add water plants to todo.txt => todo.txt => "old line\\nwater plants\\n"
append 'x' to new.txt => new.txt => "x\\n"
add a line to todo.txt saying hello => todo.txt => "old line\\nhello\\n"
tack "bye" onto the end of todo.txt => todo.txt => "old line\\nbye\\n"
在 待办.txt 末尾加上 “买菜” => 待办.txt => "旧的一行\\n买菜\\n"
往待办.txt里加一行：浇花 => 待办.txt => "旧的一行\\n浇花\\n"
给 待办.txt 追加 取快递 => 待办.txt => "旧的一行\\n取快递\\n"
把 取快递 加到 待办.txt 里 => 待办.txt => "旧的一行\\n取快递\\n"
追加“还书”到待办.txt吧 => 待办.txt => "旧的一行\\n还书\\n"
在待办.txt后面添加：修车 => 待办.txt => "旧的一行\\n修车\\n"
把「買票」追加到 新的.txt => 新的.txt => "買票\\n"
append the text “call mom” to my todo.txt please => todo.txt => "old line\\ncall mom\\n"
put "feed cat" at the bottom of todo.txt => todo.txt => "old line\\nfeed cat\\n"
could you add buy stamps to todo.txt? => todo.txt => "old line\\nbuy stamps\\n"
在待办.txt最后追加一行“寄信” => 待办.txt => "旧的一行\\n寄信\\n"
请在 待办.txt 中添加 买电池 => 待办.txt => "旧的一行\\n买电池\\n"
把：洗车 追加到待办.txt => 待办.txt => "旧的一行\\n洗车\\n"
add - [ ] buy milk to todo.txt => todo.txt => "old line\\n- [ ] buy milk\\n"
append "two words" at the end of todo.txt => todo.txt => "old line\\ntwo words\\n"
在 todo.txt 后面加一句 “明天见” => todo.txt => "old line\\n明天见\\n"
给待办.txt加一条：交水费 => 待办.txt => "旧的一行\\n交水费\\n"
`);

test.each(CALLS)('%s', (words, tool, args = '') => {
  const { action, tool_name, arguments: given } = decide(words);
  expect({ action, tool_name, given }).toEqual({ action: 'CALL_TOOL', tool_name: tool, given: JSON.parse(args) });
});

test.each(APPENDS)('%s', (words, path = '', text = '') => {
  const files = { 'todo.txt': 'old line\n', '待办.txt': '旧的一行\n' };
  const { calls } = simulate(words, world({ files, changes: true }));
  expect(calls.map(({ tool }) => tool)).toEqual(['read', 'write']);
  expect(calls[1]?.arguments).toEqual({ path, content: JSON.parse(text) });
});
