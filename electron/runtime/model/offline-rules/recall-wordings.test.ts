/** Questions in other words, the line that answers each, and lines that do not. */
import { expect, test } from 'vitest';
import { rows, simulate, world } from './simulated-run.ts';

// question => line => what the answer must hold
const KNOWN = rows(`
Where did I park the car? => the car is parked on level 4 => level 4
what's my bike lock code => my bike lock is 9931 => 9931
Who's my dentist? => my dentist is Dr. Okafor => Okafor
what is the name of my boss? => my boss is called Priya => Priya
when is my sister’s birthday => my sister's birthday is March 3 => March 3
Do you know my shoe size? => my shoe size is 42 => 42
Tell me my employee ID => my employee ID is 55102 => 55102
remind me what my flight number is => my flight is BA212 => BA212
what do you know about me => I am a vegetarian => vegetarian
which day are invoices due? => invoices are due on the 5th => 5th
Am I allergic to anything? => I'm allergic to peanuts => peanuts
what time is our standup => our team standup is at 9:30 => 9:30
What is the wifi password at the cabin? => Wi-Fi at the cabin is Pinecone22 => Pinecone22
whats the wifi password => the Wi-Fi password is Sunfish9 => Sunfish9
where do I keep the tea => tea is in the top drawer => top drawer
what are my cats called => I have two cats, Miso and Tofu => Miso
Can you recall what I told you about the plumber? => the plumber is called Igor, 555-0199 => Igor
Have I told you where the spare key is? => the spare key is under the flowerpot => flowerpot
Did I mention my blood type => my blood type is O negative => O negative
what editor do i like => I like using Vim => Vim
where do invoices go => invoices go to billing@example.com => billing@example.com
What did I tell you to remember? => the blue folder holds the contracts => blue folder
what programming language do I prefer? => my preferred language is Rust => Rust
what does my boss drink? => my boss drinks green tea => green tea
我的车停在哪儿来着？ => 我的车停在B2层 => B2
我老婆喜欢什么花 => 我老婆喜欢百合花 => 百合
我对什么过敏？ => 我对花生过敏 => 花生
你还记得我的工号吗 => 我的工号是 30217 => 30217
保险箱密码是啥 => 保险箱密码 8842 => 8842
物业电话多少 => 物业电话 62280011 => 62280011
我什么时候体检？ => 下周二要去体检 => 下周二
猫粮放哪了啊 => 猫粮在阳台柜子里 => 阳台
我的停车位是哪个 => 停车位是 A17 => A17
会议改到什么时候了？ => 会议改到星期四 => 星期四
會議改到什麼時候？ => 會議改到星期四 => 星期四
我跟你说过我的鞋码吗 => 我的鞋码是42 => 42
告诉我公司税号 => 公司税号 91310000 => 91310000
我不吃什么 => 我不吃香菜 => 香菜
钥匙给谁了 => 钥匙给了老刘 => 老刘
我最喜欢的颜色是什么呢 => 我最喜欢的颜色是青色 => 青色
供应商是哪家 => 供应商换成了华辰 => 华辰
我用什么编辑器？ => 我喜欢用 Vim => Vim
关于我你知道些什么 => 我住在苏州 => 苏州
我住哪里 => 我住在苏州 => 苏州
周五几点和谁开会？ => 周五下午三点和张伟开会 => 张伟
王姐的快递在哪 => 王姐的快递放在门卫 => 门卫
我上次说航班号是多少？ => 我的航班是 CA1501 => CA1501
你记得客户有什么要求吗 => 客户不要周末送货 => 周末
我哪几天上班 => 我每周一到周四上班 => 周四
which drawer has the tea => tea is in the top drawer => top drawer
What's the alarm code again? => the alarm code is 3377 => 3377
what does the client hate? => the client hates Comic Sans => Comic Sans
what is the hotel booking reference => hotel booking ref is QX81 => QX81
Is Sam vegan? => Sam is vegan => vegan
When is mum coming? => my mum is coming on the 14th => 14th
what number plate do i have => my licence plate number is 7ABC123 => 7ABC123
where's the wine? => the wine is in the cellar => cellar
What do you remember? => the wine is in the cellar => cellar
我的猫叫什么名字 => 我的猫叫豆包 => 豆包
李工的邮箱是多少来着 => 李工的邮箱是 li@example.cn => li@example.cn
我喝咖啡吗？ => 我不喝咖啡 => 不喝咖啡
老爸生日哪天 => 老爸生日是六月六号 => 六月六
我的車牌是什麼 => 我的車牌是 ABC-1234 => ABC-1234
门口密码换成什么了 => 门口密码换成了5566 => 5566
谁是修空调的 => 电话 021-5566 是修空调的王师傅 => 王师傅
我的航班几点起飞 => 我的航班 CA1501 早上九点起飞 => 九点
周报什么时候交啊 => 周报周五前交 => 周五
记得我住哪个小区吗 => 我住在阳光小区3栋 => 阳光小区
where do I work => I work at Contoso as a designer => Contoso
What’s my favourite tea? => my favourite tea is oolong => oolong
which seat do I prefer? => I prefer window seats => window
Which room is the meeting in? => the meeting is in room 7 => room 7
what is my son called => my son is called Theo => Theo
where did i leave my charger => I left my charger at the office => office
what's the gateway code? => the gateway code is ab12 => ab12
How old is my daughter? => my daughter is 9 years old => 9
who's the plumber => the plumber is called Igor => Igor
tell me where the spare key is => the spare key is under the flowerpot => flowerpot
what did I tell you about Berlin? => I said yes to the Berlin trip => Berlin
remind me when rent is due => rent is due on the 5th => 5th
我儿子叫什么 => 我儿子叫小宝 => 小宝
会议室在几楼呀 => 会议室在3楼 => 3楼
供应商的电话号码 => 供应商电话 400-123 => 400-123
房租涨到多少了 => 下个月房租涨到 4500 => 4500
老王是谁 => 老王是指王建国 => 王建国
下周谁值班 => 下周李雷值班 => 李雷
你还记得我喜欢什么颜色不 => 我喜欢青色 => 青色
我之前说过充电器放哪儿吗 => 充电器放在办公室抽屉 => 抽屉
网关密码是什么来着 => 网关密码 ab12 => ab12
我一般用啥语言写代码 => 我写代码用 Rust => Rust
`);

