/** Questions, hypotheses, negations and small talk: nothing of it is ever written. */
import { expect, test } from 'vitest';
import { rows, simulate } from './simulated-run.ts';

const NOT_KEPT = rows(`
I don't remember
I don't remember where I put it
I can't remember the name of that song
I remember when we met
remember when we went to Paris?
Remember the time we got lost?
do you remember my birthday?
do you remember me
can you remember where I parked?
What should I remember before an exam?
remember where I parked?
don't remember this
Please don't remember that
never remember my password
forget it
If I used Django, would it be faster?
Do I use Django?
should I use Django or Flask?
I would like a coffee
I'd like to use Django
I like it
I like this answer
I love you
I like how you did that
I hate when you do that
I use it sometimes
what do I like?
I like tea, can you recommend one?
I prefer that you write me a poem
if I like Vim, what should I install?
I used Django yesterday and it broke
would you prefer tea or coffee?
He says I prefer Django
you prefer Django
remind me to call Bob tomorrow
我不记得密码了
我忘了
不要记住这个
别记住我的密码
请不要记录我的位置
你还记得我的生日吗
你记得我吗
记得我的名字吗？
我喜欢你
我喜欢这个回答
我想用 Vim
我想喝茶
我要是用 Vim 会怎么样
如果我喜欢 Django 呢
我应该用 Vim 吗
我喜欢什么
我用什么编辑器
我用一下电脑
我用了 Vim 但是打不开
他喜欢 Django
你喜欢什么
我喜欢喝茶，推荐一款
我今天用了 Vim
提醒我明天给小王打电话
我觉得你很好
为什么我喜欢喝茶
忘记它
记住了吗
`);

test.each(NOT_KEPT)('%s writes nothing', (words) => {
  expect(simulate(words).calls.filter(({ tool }) => !['memory_search', 'memory_get'].includes(tool))).toEqual([]);
});
