/** Requests that need no argument: the time, help, greetings and slash commands. */
import type { Clause } from './clause.ts';
import { isNegated } from './clause.ts';
import type { Intent } from './intent.ts';
import { memoryTarget } from './memory-target.ts';
import { type Phrase, part, trimmed } from './phrase.ts';

const DAY_EN = '(?:today|it|this|now|tomorrow|yesterday|the day after tomorrow|the day before yesterday)';
const HERE_NOW =
  '(?:\\s+(?:now|right now|at the moment|currently|today|here|please|exactly|for me|is it|where i am|it is|现在|今天|tomorrow|yesterday|the day after tomorrow|on the clock))*';
const TIME: readonly RegExp[] = [
  new RegExp(
    `^(?:(?:tell|give|show)(?: me)?|check|get|do you (?:know|have)|can i (?:have|get|know)|what about|know|let me know|i (?:wonder|want to know))?\\s*(?:what(?:'s| is|s)?|which|how)?\\s*(?:the |today's |todays |tomorrow's |yesterday's |our |my |current |local |exact |present |right )*(?:time|date|day|weekday|day of (?:the )?week|day of (?:the )?month|month|year|hour|clock|calendar date|time and date|date and time|day and date|date and day|time and day)(?: of (?:the )?(?:week|month|year|day))?(?:'s| is| are we| do we have| have you got)?(?: (?:it|the time|the date|${DAY_EN}|we on|we in))*${HERE_NOW}$`,
  ),
  new RegExp(
    `^(?:what|which)(?:'s| is|s)? (?:the )?(?:day|date|weekday|month|year|time)(?: of the (?:week|month|year))?(?:,? (?:and|or) (?:the )?(?:day|date|weekday|month|year|time))?(?: (?:is|was|will|are|do))?(?: (?:it|we|be))?(?: ${DAY_EN})?(?: be)?${HERE_NOW}$`,
  ),
  new RegExp(`^(?:what|which)(?:'s| is|s)? (?:${DAY_EN}'?s? )?(?:the )?(?:date|day|weekday)(?: (?:of|for|on))? ?${DAY_EN}?${HERE_NOW}$`),
  new RegExp(`^what(?:'s| is|s| was| will) ${DAY_EN}(?:'s)?(?: be)?(?: date| day| weekday)?$`),
  /^(?:is it|is today|is tomorrow) (?:a )?(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|weekend|a weekday|weekday|the weekend)(?: today| already| yet| now)*$/,
  /^how late is it(?: now)?$|^(?:time|date|today|today's date|current time|current date|time now|date today|time please|the time|the date|what time|what day|what date|clock)$/,
  /^(?:what|which) (?:day|date|year|month) is (?:it|this|today)(?: today| now)?(?:,? and what(?:'s| is) the (?:time|date)| and what time is it)?$/,
];
const DAY_ZH =
  '(?:今天|今日|今儿|明天|明日|明儿|昨儿|\\d{4}年|后天|大后天|昨天|昨日|前天|现在|目前|当前|眼下|此刻|今年|这个?月|本月|这会儿?|当地|本地|咱们?|我们?|这里|是)';
const ASKED_ZH =
  '(?:几号|几月几[号日]|几月|多少号|哪一?天|哪天|什么日期|什么日子|什么时间|什么时候|什么时辰|几点钟?|几点几分|几时|星期几|周几|礼拜几|星期天?几|哪年|哪一年|几几年|哪年哪月|几几年几月几[号日]|年份|日期|时间|日子|的?(?:日期|时间|星期|年份|年月日)(?:是(?:什么|多少|几号|几点|几))?|日期和时间|时间和日期|多少点|啥时候|啥日子|星期几号)';
const TIME_ZH: readonly RegExp[] = [
  new RegExp(
    `^(?:告诉我|报一?下|查一?下|看一?下|看看|说一?下|查查|显示|给我|知道|我想知道|你知道|你看看|报个|问一?下|帮我看看)?(?:一下)?\\s*(?:的)?${DAY_ZH}*(?:是|都)?(?:的)?(?:公历|阳历|北京)?${ASKED_ZH}(?:了|啦|呢|啊|呀|钟|的|来着)?(?:\\s*[,、和与及]?\\s*${DAY_ZH}*(?:是)?(?:又是|还有)?${ASKED_ZH}(?:了|啦|呢|啊|呀)?)*$`,
  ),
  /^(?:今天|明天|后天|昨天)(?:是)?(?:周|星期|礼拜)[一二三四五六日天](?:吗|么|嘛)$/,
  /^(?:时间|日期|几点了?|几号了?|星期几|报时|现在时间|当前时间|当前日期|今天日期|现在几点几分)$/,
];
/** Another place's time is not known here. */
const ELSEWHERE = /\bin (?!the (?:morning|evening|afternoon)|my|this|here)[a-z]+|东京|纽约|伦敦|巴黎|洛杉矶|美国|日本|英国|时区/;
const OFFSETS: readonly (readonly [RegExp, number])[] = [
  [/day after tomorrow|(?<!大)后天/, 2],
  [/大后天/, 3],
  [/day before yesterday|前天/, -2],
  [/tomorrow|明天|明日|明儿/, 1],
  [/yesterday|昨天|昨日|昨儿/, -1],
];

export function readTime(clause: Clause): Intent | null {
  if (isNegated(clause)) return null;
  for (const text of [clause.tight.key, bare(clause.whole)]) {
    if (ELSEWHERE.test(text) || text === 'now' || text === 'what' || text === 'what is it') continue;
    if (![...TIME, ...TIME_ZH].some((pattern) => pattern.test(text))) continue;
    return { kind: 'time', days: OFFSETS.find(([pattern]) => pattern.test(text))?.[1] ?? 0 };
  }
  return null;
}

function bare(whole: Phrase): string {
  return whole.key.replace(/[\s。.!?~,]+$/, '').replace(/^(?:请问一?下?|问一?下|请|你好|hi|hello|hey|please)[\s,!]*/, '');
}

const HELP =
  /^(?:help(?: me)?(?: please| out)?|\?+|h|man|usage|commands?|menu|options|instructions|manual|guide|tutorial|(?:show|list|give|tell|see)(?: me)? (?:the |all |your |available |a list of )*(?:help|commands?|options|features|capabilities|abilities|skills|manual|menu|usage)|(?:what|which) (?:can|could|do|are|else can) (?:you|u|i|the) (?:able to )?(?:do|ask|ask you|say|say to you|type|help(?: me)?(?: with)?|offer|support|understand|good at|good for|capable of|tell you|use|commands?(?: are there)?|available commands?)(?: (?:for me|here|exactly|right now|with you|about|offline|without a model|all|with this|with this app|to you|anything))*|what(?:'s| is| are) (?:this|this app|reins|your (?:features|capabilities|abilities|functions|commands?|skills|purpose|job|function)|the (?:commands|features|available commands|options))|(?:what|which) (?:commands?|features|functions|things|requests|kinds of requests) (?:are there|are available|do you (?:have|know|support|understand)|can i (?:use|give|give you|ask)|can you (?:do|handle|understand))|how (?:can|could|do|will) you (?:be of )?help(?: me)?|how (?:do|can|should) (?:i|you|we) (?:use (?:you|this|it|reins|this app)|work|get started|start|begin|talk to you|ask you things)|how does (?:this|it|reins|this app)(?: app| thing)? work|(?:who|what) (?:are|r) (?:you|u)|are you (?:a |an )?(?:ai|language model|bot|robot|llm|chatgpt|human|model)|(?:(?:show|tell)(?: me)? )?what (?:all |else )?you can (?:all )?do|how to (?:use (?:this|it|you|reins|this app)|get started)|what do you know how to do|introduce yourself|tell me about yourself|what (?:do|does) (?:you|this|it|this app|reins) do|(?:i )?need help|(?:can|could) you help(?: me)?(?: out)?|how (?:do|can) i (?:connect|set up|add|install|configure|use|get|choose|enable) (?:a |an |the )?(?:language |local |ai |real |better )?(?:model|llm|ollama)|connect (?:a |the )?(?:language )?model|(?:what|which) (?:language )?model (?:are you|do you use|is this|is (?:running|connected))|getting started|get started|capabilities|features)$/;
const HELP_ZH =
  /^(?:帮助|帮帮我|帮忙|帮助(?:文档|信息|菜单|手册)|使用(?:说明|帮助|方法|指南|手册)|说明书?|怎么(?:用|使用|操作|开始)(?:你|这个|它|呀|啊|呢|这个软件|这个应用|reins)?|(?:这个|你|它|这|这个软件|这个应用)(?:东西)?(?:应该)?(?:要)?(?:怎么|如何)(?:用|使用|工作|操作)(?:的|啊|呀|呢)?|如何使用(?:你|这个|它)?|功能(?:列表|介绍|说明)?|(?:你的?)?(?:功能|命令|指令|能力|本事|技能)(?:都)?有(?:些)?(?:哪些|什么|啥)|有(?:哪些|什么|啥)(?:功能|命令|指令|本事|技能|用法)|你?(?:都|还|到底|究竟|能|可以|会)*(?:能|可以|会|能够)(?:为我|帮我|给我|替我|帮我们|帮助我|帮忙)?(?:都)?(?:做|干|帮|搞|办|帮我做|帮忙做|处理|提供|帮到我)(?:些|点|得了)?(?:什么|啥|哪些|哪些事|些什么|什么事|点什么|点啥|些啥)(?:事情?|工作|东西|事儿|呢|呀|啊|忙|的|任务|服务)*|你(?:都)?(?:会|懂)(?:些|点)?(?:什么|啥|哪些)(?:呢|呀|啊|东西|技能)?|你是(?:谁|什么|干什么的|做什么的|干嘛的|机器人|人工智能|ai|语言模型|什么模型|哪个模型|大模型)(?:吗|呀|啊|呢)?|(?:你|它)?(?:会|能|可以)(?:干嘛|干啥|干什么|做啥|干点啥|干些啥)(?:呢|呀|啊)?|你有(?:什么|哪些|啥)(?:功能|本领|能力|用|用处|技能|作用)(?:吗|呢)?|介绍(?:一下|下)?(?:你自己|自己)|自我介绍(?:一下)?|自我介绍|我(?:能|可以)(?:问|让|叫|跟)(?:你)?(?:做|干|问|说|些)?(?:些)?(?:什么|啥|哪些)(?:问题|事)?|我(?:该|应该)?(?:怎么|如何)(?:用|使用)(?:你|它|这个)|(?:支持|可用|有)(?:的)?(?:哪些|什么)?(?:的)?(?:命令|指令|功能)(?:有哪些|有什么|列表)?|(?:列出|显示|看看|查看)(?:一下)?(?:所有|全部)?(?:的)?(?:命令|指令|功能|帮助)|(?:怎么|如何|怎样|怎么样)(?:才能)?(?:连接|接入|配置|设置|安装|添加|使用|换|接)(?:上|一个)?(?:语言|大语言|大|本地|ai)?(?:模型|ollama)|(?:我)?(?:需要|要)(?:一些|一点)?帮助|能帮(?:我)?(?:什么|啥)(?:忙)?|你能帮(?:到)?(?:我)?(?:什么|啥|哪些)(?:忙)?)$/;

export function readHelp(clause: Clause): Intent | null {
  const texts = [
    clause.tight.key,
    clause.said.key.replace(/[\s。.!?~,]+$/, ''),
    bare(clause.whole),
    clause.whole.key.replace(/[\s。!~]+$/, ''),
    clause.whole.key.trim(),
  ];
  return texts.some((text) => HELP.test(text) || HELP_ZH.test(text)) ? { kind: 'help' } : null;
}

const GREETING =
  /^(?:hi+|hello+|hey+|yo|hiya|howdy|greetings|good (?:morning|afternoon|evening|day|night)|how are you(?: doing)?(?: today)?|how's it going|what's up|sup|nice to meet you|bye|goodbye|good bye|see you(?: later)?|ok|okay|k|great|cool|nice|good|perfect|awesome|got it|fine|alright|sure|well done|good job|你好|您好|嗨|哈喽|早上?好?|早安|午安|晚安|晚上好|下午好|中午好|在吗|在不在|再见|拜拜|好的?|好吧|嗯+|行|可以|收到|知道了|明白了?|不错|很好|太好了|真棒)(?:\s*(?:there|reins|everyone|all|小爪|啊|呀|呢|you|again|my friend|assistant))?$/;
const THANKS =
  /^(?:ok(?:ay)?,?\s+|great,?\s+|很好,?|好的?,?)?(?:many |big )?(?:thanks|thank you|thx|ty|cheers|much appreciated|谢谢|多谢|感谢|谢了|非常感谢|太感谢了?|辛苦了?)(?:\s*(?:a lot|so much|very much|you|again|reins|for (?:your|the|that|all) ?\w*|你|您|啦|了|啊|小爪|帮忙|你的帮助))*$/;

export function readGreeting(clause: Clause): Intent | null {
  for (const text of [clause.whole.key.replace(/[\s。.!?~,]+$/, ''), clause.tight.key]) {
    if (THANKS.test(text)) return { kind: 'greeting', thanks: true };
    if (GREETING.test(text)) return { kind: 'greeting', thanks: false };
  }
  return null;
}

/** Those that the rules themselves serve; the other commands belong to the window and the command line. */
export const SLASH_COMMANDS = ['/remember', '/memory', '/help'] as const;

/** A message that begins with a slash and a word; null for anything else, a path such as /etc/hosts among it. */
export function readSlash(message: Phrase): Intent | null {
  const match = /^\/([a-z]+)(?=\s|$)/.exec(trimmed(message).key);
  if (match === null) return null;
  const rest = trimmed(part(trimmed(message), match[0].length));
  switch (match[1]) {
    case 'remember':
      if (rest.raw === '') return { kind: 'clarify', tool: 'memory_append', arguments: {}, missing: ['text'] };
      return { kind: 'remember', text: rest.raw, target: memoryTarget(rest.key), asked: true };
    case 'memory':
      if (rest.raw === '') return { kind: 'clarify', tool: 'memory_search', arguments: {}, missing: ['query'] };
      return { kind: 'recall', query: rest.raw, personal: true };
    case 'help':
      return { kind: 'help' };
    default:
      return { kind: 'commands', unknown: match[0] };
  }
}
