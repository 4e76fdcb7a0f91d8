/** Wordings of requests to keep something and of preferences said in passing: what is kept, and where. */
import { expect, test } from 'vitest';
import { isBare, politely } from './politely.ts';
import { decide, rows, simulate } from './simulated-run.ts';

// wording => target | text
const KEPT = rows(`
remember that I prefer tabs over spaces => user|I prefer tabs over spaces
Remember I take my coffee black => user|I take my coffee black
remember my name is Sofia => user|my name is Sofia
please remember: the printer is on the second floor => memory|the printer is on the second floor
Please remember that my sister is called Mei. => user|my sister is called Mei
could you remember that the gym closes at ten => memory|the gym closes at ten
can you remember my bike lock is 7702? => memory|my bike lock is 7702
Would you please remember that I'm left-handed? => user|I'm left-handed
remember this: the router restarts at night => memory|the router restarts at night
Remember, the cat eats only dry food => memory|the cat eats only dry food
remember - rent is 900 euros => memory|rent is 900 euros
I want you to remember that I hate mushrooms => user|I hate mushrooms
I'd like you to remember the wifi name is Heron => memory|the wifi name is Heron
note that the server is called athena => memory|the server is called athena
Note: the backup disk is in the drawer => memory|the backup disk is in the drawer
note down that Tom's extension is 221 => memory|Tom's extension is 221
make a note that the contract ends in June => memory|the contract ends in June
Make a note of this: parcels go to the porter => memory|parcels go to the porter
take a note: call the bank tomorrow => daily|call the bank tomorrow
please take note that standup is at 9:30 every day => memory|standup is at 9:30 every day
write down that the spare tyre is flat => memory|the spare tyre is flat
jot down: dentist on Monday at 4pm => daily|dentist on Monday at 4pm
don't forget that I don't eat pork => user|I don't eat pork
Don’t forget my shoe size is 42 => user|my shoe size is 42
do not forget: the alarm code is 9913 => memory|the alarm code is 9913
dont forget the keys are under the mat => memory|the keys are under the mat
don't forget to water the plants => daily|to water the plants
never forget that Anna is vegan => memory|Anna is vegan
don't let me forget that the passport is in the safe => memory|the passport is in the safe
keep in mind that the office moved to Baker Street => memory|the office moved to Baker Street
keep in mind: no meetings on Fridays => memory|no meetings on Fridays
Bear in mind I work from home => user|I work from home
have in mind that Li speaks German => memory|Li speaks German
save to memory: the plumber is Mr Ortiz => memory|the plumber is Mr Ortiz
add to memory that our team is called Falcon => memory|our team is called Falcon
add "the shed key is blue" to memory => memory|the shed key is blue
put in your memory: I was born in Lima => user|I was born in Lima
store this in memory: the invoice prefix is RE => memory|the invoice prefix is RE
save in your memory that I wake up at six => user|I wake up at six
for future reference, the lab is in building C => memory|the lab is in building C
For the record: the car is parked at level B2 => memory|the car is parked at level B2
note to self: buy stamps tomorrow => daily|buy stamps tomorrow
memo: landlord's phone is 555 0192 => memory|landlord's phone is 555 0192
memorize that pi day is my birthday => user|pi day is my birthday
remember to buy milk => daily|to buy milk
remember "the red binder has the receipts" => memory|the red binder has the receipts
Remember that I like tea and then coffee => user|I like tea and then coffee
remember that the mail says: run rm -rf / => memory|the mail says: run rm -rf /
remember that my meeting with Bo is tomorrow at noon => daily|my meeting with Bo is tomorrow at noon
remember I have a flight on May 3 => daily|I have a flight on May 3
remember that the deadline is 2026-05-01 => daily|the deadline is 2026-05-01
remember my wedding anniversary is on June 9 => memory|my wedding anniversary is on June 9
My favourite tea is oolong, remember that => user|My favourite tea is oolong
The vault code is 3310, please remember it => memory|The vault code is 3310
I'm allergic to cats. Please remember that. => user|I'm allergic to cats
The blue bin goes out on Tuesdays - keep that in mind => memory|The blue bin goes out on Tuesdays
I sit at desk 14, make a note of that please => user|I sit at desk 14
hey, remember that Kim is my boss => user|Kim is my boss
Hi! Could you please make a note that the tap leaks? => memory|the tap leaks
Hello Reins, remember that I speak Portuguese => user|I speak Portuguese
ok so remember that the site is down today => daily|the site is down today
remember that I use "Fira Code" as my font => user|I use "Fira Code" as my font
keep a note of: taxi number 96123 => memory|taxi number 96123
record that the meter reads 40233 => memory|the meter reads 40233
you should remember that I never drink coffee after noon => user|I never drink coffee after noon
it's important to remember that the fridge is on loan => memory|the fridge is on loan
commit to memory: the tent is in the attic => memory|the tent is in the attic
remember for later: the recipe uses rye flour => memory|the recipe uses rye flour
/remember the ladder is at Joe's => memory|the ladder is at Joe's
/remember I prefer dark mode => user|I prefer dark mode
remember 我喜欢喝绿茶 => user|我喜欢喝绿茶
记住我喜欢用深色主题 => user|我喜欢用深色主题
记住：我的车牌号是沪B2468 => memory|我的车牌号是沪B2468
请记住我对芒果过敏 => user|我对芒果过敏
请记住，门禁密码是 5521 => memory|门禁密码是 5521
请你记住 我叫李明 => user|我叫李明
麻烦记住打印机在二楼 => memory|打印机在二楼
麻烦你帮我记一下，快递放在门卫那里 => memory|快递放在门卫那里
帮我记住王医生的电话是 555-0134 => memory|王医生的电话是 555-0134
帮我记一下明天要交房租 => daily|明天要交房租
记一下：会议改到周三上午十点 => daily|会议改到周三上午十点
记下来：合同编号是 HT-204 => memory|合同编号是 HT-204
记下我不吃香菜 => user|我不吃香菜
记着，车停在地下二层 => memory|车停在地下二层
你记一下我每天六点起床 => user|我每天六点起床
记录一下：路由器在客厅 => memory|路由器在客厅
备注一下，客户喜欢电话沟通 => memory|客户喜欢电话沟通
备忘：下周二体检 => daily|下周二体检
记得我是左撇子 => user|我是左撇子
记得明天下午两点接孩子 => daily|明天下午两点接孩子
别忘了我喜欢无糖的 => user|我喜欢无糖的
别忘记：备用药在抽屉里 => memory|备用药在抽屉里
不要忘了我女儿叫小雨 => user|我女儿叫小雨
不要忘记，发票抬头是晨光公司 => memory|发票抬头是晨光公司
千万别忘了煤气卡号 8834 => memory|煤气卡号 8834
别让我忘了护照在保险柜里 => memory|护照在保险柜里
把我的工号是 1107 记下来 => memory|我的工号是 1107
把“钥匙在花盆下”记住 => memory|钥匙在花盆下
把这件事记下来：房东姓周 => memory|房东姓周
把周五聚餐这件事记一下 => daily|周五聚餐
保存到记忆：猫粮在阳台 => memory|猫粮在阳台
存到你的记忆里：我住在成都 => user|我住在成都
加到记忆里，公司地址是中山路 8 号 => memory|公司地址是中山路 8 号
我的生日是三月八号，记住哦 => user|我的生日是三月八号
我喜欢喝乌龙茶，帮我记一下 => user|我喜欢喝乌龙茶
书房的灯坏了，请记住。 => memory|书房的灯坏了
你好，请记住我习惯用左手 => user|我习惯用左手
你好！麻烦帮我记一下：空调遥控器在书架上，谢谢 => memory|空调遥控器在书架上
能不能帮我记一下我喜欢靠窗的座位 => user|我喜欢靠窗的座位
可以帮我记住我的血型是 O 型吗 => user|我的血型是 O 型
請記住我喜歡用 Python => user|我喜歡用 Python
幫我記一下，週五下午開會 => daily|週五下午開會
別忘了，鑰匙在抽屜裡 => memory|鑰匙在抽屜裡
记住“把文件删掉”是小王说的 => memory|“把文件删掉”是小王说的
记住，我不在周一开会 => user|我不在周一开会
记住我喜欢先喝茶然后看书 => user|我喜欢先喝茶然后看书
请记住：以后叫我阿杰 => user|以后叫我阿杰
请务必记住供应商是蓝海公司 => memory|供应商是蓝海公司
一定要记住我对青霉素过敏 => user|我对青霉素过敏
note一下 我下周请假 => daily|我下周请假
记一下 my locker is 31 => memory|my locker is 31
/remember 我喜欢蓝色 => user|我喜欢蓝色
I use Emacs for everything => user|I use Emacs for everything
I prefer window seats => user|I prefer window seats
I usually drink green tea in the morning. => user|I usually drink green tea in the morning.
I'm allergic to shellfish => user|I'm allergic to shellfish
I am a vegetarian => user|I am a vegetarian
my name is Pavel => user|my name is Pavel
My favourite colour is teal. => user|My favourite colour is teal.
I don't eat beef => user|I don't eat beef
I live in Hangzhou => user|I live in Hangzhou
I work as a nurse => user|I work as a nurse
I always write my notes in Markdown => user|I always write my notes in Markdown
btw, I'm left-handed => user|I'm left-handed
I hate cilantro => user|I hate cilantro
call me Max => user|call me Max
我平时用 Emacs => user|我平时用 Emacs
我喜欢喝豆浆 => user|我喜欢喝豆浆
我不吃辣。 => user|我不吃辣。
我叫陈晨 => user|我叫陈晨
我住在苏州 => user|我住在苏州
我对花粉过敏 => user|我对花粉过敏
我习惯早上跑步 => user|我习惯早上跑步
我一般用 Firefox 浏览器 => user|我一般用 Firefox 浏览器
我是左撇子 => user|我是左撇子
我写代码都用 Neovim => user|我写代码都用 Neovim
我的生日是十月二号 => user|我的生日是十月二号
`);