// question => line about something else
const UNKNOWN = rows(`
What's my passport number => my locker code is 4471
What is my bank PIN? => my locker code is 4471
who is my doctor? => my dentist is Dr. Okafor
what's my brother's birthday? => my sister's birthday is March 3
where is my bike => the car is parked on level 4
What is my email password? => the Wi-Fi password is Sunfish9
What's my mother's phone number => my employee number is 55102
我的银行卡号是多少 => 我的工号是 30217
我的邮箱密码是什么？ => 保险箱密码 8842
我儿子的生日是哪天 => 我的生日是五月二十号
我住哪个酒店 => 我的航班是 CA1501
张伟的电话是多少 => 物业电话 62280011
我爸喜欢什么花？ => 我老婆喜欢百合花
我的社保号是啥 => 公司税号 91310000
when does my passport expire? => my gym membership expires in May
What's Anna's phone number? => Tom's phone number is 555-8811
where is the red folder => the blue folder holds the contracts
我的驾照号码是多少 => 我的車牌是 ABC-1234
李工的电话是多少 => 李工的邮箱是 li@example.cn
我的狗叫什么 => 我的猫叫豆包
When is the meeting with Wei? => the meeting room is on the third floor with Wei’s team
What's my blood type? => my shoe size is 42
who is my landlord => my dentist is Dr. Okafor
where did I leave my umbrella? => I left my charger at the office
what is the office door code => the gateway code is ab12
我女儿叫什么 => 我儿子叫小宝
停车场在几楼 => 会议室在3楼
我的血型是什么 => 我的鞋码是42
网银密码是多少 => 网关密码 ab12
下周谁请假 => 下周李雷值班
What is Igor's address? => the plumber is called Igor, 555-0199
`);

test.each(KNOWN)('%s is answered', (words, line = '', held = '') => {
  const { answer } = simulate(words, world({ memory: [line] }));
  expect(answer).toContain(held);
  expect(answer).toContain('MEMORY.md:1');
});

test.each(UNKNOWN)('%s is not answered by another thing', (words, line = '') => {
  const { answer } = simulate(words, world({ memory: [line] }));
  expect(answer).toMatch(/^Nothing is known|^记忆里没有/);
  expect(answer).not.toContain(line);
});
