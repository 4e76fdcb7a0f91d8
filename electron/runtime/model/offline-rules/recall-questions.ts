/** Questions about what was told. World knowledge is left to a language model; what could be either is looked up first. */
import type { Clause } from './clause.ts';
import { isNegated } from './clause.ts';
import type { Intent } from './intent.ts';
import { type Phrase, takeFirst, withoutEnd } from './phrase.ts';

const ASK_MEMORY: readonly RegExp[] = [
  /^(?:any (?:idea|clue)|i (?:forgot|forget|have forgotten|wonder|can't remember|cannot remember|don't remember|do not remember|no longer know))\s+(?<query>(?:what|where|who|whom|whose|when|which|how (?:many|much|old|long))\b.+)$/d,
  /^我(?:忘了|忘记了?|不记得了?|想不起来了?|记不清了?)\s*[,:]?\s*(?<query>.*(?:谁|哪|什么|多少|几[点号楼]|何时).*)$/d,
  /^(?:do|did|can|could) you (?:still |happen to |perhaps |also )*(?:remember|recall|know|have (?:a )?note(?:d)?(?: (?:of|on|about))?|have in (?:your )?memory)(?:\s+(?:that|anything about|something about|about|if|whether))?\s+(?<query>.*\b(?:i|my|me|mine|we|our|us)\b.*|(?:what|where|who|whom|whose|when|which|how many|how much)\b.+)$/d,
  /^(?:do|did|can|could) you (?:still |happen to )*(?:remember|recall)\s+(?:anything about |something about |about )?(?<query>.+)$/d,
  /^(?:remember|recall|remind me(?: of| about)?|tell me(?: again)?|refresh my memory(?: on| about)?)\s+(?:again\s+)?(?<query>(?:what|where|who|whom|whose|when|which|how (?:many|much|old|long)|my|the (?:name|number|code|password|address) )\b.*)$/d,
  /^(?:what|which things|when|where|what else|what exactly)\s+(?:did|have|had) (?:i|we) (?:ever |already |just |once )?(?:say|said|tell|told|mention|mentioned|note|noted|write|written|ask you to remember|asked you to remember|save|saved)(?: (?:to )?you)?(?: (?:about|on|regarding|concerning|of))?\s*(?<query>.*)$/d,
  /^(?:what|anything|which things|is there anything|do you have anything|what else) (?:do|did|have|is|are)? ?(?:you|there)? ?(?:know|remember|noted|have noted|have|in (?:your )?memory|recall|got)(?: noted)?(?: in (?:your )?memory)?(?: down)? (?:about|on|of|regarding) (?<query>.+)$/d,
  /^(?:have|did) i (?:ever )?(?:told?|said?|say|mention(?:ed)?)(?: you)? (?<query>.+)$/d,
  /^(?:search|look|check|look up|find)(?: (?:in|through|up))? (?:my |your |the )?(?:memory|memories) (?:for|about) (?<query>.+)$/d,
  /^(?:search|look) for (?<query>.+) in (?:my |your |the )?(?:memory|memories)$/d,
  /^(?:你)?(?:还|是否|是不是)?(?:记不记得|记得|记住了?)(?<query>.+?)(?:吗|么|不|没有?|呢)?$/d,
  /^(?:提醒我一下|提醒我|告诉我|说说|跟我说)(?:一下)?\s*[,:]?\s*(?<query>.*(?:什么|啥|哪|谁|多少|几|我的).*|[^,。]{1,12}(?:号码?|编号|密码|口令|地址|生日|电话|邮箱|尺码|名字))$/d,
  /^(?:我|我们)(?:之前|以前|上次|曾经|昨天|刚才|刚刚|有没有|是不是)*(?:跟你|和你|对你|给你|让你|告诉|叫你)*(?:(?:说|提|讲|告诉|记|提到|记录|讲到|说到|写)(?:过|了)|(?:说|提|讲|记录?|提到)(?=[^,]*(?:什么|哪|吗$)))(?:的|你|到|住)*(?:关于|有关)?(?<query>.*?)(?:什么|啥|哪些|没有|吗|的?(?:事情?|话|内容|东西))*$/d,
  /^(?:关于|有关)(?<query>.+?)[,，]?\s*(?:我|你)?(?:之前)?(?:说过|记得|知道|记了|提过|记录了|了解)?(?:些|了)?(?:什么|啥|哪些)$/d,
  /^(?:你)?(?:知道|记得|记录了|记了)(?:关于)?(?<query>我.+?)(?:什么|啥|吗|么)?$/d,
  /^(?:在|从|到)?(?:你的|我的)?(?:记忆|备忘录|备忘)(?=里|中|搜|查|找)(?:里面|里|中)?(?:搜索|查找|找|查|搜|找找|查查|找一下|查一下|搜一下)?(?:有没有|有关|关于|跟|和)*\s*[:,]?\s*(?<query>.+?)(?:有关)?(?:吗|的(?:内容|事|记录))?$/d,
];