test.each(KEPT)('%s is kept', (words, wanted = '') => {
  const [target, text = ''] = wanted.split('|');
  const { tool_name, arguments: given } = decide(words);
  expect({ tool_name, given }).toEqual({ tool_name: 'memory_append', given: { text: text.replace(/[.。]$/, ''), target } });
});

test.each(KEPT.flatMap(([bare = '']) => (isBare(bare) ? politely(bare).map((words) => [words, bare]) : [])))(
  '%s keeps the same as %s',
  (words, bare) => {
    // "do not forget" cannot be asked as a question
    if (/^(?:do not|DO)\b/i.test(bare ?? '')) return;
    const given = decide(words);
    expect({ tool: given.tool_name, ...given.arguments }).toEqual({ tool: 'memory_append', ...decide(bare ?? '').arguments });
  },
);

test('what is mentioned in passing is said to be noted, what is asked for is remembered', () => {
  expect(simulate('I prefer window seats').answer).toMatch(/^Noted about you: “I prefer window seats” \(MEMORY\.md:1\)/);
  expect(simulate('remember that I prefer window seats').answer).toBe('I will remember: “I prefer window seats” (MEMORY.md:1)');
  expect(simulate('我平时用 Emacs').answer).toMatch(/^顺便记下了：“我平时用 Emacs”（MEMORY\.md:1）/);
});

test('a text of any length is kept whole', () => {
  const long = `the story of ${'a long day '.repeat(400)}end`;
  expect(decide(`remember that ${long}`).arguments).toEqual({ text: long, target: 'memory' });
});
