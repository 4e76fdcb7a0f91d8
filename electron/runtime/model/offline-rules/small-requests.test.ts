/** Wordings of requests that need no argument, and of requests that lack one. */
import { expect, test } from 'vitest';
import { isBare, politely } from './politely.ts';
import { decide, rows, simulate } from './simulated-run.ts';

const TIMES = rows(`
what time is it
What's the time?
what is the time right now
tell me the time
could you tell me the time?
do you know what time it is?
time?
current time
what's today's date?
what is the date today
what date is it
today's date please
what day is it?
what day is today
What day of the week is it today?
which day is it
what weekday is it
what year is it
what month is it
what's the date and time
what is tomorrow's date?
what day is tomorrow?
what's the date tomorrow
what day was yesterday
hi, what time is it?
is it Friday today?
现在几点
现在几点了？
几点了
请问现在几点钟
今天是几号？
今天几月几号
今天是星期几
今天周几
今天礼拜几呀
今天是什么日期
明天星期几
明天是几号
后天周几
昨天是几号
今天的日期是什么
现在的时间
告诉我现在几点
今天几号星期几
今年是哪一年
帮我看看现在几点
你好，今天几号？
現在幾點
今天星期幾
日期
报一下时间
`);

const HELPS = rows(`
Help!
help me
help please
what can you do
What can you do?
what can you do for me
what can I ask you?
what do you do?
who are you?
what are you
are you a language model?
how do I use this
how does this work?
show me the commands
what commands are there?
usage
/help
hi, what can you do?
how do I connect a model?
how can I set up Ollama
what are your features
帮助
帮助！
你能做什么
你可以做什么？
你会做什么
你都能干什么
你会什么
你能帮我做什么
你能干嘛
你是谁
你是语言模型吗
怎么用
怎么使用你
如何使用
使用说明
有什么功能
你有哪些功能
有哪些命令
怎么连接模型
如何连接语言模型？
你好，你能做什么？
介绍一下你自己
你能幫我做什麼
`);

// wording => tool, missing slots
const CLARIFIES = rows(`
read a file => read path
Read the file. => read path
could you read the file? => read path
open a file => read path
open the document => read path
show me the file => read path
please read => read path
读一下文件 => read path
打开文件 => read path
请打开一个文件 => read path
帮我读取这个文件 => read path
create a file => write path,content
make a new file => write path,content
please create a new file => write path,content
写一个文件 => write path,content
新建文件 => write path,content
帮我创建一个文件 => write path,content
write notes/plan.md => write content
create todo.txt => write content
新建 待办.txt => write content
创建文件 a.md => write content
run a command => exec command
run the command => exec command
please execute a command => exec command
execute a shell command => exec command
运行命令 => exec command
执行一个命令 => exec command
帮我运行一条命令 => exec command
请执行命令 => exec command
search => search query
搜索 => search query
delete a file => delete path
删除文件 => delete path
delete the file => delete path
rename a file => move from,to
remember this => memory_append text
take a note => memory_append text
记住 => memory_append text
帮我记一下 => memory_append text
记一件事 => memory_append text
/remember => memory_append text
/memory => memory_search query
`);

const dressed = (table: readonly (readonly string[])[]): string[][] =>
  table.flatMap(([bare = '', ...rest]) => [[bare, ...rest], ...(isBare(bare) ? politely(bare).map((words) => [words, ...rest]) : [])]);

test.each(dressed(TIMES))('%s asks for the time', (words) => {
  expect(decide(words)).toMatchObject({ action: 'CALL_TOOL', tool_name: 'time', arguments: {} });
});

test.each(dressed(HELPS))('%s asks for help', (words) => {
  const { action, answer } = decide(words);
  expect(action).toBe('RESPOND');
  expect(answer).toMatch(/fixed rules.*not a language model|固定规则.*不是语言模型/);
  expect(answer).toMatch(/Settings -> Models.*Ollama|“设置 -> 模型”.*Ollama/s);
});

test.each(dressed(CLARIFIES))('%s is asked back', (words, wanted = '') => {
  const [tool, slots = ''] = wanted.split(' ');
  const { action, tool_name, missing_slots, clarification_question } = decide(words);
  expect({ action, tool_name, missing_slots }).toEqual({ action: 'CLARIFY', tool_name: tool, missing_slots: slots.split(',') });
  expect(clarification_question).toMatch(/[?？]$/);
});

test.each([
  ['what day is it', 'It is Tuesday, April 14, 2026, 10:00 (Asia/Shanghai).'],
  ["what is tomorrow's date?", 'Tomorrow is Wednesday, April 15, 2026.'],
  ['what day was yesterday', 'Yesterday was Monday, April 13, 2026.'],
  ['现在几点了？', '现在是2026年4月14日星期二 10:00（Asia/Shanghai）。'],
  ['明天星期几', '明天是2026年4月15日星期三。'],
  ['大后天几号', '大后天是2026年4月17日星期五。'],
])('%s is answered from what the time tool told', (words, answer) => expect(simulate(words).answer).toBe(answer));

test('an unknown slash command is told which ones there are', () => {
  expect(decide('/frobnicate now').answer).toBe('I do not know the command /frobnicate. These exist here: /remember, /memory, /help.');
});
