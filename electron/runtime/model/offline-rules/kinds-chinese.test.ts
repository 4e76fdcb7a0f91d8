/** Further Chinese wordings, and the kind that must come of each. */
import { expect, test } from 'vitest';
import { rows, simulate, world } from './simulated-run.ts';

// wording => tools that may be called (append, help, clarify and none besides)
const KINDS = rows(`
请帮我记一下：老妈的生日是腊月初八 => memory_append
麻烦你记住，我不喝含糖饮料 => memory_append
帮忙记一下 我的学号 20231107 => memory_append
记一笔：今天花了 35 块吃饭 => memory_append
你要记住我是素食者 => memory_append
请牢记：密码本在保险箱 => memory_append
有件事请你记住：阳台门的锁坏了 => memory_append
以后请记得我喜欢靠过道的座位 => memory_append
我下周三要去上海出差，别忘了 => memory_append
我偏好深色模式 => memory_append
我最喜欢的水果是芒果 => memory_append
我咖啡不加糖 => memory_append|none
帮我把“车险七月到期”记到备忘录里 => memory_append
記得我喜歡喝烏龍茶 => memory_append
我最喜欢的水果是什么？ => memory_search
我的学号是多少来着 => memory_search
老妈生日哪天？ => memory_search
你知道我喜欢喝什么吗 => memory_search
阳台门怎么了 => memory_search|none
我上次说的供应商是哪家 => memory_search
密码本放在哪里了 => memory_search
还记得我是素食者吗 => memory_search
你对我了解多少 => memory_get
我有什么忌口 => memory_search
谁负责发票 => memory_search
备忘录里有没有关于车险的内容 => memory_search
看下 docs 里有啥 => list
docs文件夹下都有些什么 => list
把工作区的文件列一下 => list
列出当前文件夹的内容 => list
请问 src 目录里有什么文件？ => list
目录 => list|none
我想看 notes 目录 => list
Read “项目 计划.md” => read
打开一下 notes/plan.md 文件 => read
请把 todo.txt 打开 => read
todo.txt里面都写了啥 => read
给我读一下日记.txt => read
我要看 config.yaml => read
看一看 notes 目录下的 plan.md => read
麻烦读一读「周报.md」的内容 => read
请显示文件 todo.txt => read
读取文件：计划.md => read
帮我查找一下 合同 => search
搜搜看 发票 => search|none
在 docs 目录里搜索“许可证” => search
查一下哪些文件里有“截止” => search
工作区里哪里提到了房东 => search|memory_search
全文搜索 预算 => search
请写入 a.txt：一二三 => write
把下面的内容写到 a.txt：一二三 => write
帮我建一个文件 购物.txt，里面写 苹果 => write
新建 notes/x.md 并写入“开会” => write
将“晚安”存到 晚安.txt => write
给 todo.txt 加一行“取快递” => append
把“取快递”这一行加到 todo.txt 的末尾 => append
在 notes/待办.md 的最后追加 取快递 => append
帮我往 todo.txt 里补充：取快递 => append
把 notes/tmp.md 给删了 => delete
麻烦删除一下 a.txt => delete
把“a b.txt”改名成“c.txt” => move
运行一下 git pull => exec
请执行：pwd => exec
帮我在终端执行 ls -la => exec
用终端跑 node -v => exec
运行命令 echo hi => exec
今儿星期几 => time
现在是几点几分 => time
今天多少号了 => time
今天是周几来着 => time
几月几号了 => time
今天的日期 => time
现在时间是多少 => time
请告诉我当前时间 => time
明天周几呀？ => time
你都会些什么呀 => help
你可以帮我干什么 => help
怎么用你？ => help
有什么是你能做的 => help|none
看一下文件 => clarify
写文件 => clarify
创建一个新文件 => clarify
运行一条指令 => clarify
执行 => clarify
搜索引擎哪个好 => none|memory_search
记牢了：周会改到周四 => memory_append
我血型是AB，记一下 => memory_append
以后别叫我小王，叫我王工，记住了 => memory_append
麻烦您记录一下客户的邮箱 foo@bar.com => memory_append
别忘啦！三号交物业费 => memory_append
我喝茶不喝咖啡 => memory_append|none
我老家在湖南 => memory_append|none
我的狗叫什么名字？ => memory_search
保险柜的密码多少来着 => memory_search
我之前提过的餐厅叫什么 => memory_search
周会改到哪天了 => memory_search
客户邮箱是啥 => memory_search
物业费几号交 => memory_search
谁对花生过敏？ => memory_search
列出根目录下的文件 => list
docs 里面有哪些文件呀 => list
看看 src/ 里都有什么 => list
工作区都有啥文件 => list
帮我看一下计划.md => read
打开notes目录中的plan.md => read
读取“notes/plan.md”这个文件 => read
我想读 notes/plan.md => read
把notes/plan.md打开看看 => read
在我的文件里找“护照” => search
帮我在工作区里找一下 房租 => search
搜一搜有没有“押金” => search
新建“购物单.txt”，内容为“鸡蛋” => write
请把“会议纪要”四个字写进 纪要.txt => write
在 a.txt 中写入 一二三 => write
在a.txt最后一行加上“完” => append
把 完 加进 a.txt => append
把文件 a.txt 移到回收站 => delete
请将 a.txt 删除掉 => delete
把 a.md 移动到 docs 目录 => move
运行 npm run build && npm test => exec
请帮我执行 python a.py => exec
今天星期幾啊 => time
现在是几月 => time
明天是星期天吗 => time
你有什么用 => help
能干啥 => help
打开一个文档 => clarify
执行指令 => clarify
`);

function kindOf(words: string): string {
  const { calls, last, answer } = simulate(words, world({ changes: true }));
  if (last.action === 'CLARIFY') return 'clarify';
  const tools = [...new Set(calls.map(({ tool }) => tool))].join('+');
  if (tools === 'read+write') return 'append';
  return tools || (/I work by fixed rules here|我在这里按固定规则/.test(answer) ? 'help' : 'none');
}

test.each(KINDS)('%s', (words, kinds = '') => expect(kinds.split('|')).toContain(kindOf(words)));