const PERSON_EN = /\b(?:i|i'm|i've|i'd|my|mine|me|we|we're|our|ours|us)\b/;
const NOT_ABOUT_ME =
  /\b(?:do you think|in your opinion|(?:i|we) (?:should|could|must|ought)|(?:should|can|could|may|might|must|would|shall|will) (?:i|we)|(?:how|why) (?:do|did|to|does|can|should|would) (?:i|we)(?! (?:like|take|prefer|want|drink|usually|feel about|spell|get to|pronounce|have))|(?:do|does) (?:i|we) (?:have|need) to|(?:tell|give|show|help|teach|explain to|write|make|find|send|recommend|suggest|get|sing|read|draw|translate for) (?:me|us)|for me|what if (?:i|we)|if i|when i (?:delete|run|remove|write)|^do i (?:delete|run|write|create|install|open|move|rename|fix|learn|make|build|cook)|am i (?:allowed|able|supposed|safe)|is it (?:safe|ok|okay|possible|wise|dangerous|true)|why\b|happens? (?:if|when)|what would happen)\b/;
const WORLD_EN =
  /\b(?:why|explain|meaning of|mean|means|definition|define|capital|population|president|prime minister|king|queen|invented|inventor|discovered|founded|wrote|written by|author of|painted|composed|directed|weather|forecast|temperature|news|stock|price of|exchange rate|largest|smallest|tallest|highest|biggest|longest|fastest|oldest|deepest|richest|most (?:popular|famous|common|expensive)|best|worst|difference between|translate|translation|synonym|antonym|in (?:french|german|spanish|chinese|english|japanese|italian|latin|korean)|square root|plus|minus|times|divided|multiplied|sum of|how to|how does|how do (?:you|people|they|we|birds|planes)|how did|history of|war|century|planet|planets|solar|universe|moon|earth|ocean|continent|country|countries|speed of|distance|boiling|melting|chemical|element|formula|theorem|recipe|should|would|safe to|(?:is|are) (?:it )?safe|dangerous|happens? (?:if|when)|better|opinion|think|believe|recommend|suggest|joke|poem|story|life|god|python|javascript|typescript|java|regex|algorithm|code (?:to|for (?:an?|some)) \w+|function (?:for|to)|you|your|yourself)\b|\d\s*[-+*/x×÷^]\s*\d|^who (?:is|was) the\b|^what (?:is|are|was|were) (?:an?|the \w+ of (?:life|a|an))\b/;
