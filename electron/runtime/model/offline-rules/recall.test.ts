/** Questions about what was told: the line that answers, with its place, or that nothing is known. */
import { expect, test } from 'vitest';
import { rows, simulate, world } from './simulated-run.ts';

// question => remembered line | what the answer holds
const KNOWN = rows(`
What is my favourite tea? => My favourite tea is oolong|oolong
which editor do I use => I use Emacs for everything|Emacs
Which framework do I prefer? => I prefer Django|Django
what framework do I like? => I prefer Phoenix for side projects|Phoenix
what's my name? => my name is Sofia|Sofia
Where is the spare key? => The spare key is under the third pot|third pot
where did I put my passport => the passport is in the safe|safe
Where are the receipts? => the red binder has the receipts|red binder
When is my meeting with Bo? => my meeting with Bo is tomorrow at noon|noon
who is my boss? => Kim is my boss|Kim
What did I tell you about the router? => the router restarts at night|restarts
what did I say about rent => rent is 900 euros|900
what do you know about the plumber => the plumber is Mr Ortiz|Ortiz
Do you remember where the tent is? => the tent is in the attic|attic
do you know where I parked => I parked at level B2|B2
remind me where the ladder is => the ladder is at Joe's|Joe
remind me what my shoe size is => my shoe size is 42|42
What am I allergic to? => I'm allergic to shellfish|shellfish
what allergies do I have? => I'm allergic to shellfish|shellfish
What's the wifi password at the cabin? => Wi-Fi at the cabin is Pinecone22|Pinecone22
what is the alarm code => the alarm code is 9913|9913
tell me my bike lock code => my bike lock code is 7702|7702
Who gets the invoices? => invoices go to billing@example.com|billing@example.com
Where do invoices go? => invoices go to billing@example.com|billing@example.com
which desk do I sit at? => I sit at desk 14|14
where do I live? => I live in Hangzhou|Hangzhou
what do I do for work? => I work as a nurse|nurse
What does my cat eat? => the cat eats only dry food|dry food
what colour do I like best? => My favourite colour is teal|teal
how do I like my coffee? => I take my coffee black|black
Do I like mushrooms? => I hate mushrooms|hate
Am I a vegetarian? => I am a vegetarian|vegetarian
/memory shoe size => my shoe size is 42|42
search my memory for plumber => the plumber is Mr Ortiz|Ortiz
have I told you about the shed key? => the shed key is blue|blue
Can you tell me what my locker number is? => my locker number is 31|31
what is the name of my sister => my sister is called Mei|Mei
What's Tom's extension? => Tom's extension is 221|221
when is the dentist appointment => dentist appointment on Monday at 4pm|Monday
please tell me where the backup disk is => the backup disk is in the drawer|drawer
我的车牌号是多少 => 我的车牌号是沪B2468|沪B2468
我叫什么名字 => 我叫李明|李明
你还记得我的生日吗 => 我的生日是三月八号|三月八号
你记得我对什么过敏吗 => 我对芒果过敏|芒果
我对什么过敏？ => 我对芒果过敏|芒果
钥匙在哪里 => 钥匙在花盆下|花盆
遥控器放在哪了？ => 空调遥控器在书架上|书架
快递放哪儿了 => 快递放在门卫那里|门卫
房东姓什么 => 房东姓周|周
我喜欢喝什么茶 => 我喜欢喝乌龙茶|乌龙
我平时用什么编辑器 => 我平时用 Emacs|Emacs
我用什么浏览器？ => 我一般用 Firefox 浏览器|Firefox
我住在哪里 => 我住在苏州|苏州
我住哪儿？ => 我住在成都|成都
门禁密码是多少？ => 门禁密码是 5521|5521
合同编号是什么 => 合同编号是 HT-204|HT-204
我什么时候体检 => 下周二体检|下周二
会议改到什么时候了 => 会议改到周三上午十点|周三
我女儿叫什么 => 我女儿叫小雨|小雨
供应商是谁 => 供应商是蓝海公司|蓝海
王医生的电话是多少 => 王医生的电话是 555-0134|555-0134
我说过关于路由器的什么 => 路由器在客厅|客厅
关于猫粮我说过什么 => 猫粮在阳台|阳台
请问我的工号是多少 => 我的工号是 1107|1107
告诉我我的血型 => 我的血型是 O 型|O 型
我喜欢什么颜色 => 我最喜欢的颜色是青色|青色
公司地址在哪 => 公司地址是中山路 8 号|中山路
我几点起床 => 我每天六点起床|六点
車停在哪裡 => 車停在地下二層|地下二層
/memory 血型 => 我的血型是 O 型|O 型
我的储物柜号码 => 我的储物柜号码是 31|31
我是不是左撇子 => 我是左撇子|左撇子
`);

// question => remembered line that does not answer it
const UNKNOWN = rows(`
what's my phone number? => my passport number is 1234
What is my wife's name? => my sister is called Mei
where is the spare key? => the passport is in the safe
Which editor do I prefer? => I prefer Django for web work
When is my flight? => my meeting with Bo is tomorrow at noon
What's my favourite colour? => My favourite tea is oolong
who is my dentist? => Kim is my boss
what is the garage code? => the alarm code is 9913
what's my email address => my home address is 5 Elm Street
where do I work => I live in Hangzhou
我的身份证号是多少 => 我的车牌号是沪B2468
会议室密码是多少 => 会议室分机号 8830
我老婆叫什么 => 我女儿叫小雨
我女儿的生日是哪天 => 我老婆的生日是五月三日
备用钥匙在哪 => 备用药在抽屉里
我喜欢什么编辑器 => 我喜欢喝乌龙茶
我喜欢吃什么 => 我喜欢用 Django
我的手机号是多少 => 王医生的电话是 555-0134
打印机密码是什么 => 打印机在二楼
`);

test.each(KNOWN)('%s is answered', (words, given = '') => {
  const [line = '', held = ''] = given.split('|');
  const { calls, answer } = simulate(words, world({ memory: ['the kettle is new', line, '周末去爬山'] }));
  expect(calls.map(({ tool }) => tool)).toContain('memory_search');
  expect(answer).toContain(held);
  expect(answer).toContain('MEMORY.md:2');
});

test.each(UNKNOWN)('%s is not answered by another thing', (words, line = '') => {
  const { calls, answer } = simulate(words, world({ memory: [line] }));
  expect(calls[0]?.tool).toBe('memory_search');
  expect(answer).toMatch(/^Nothing is known|^记忆里没有/);
  expect(answer).not.toContain(line);
});

test.each(KNOWN)('%s finds nothing in an empty memory and says so', (words) => {
  expect(simulate(words).answer).toMatch(/^Nothing is known|^记忆里没有/);
});

test('a question in one language finds a note in the other by the words both have for a thing', () => {
  expect(simulate('我的储物柜口令是什么', world({ memory: ['my locker code is 2217'] })).answer).toContain('2217');
  expect(simulate('what is my locker code', world({ memory: ['我的储物柜密码是 2217'] })).answer).toContain('2217');
});

test('several lines that answer equally well are all shown', () => {
  const { answer } = simulate('Which editor do I use?', world({ memory: ['I use Emacs', 'I use Vim at work'] }));
  expect(answer).toMatch(/Emacs.*MEMORY\.md:1.*Vim.*MEMORY\.md:2/s);
});