const WORLD_ZH =
  /为什么|为啥|为何|什么是|是什么意思|什么意思|含义|定义|解释|介绍|首都|人口|总统|总理|国王|皇帝|朝代|发明|发现了|创立|建立于|作者|写的(?:书|诗|小说)?|天气|气温|新闻|股价|股票|汇率|最大|最高|最长|最小|最快|最好|最深|最多|世界上|中国有|区别|不同|翻译|英文怎么|怎么说|用.{1,3}语|等于|加上|减去|乘以|除以|平方|历史|战争|世纪|行星|太阳|月亮|地球|宇宙|大洋|大陆|国家|光速|距离|化学|元素|公式|定理|菜谱|怎么做|如何|怎么样|怎样|怎么(?!称呼|叫我)|应该|安全吗|危险|会发生|会怎|后果|如果|要是|推荐|建议|觉得|认为|笑话|故事|人生|意义|你(?!记|还|知)|原理|算法|代码|函数|编程|正则|现在几点|复杂度|哪个(?:更|比较)?(?:好|强|快|贵|便宜)|更好|\d\s*[-+*/×÷]\s*\d/;
const PERSONAL_THING_EN =
  /\b(?:wi-?fi|password|passcode|pin|code|key|keys|folder|contract|contracts|invoice|invoices|receipt|receipts|locker|passport|licen[cs]e plate|extension|phone|mobile|email|e-mail|address|birthday|anniversary|appointment|meeting|flight|train|deadline|dentist|doctor|landlord|plumber|colleague|boss|manager|team|office|cabin|garage|basement|cupboard|drawer|toolbox|shelf|car|bike|parking|charger|adapter|router|printer|server|hostname|budget|account|insurance|subscription|spare|warranty|rent|gym|school|teacher|vet|dog|cat|wife|husband|son|daughter|mom|mum|dad|sister|brother|room|desk|seat|ticket|reservation|booking|hotel|project|client|customer|supplier|report)\b/;
const PERSONAL_THING_ZH =
  /钥匙|密码|口令|发票|会议|合同|分机|电话|手机|地址|邮箱|邮件|生日|纪念日|文件夹|柜|车牌|车位|停车|护照|身份证|驾照|预约|航班|火车|高铁|车票|截止|交付|牙医|医生|房东|同事|老板|经理|办公室|抽屉|工具箱|充电器|路由器|打印机|服务器|账号|账户|保险|会员|房租|学校|老师|体检|快递|包裹|wi-?fi|工号|工位|座位|酒店|项目|客户|供应商|报销|报告|值班|例会|门禁|备用|聚餐|面试|房东|编号|血型|工资|驾照|水电|煤气|药|尺码|遥控器/;
const QUESTION_EN =
  /^(?:what|what's|whats|which|who|who's|whom|whose|where|where's|when|when's|how many|how much|how old|how long|how often|how do|how did|do|does|did|is|are|am|was|were|have|has|in which|at which|on which|to whom|for whom|under which|with whom)\b/;
const QUESTION_ZH =
  /[谁哪]|什么|啥|多少|几[点号时月日个岁楼层路天位名次周]|[吗么]$|何时|何地|多大|多久|多长|是不是|有没有|呢$|怎么称呼|叫什么/;
const AN_ORDER =
  /^(?:write|draw|compose|translate|summari[sz]e|create|make|generate|calculate|solve|explain|describe|tell|give|list|compare|fix|debug|写|画|翻译|总结|计算|解释|描述|生成|编|讲|唱|推荐|比较)/;

const ABOUT_ME =
  /^(?:(?:tell|show) me )?(?:what|everything|anything|all|how much)(?: else)?(?: (?:do|did|have|is|that))? ?(?:you|it)? ?(?:know|remember|noted|have noted|learned|have learned|have|stored|have stored|keep)?(?: down)?(?: in (?:your )?memory)? (?:about|of|on) (?:me|myself)(?: so far)?$|^(?:do|did) you (?:know|remember) (?:me|who i am|anything about me)$|^who am i$|^你?(?:对我|关于我)(?:的事)?[,]?(?:你)?(?:都)?(?:了解|知道|记得|记住)(?:了)?(?:些|多少|什么|哪些)*$|^你(?:都)?(?:知道|了解|记得|记住了?)(?:关于)?我(?:的)?(?:些|哪些|什么|多少|吗|的事|哪些事|什么事)*$|^我是谁$/;

/** Everything that was told, about nothing in particular. */
const ABOUT_ALL =
  /^what (?:else )?(?:did|have|had) (?:i|we) (?:ever |already |just )?(?:tell|told|ask|asked|given?|say|said)(?: to)? you to (?:remember|keep|note|memori[sz]e|keep in mind)(?: so far| today)?$|^what (?:else )?(?:do|did|have|can) you (?:still |already )?(?:remember|remembered|noted|memori[sz]ed|recall|kept|stored)(?: so far| for me| from me)?$|^what(?:'s| is)(?: stored| saved| kept)? in (?:your|my) (?:memory|memories)$|^(?:show|list|tell|give)(?: me)? (?:everything|all(?: (?:of )?the things)?|what|the things)(?: that)? (?:you(?:'ve| have)? (?:remember(?:ed)?|noted|stored|kept)|i (?:told|asked) you to remember)$|^(?:show|list)(?: me)? (?:all )?(?:my|your) (?:memory|memories)$|^你?(?:都|现在|目前|已经|还)*(?:记住|记得|记下|记)(?:了|过)?(?:些|哪些|什么|啥)+(?:东西|事情?|内容)?$|^我(?:都|之前|以前)*(?:让|叫|要|请)你(?:都)?(?:记住|记得|记下|记)(?:的)?(?:了|过)?(?:是)?(?:些|哪些|什么|啥)+(?:东西|事情?|内容)?$|^(?:你的|我的)?记忆(?:里|中|里面)(?:都|现在)?有(?:些|哪些|什么|啥)+(?:东西|内容)?$|^(?:列出|显示|看看)(?:你)?(?:所有|全部)?(?:记住的|的记忆|你的记忆)(?:所有|全部)?(?:东西|内容|事情?)?$/;

/** "my locker number" and no more: what one types into a search field. */
const NOUN_ONLY =
  /^my (?:[\p{L}\p{N}'-]+ ){0,3}[\p{L}\p{N}'-]+$|^我的?[^是在有要想了过着忘没不,，。:：\s]{2,10}$|^\p{L}[\p{L}-]*'s (?:[\p{L}\p{N}'-]+ ){0,2}(?:number|address|birthday|size|code|password|phone|email|extension)$|^[\p{Script=Han}a-z]{1,8}的(?:电话|手机|分机|工|车牌)?(?:号码?|密码|地址|生日|电话|邮箱|尺码|编号|名字)$/u;
const ASKED_NOUN =
  /\b(?:number|name|address|birthday|size|code|password|phone|email|extension|favou?rite)\b|(?:号码?|密码|名字|地址|生日|电话|邮箱|尺码)$/;

/** "我喝咖啡吗", when the closing word is gone. */
const OF_MYSELF_ZH = /^我(?!.*(?:删|运行|执行|覆盖|修改|移动|安全|危险|应该|可以|能|会不会|要不要|需要))/;

let countries: RegExp | undefined;

/** Names of countries in both languages, from the runtime's own tables: such a question is about the world. */
function countryNames(): RegExp {
  if (countries !== undefined) return countries;
  const names = new Set<string>(['america', 'britain', 'england', 'scotland', 'europe', 'asia', 'africa', '欧洲', '亚洲', '非洲', '美洲']);
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  for (const language of ['en', 'zh-CN']) {
    const display = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    for (const first of letters)
      for (const second of letters) {
        const name = display.of(first + second)?.toLowerCase();
        if (name !== undefined && name.length > 1 && !/[()（）&]/.test(name)) names.add(name);
      }
  }
  const latin = [...names].filter((name) => /^[a-z][a-z .'-]+$/.test(name) && name.length > 3);
  const han = [...names].filter((name) => /^\p{Script=Han}+$/u.test(name));
  countries = new RegExp(`\\b(?:${latin.join('|')})\\b|${han.join('|')}`);
  return countries;
}

export function readRecall(clause: Clause): Intent | null {
  if (isNegated(clause)) return null;
  const question = withoutEnd(clause.whole, /[\s。.!?~]+$/);
  for (const text of [clause.tight, question]) {
    if (ABOUT_ME.test(text.key) || ABOUT_ALL.test(text.key)) return { kind: 'about-me' };
    const query = takeFirst(text, ASK_MEMORY)?.['query'];
    if (query !== undefined && mayBeTold(query)) return { kind: 'recall', query: query.raw || text.raw, personal: true };
  }
  if (AN_ORDER.test(clause.tight.key)) return null;
  if (
    NOUN_ONLY.test(clause.tight.key) &&
    !/\b(?:is|are|was|were|has|have|hurts?|goes|likes?)\b/.test(clause.tight.key) &&
    (PERSONAL_THING_EN.test(clause.tight.key) || PERSONAL_THING_ZH.test(clause.tight.key) || ASKED_NOUN.test(clause.tight.key))
  ) {
    return { kind: 'recall', query: clause.tight.raw, personal: /^my\b|^我/.test(clause.tight.key) };
  }
  const asked =
    QUESTION_EN.test(clause.tight.key) || QUESTION_ZH.test(clause.tight.key) || (clause.asks && OF_MYSELF_ZH.test(clause.tight.key));
  return asked ? ordinaryQuestion(clause) : null;
}

function mayBeTold(query: Phrase): boolean {
  return !/^(?:how to|why\b|to\b|what (?:would|will|happens?|could|might)\b|怎么|如何|为什么)|\bif\b/.test(query.key);
}

function ordinaryQuestion(clause: Clause): Intent | null {
  const key = clause.tight.key;
  const recall = (personal: boolean): Intent => ({ kind: 'recall', query: clause.tight.raw, personal });
  if (NOT_ABOUT_ME.test(key)) return null;
  if (
    /如果|假如|要是|我(?:该|应该|能|可以|可不可以|能不能|怎么(?!称呼)|如何|要不要|是否应该|为什么)|(?:给|帮|替|教)我|可以.*吗$|(?:安全|危险|要紧|行|好|对|可以)(?:吗|么)$/.test(
      key,
    )
  )
    return null;
  if (PERSON_EN.test(key) || /我|咱|俺/.test(key)) return /\b(?:why|weather|translate)\b|为什么|天气|翻译/.test(key) ? null : recall(true);
  if (WORLD_EN.test(key) || WORLD_ZH.test(key)) return null;
  if (PERSONAL_THING_EN.test(key) || PERSONAL_THING_ZH.test(key)) return recall(false);
  if (countryNames().test(key)) return null;
  const names =
    /^(?:where|who|when|whose|which|what(?:'s| is| are| was)? (?:the|'s)|what(?:'s| is| are) \w+'s|what's the|how (?:many|much|old|long))\b/.test(
      key,
    ) && /\bthe\b|\b\w+'s\b/.test(key);
  const named =
    /^(?:who(?:'s| is| was)|where(?:'s| is| are)|when(?:'s| is)|what(?:'s| is)) \p{L}[\p{L}\p{N}'-]*(?: \p{L}[\p{L}\p{N}'-]*)?$/u.test(
      key,
    ) && /\p{Lu}/u.test(clause.tight.raw.slice(4));
  const ofSomebody = /^(?:[Ii]s|[Ww]as|[Dd]oes|[Dd]id|[Hh]as) \p{Lu}\p{Ll}+ \p{Ll}[\p{L}' -]{1,40}$/u.test(clause.tight.raw);
  const zh =
    QUESTION_ZH.test(key) &&
    /谁|哪[儿里天个位]|放|几[点号楼层月]|多少|什么时候|何时|叫什么|姓什么|吗$|(?<![什怎])么$/.test(key) &&
    key.length <= 24;
  return names || named || ofSomebody || zh ? recall(false) : null;
}
