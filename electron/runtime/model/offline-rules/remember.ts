/** Requests to keep something, and preferences that a person mentions in passing. */
import type { Clause } from './clause.ts';
import { isNegated } from './clause.ts';
import type { Intent } from './intent.ts';
import { memoryTarget } from './memory-target.ts';
import { hasHan, type Phrase, part, take, takeFirst, trimmed, unquoted, withoutEnd } from './phrase.ts';

const NOTE_THIS = '(?:this|it|that|the following|following|these|one thing|something)';
const MEMORY_EN = '(?:(?:your|my|the|long[- ]term)\\s+)*(?:memory|memories|notes for me)';

const REQUESTS: readonly RegExp[] = [
  new RegExp(
    `^(?:(?:do|always|pls|please)\\s+)?(?:remember|rember|remeber|rememeber|remmember|remembr|rembember|memori[sz]e|remind yourself)(?:\\s+for (?:me|later|next time))?(?:\\s+${NOTE_THIS}(?=\\s*[:,-]))?\\s*(?:[:,-]+\\s*|\\s+that\\s*[:,]?\\s+|\\s+(?=\\S))(?:that\\s+)?(?<text>.+)$`,
    'ds',
  ),
  new RegExp(
    `^(?:(?:please\\s+)?(?:make|take|leave|add|keep|create|put down)\\s+(?:me\\s+)?(?:a\\s+)?(?:quick\\s+|mental\\s+|short\\s+|little\\s+)?(?:note|memo|reminder note)(?:\\s+for (?:me|later))?(?:\\s+of\\s+${NOTE_THIS}(?=\\s*[:,-]))?|note(?!\\s+(?:taking|pads?|books?|worthy)\\b)(?:\\s+down)?|write down|jot down|put down|get this down|log|record)(?:\\s+${NOTE_THIS}(?=\\s*(?:[:,-]|$)))?\\s*(?:[:,-]+\\s*|\\s+(?:saying|of the fact|of|about it|to self)\\s*[:,]?\\s*|\\s+)(?:that\\s+)?(?<text>.+)$`,
    'ds',
  ),
  /^(?:note|memo|reminder)\s+to\s+(?:self|myself)\s*[:,-]+\s*(?<text>.+)$/ds,
  /^(?:(?:save|keep|note) (?:this )?(?:for later|for the record)|memo|memory|fyi for later|for the record|for (?:your|my) (?:memory|records?)|for future reference|for later|for next time)\s*[:,-]+\s*(?:that\s+)?(?<text>.+)$/ds,
  new RegExp(
    `^(?:please\\s+)?(?:don't|dont|do not|never|do n't)\\s+(?:you\\s+)?(?:ever\\s+)?forget(?:\\s+${NOTE_THIS}(?=\\s*[:,-]))?\\s*(?:[:,-]+\\s*|\\s+that\\s+|\\s+)(?:that\\s+)?(?<text>.+)$`,
    'ds',
  ),
  /^(?:please\s+)?(?:don't|dont|do not|never)\s+let\s+(?:me|us|yourself)\s+forget\s*(?:[:,-]+\s*|\s+)(?:that\s+)?(?<text>.+)$/ds,
  new RegExp(
    `^(?:keep|bear|have|hold)\\s+(?:${NOTE_THIS}\\s+)?in\\s+(?:your\\s+)?(?:mind|memory)\\s*(?:[:,-]+\\s*|\\s+)(?:that\\s+)?(?<text>.+)$`,
    'ds',
  ),
  new RegExp(
    `^(?:save|add|put|store|write|commit|keep|log|record)\\s+(?:${NOTE_THIS}\\s+)?(?:in|to|into|down in)\\s+${MEMORY_EN}\\s*(?:[:,-]+\\s*|\\s+)(?:that\\s+)?(?<text>.+)$`,
    'ds',
  ),
  new RegExp(
    `^(?:save|add|put|store|write|commit|keep)\\s+(?:the fact\\s+)?(?:that\\s+)?(?<text>.+?)\\s+(?:in|to|into)\\s+${MEMORY_EN}$`,
    'ds',
  ),
  /^(?:keep|have) (?:a )?(?:note|record) (?:of|that)\s*(?:[:,-]+\s*)?(?<text>.+)$/ds,
  /^(?:it(?:'s| is) (?:important|worth) (?:to )?(?:remember(?:ing)?|not(?:e|ing))|you (?:should|need to|must) (?:remember|know|note))\s*(?:[:,-]+\s*|\s+that\s+|\s+)(?:that\s+)?(?<text>.+)$/ds,
  /^(?:把|将)\s*(?<text>.+?)\s*(?:这件事|这点|这个|这一点)?\s*(?:给我)?(?:记下来|记住|记一下|记着|记下|记好|记到(?:你的)?(?:记忆|备忘录|笔记)(?:里|中)?|存到(?:你的)?记忆(?:里|中)?|保存到(?:你的)?记忆(?:里|中)?|写进(?:你的)?记忆(?:里|中)?|加到(?:你的)?记忆(?:里|中)?|存入(?:你的)?记忆|记入(?:你的)?记忆)(?:吧|了|哦|啊)?$/ds,
  /^(?:把|将)?(?:这个|这件事|这点|这条|下面这句|下面的话|以下内容|以下)?\s*(?:给我)?(?:记下来|记住|记一下|记下|存到记忆里|保存到记忆|加到记忆里|存入记忆)\s*[:,]\s*(?<text>.+)$/ds,
  /^(?:有(?:一?件|个)?(?:事情?|东西|一点)\s*[,:]?\s*)?(?:以后|今后)?(?:请|想让|希望|麻烦)?你?(?:要|得|应该|务必|一定要|一定|千万要?|必须)?\s*(?:帮我)?(?:记住|记着|记牢|牢记|记好|记得|谨记|铭记|记一记|记一下|记一笔|记个|记下来|记下|记录一下|记录下来|记录下|记录(?!里|中|在|是)|备注一下|备注|备忘一下|备忘(?!录)|存一下|做个备忘|做个笔记|留个备注|mark一下|mark|note一下|remember一下)(?:了|哦|啊|吧)?\s*(?:[:,。]\s*)?(?:这件事|这一点|这点|这个|这条|以下内容|以下|下面这句|的是)?\s*(?:[:,]\s*)?(?<text>.+)$/ds,
  /^(?:在|往|给)(?:你的|我的|长期)?记忆(?:里面|里|中)?(?:存|记|写|加|添加|保存)(?:一下|下|上|入)?\s*[:,]?\s*(?<text>.+)$/ds,
  /^(?:记|帮记)\s*[:,]\s*(?<text>.+)$/ds,
  /^(?:可|请|千万|你|你可|一定)*(?:别|不要|不能|勿|不可以?|莫)(?:忘了|忘记了?|忘掉|忘)\s*[:,]?\s*(?<text>.+)$/ds,
  /^(?:别|不要)让我(?:忘了|忘记了?|忘掉|忘)\s*[:,]?\s*(?<text>.+)$/ds,
  /^(?:把)?(?:这个|这条|以下内容|下面的|以下)?(?:存到|存进|保存到|加到|加进|写进|写到|写入|添加到|存入|记到|记入)(?:你的|我的|长期)?(?:记忆|备忘录)(?:里|中|里面)?\s*[:,]?\s*(?<text>.+)$/ds,
];

const AFTERTHOUGHTS: readonly RegExp[] = [
  /^(?<text>.+?)\s*[,.;!-]+\s*(?:and\s+|so\s+)?(?:please\s+|pls\s+|could you\s+|can you\s+)*(?:remember|note|memorize|keep|don't forget|do not forget|save|write down|jot down)\s+(?:that|this|it)(?:\s+(?:down|in mind|for (?:me|later|next time)|please|to memory|to your memory))*$/ds,
  /^(?<text>.+?)\s*[,.;!-]+\s*(?:and\s+|so\s+)?(?:please\s+|pls\s+)?(?:keep (?:that|this|it) in mind|make a note(?: of (?:that|this|it))?|remember|write (?:that|this|it) down|take note|don't forget)(?:\s+please)?$/ds,
  /^(?<text>.+?)\s*[,。;!]\s*(?:请|麻烦|要|你|帮我|可|千万|都|给我|一定|务必|先)*(?:把(?:这个|这些|它|这点|这件事))?(?:记住|记一下|记着|记好|记下来|记下|记得|记录一下|备注一下|备忘|别忘了?|不要忘了?|别忘记|不要忘记)(?:这个|这点|这件事|它|了|哦|啊|吧|啦|哈)*$/ds,
];

const BARE =
  /^(?:please\s+)?(?:remember|memori[sz]e|note|take a note|make a note|keep in mind|don't forget|do not forget|write (?:this|that|it) down|jot (?:this|that|it) down|save (?:this|that|it) to (?:your )?memory)(?:\s+(?:this|that|it|something|a thing|one thing|down|for me|of something|of this))*$|^(?:把)?(?:这个|这件事|一件事|件事|点东西|点事)?(?:记住|记一下|记下来|记着|记下|记录一下|别忘了?|不要忘了?|记件事|记点东西|记个事|记一件事|备忘一下)(?:这个|这件事|一件事|件事|点东西|它|了|吧)*$/;

/** "remember when we ...", "remember where I put it": a question, unless a colon brings the answer. */
const ASKS_BACK =
  /^(?:when|where|what|who|whom|whose|which|why|how|if|whether|the (?:time|day|one|night|guy|story) (?:when|where|that|who|we|i|you)\b|me\b|us\b|this\?|that\?|it\?)/;
const ASKS_BACK_ZH = /^(?:吗|么|没|我是谁|.{0,14}(?:谁|哪[里儿个天]?|什么|多少|几[点号]?|吗|么|呢|没有|不)[?。]*$)/;

/** "...". */
const AFTER_QUOTE = /(?<=["'`])\s*[.。!]+$/;

function cleaned(text: Phrase): Phrase {
  let rest = withoutEnd(text, AFTER_QUOTE);
  const inside = unquoted(rest);
  if (inside !== null && inside.raw.trim() !== '') return trimmed(inside);
  const sentences = rest.key.match(/[.。!?](?=\s|\S|$)/g)?.length ?? 0;
  if (sentences <= 1 || !/[.。!]\s*\S/.test(rest.key)) rest = withoutEnd(rest, /[.。]+$|(?<=\S)[!~]+$/);
  return withoutEnd(rest, /\s*[,;]$/);
}

function kept(text: Phrase, asked: boolean): Intent | null {
  const clean = cleaned(text);
  if (clean.raw === '') return null;
  return { kind: 'remember', text: clean.raw, target: memoryTarget(clean.key), asked };
}

/** "remember this, ok?" asks nothing. */
const TAG = /\s*,?\s*\b(?:ok|okay|alright|all right)\s*[?]+$/;

export function readRemember(clause: Clause): Intent | null {
  const { said, tight } = clause;
  if (BARE.test(tight.key)) return clause.asks && clause.force !== 'asked' ? null : missingText();
  const tagged = withoutEnd(said, TAG);
  const ended = withoutEnd(tagged, /(?<=\S)[.。!~]+$/);
  for (const pattern of REQUESTS) {
    const text = take(ended, pattern)?.['text'];
    if (text === undefined) continue;
    if (questionInside(tagged.raw === said.raw ? clause : { ...clause, asks: false }, text)) return null;
    if (/^(?:file|document)\b/.test(text.key)) return null;
    if (/^(?:this|that|it|这个|这件事|这点|它)[.。!]*$/.test(text.key)) return missingText();
    return kept(clause.force === 'asked' ? withoutEnd(text, ASKING_END) : text, true);
  }
  if (isNegated(clause) || clause.asks) return null;
  const afterthought = takeFirst(tight, AFTERTHOUGHTS)?.['text'];
  return afterthought === undefined || questionInside(clause, afterthought) ? null : kept(afterthought, true);
}

function missingText(): Intent {
  return { kind: 'clarify', tool: 'memory_append', arguments: {}, missing: ['text'] };
}

const STATES =
  /\b(?:is|are|am|was|were|has|have|'s|'m|'re|prefer|like|love|hate|live|use|likes|prefers|goes|go|moved|holds?|needs?|to|that)\b|[:：]|[是在有用对叫住过]/;

const ASKING_END = /(?:\s*[?。.!]|吗|(?<![什怎那这])么|好吗|可以吗)+$/;

function questionInside(clause: Clause, given: Phrase): boolean {
  const text = clause.force === 'asked' ? withoutEnd(given, ASKING_END) : given;
  if (/[:：]\s*\S/.test(text.key) && !clause.asks) return false;
  if (ASKS_BACK.test(text.key) || ASKS_BACK_ZH.test(text.key)) return true;
  if (!clause.asks) return false;
  if (clause.force === 'asked' && hasHan(text.raw)) return /^我的[^是在有叫对]{1,6}$/u.test(text.key);
  return (
    clause.force !== 'asked' ||
    !(
      STATES.test(text.key) ||
      /^(?:i|we|he|she|they|it)\s+[a-z]/.test(text.key) ||
      /:\s/.test(clause.said.key) ||
      /^[^,.]*\bthat\s/.test(clause.said.key)
    )
  );
}

const MENTION_EN =
  /^(?:(?:by the way|btw|fyi|just so you know|for your information|just to let you know|you should know(?: that)?|in general|generally|usually|personally|honestly|as a rule|at work|at home|these days)\s*,?\s+)?(?:i(?:'m| am)\s+(?:also\s+|really\s+|very\s+|still\s+|a bit\s+|highly\s+|severely\s+)*(?:allergic to|intolerant|lactose|vegetarian|vegan|pescatarian|diabetic|colou?r-?blind|left-?handed|right-?handed|based in|living in|from\b|an? (?:morning person|night owl|early bird|vegetarian|vegan|[a-z-]+ (?:person|fan|lover|drinker|user))|(?:a|an) (?:\w+ )?(?:developer|engineer|teacher|nurse|doctor|designer|student|lawyer|writer|programmer|manager|accountant|researcher|scientist|artist|translator|photographer|consultant|analyst|chef|musician|journalist|editor|architect)|used to (?:working|writing|using))|i\s+(?:(?:always|usually|mostly|normally|really|generally|personally|still|only|also|mainly|typically|tend to|much|very much|strongly|absolutely|often|just|do)\s+)*(?:prefer|like|love|enjoy|hate|dislike|loathe|adore|use|drink|eat|avoid|favou?r|can't stand|cannot stand|can't eat|cannot eat|can't drink|don't (?:like|eat|drink|use|enjoy|want to be called)|do not (?:like|eat|drink|use)|never (?:eat|drink|use|work)|live in|work (?:as|at|for|in|from)|speak|code in|program in|write (?:my )?(?:code|notes|everything) in|wear size|go by|was born|take my (?:coffee|tea)|drive a|play|commute by|wake up at|get up at|sleep at)\b|my\s+(?:full |first |last |nick|middle )?(?:name|birthday|pronouns|hobby|hobbies|job|native language|mother tongue|hometown|blood type|shoe size|diet|favou?rite\b[^,]*?)(?:'s| is| are)\b|call me\s+)/;
const MENTION_ZH =
  /^(?:(?:对了|顺便说一下|说一下|其实|另外|一般来说|平时|通常|平常|工作中|工作时|在家|上班时)\s*,?\s*)?我(?:(?:平时|平常|一般|通常|总是|一直|都|更|比较|最|很|特别|非常|还是|也|从来|从|真的|超|挺|一向|向来|主要|只|经常|常常|常|写代码|做\S{1,6}|工作|在家|上班)(?:都|会|爱|是)?)*(?:习惯|喜欢|偏爱|偏好|偏向|爱吃|爱喝|爱用|爱看|爱听|讨厌|不喜欢|不爱|不吃|不喝|不能吃|不能喝|不用|受不了|忌口|吃素|是(?:左撇子|素食|程序员|医生|老师|学生|设计师|工程师|律师|产品经理|北方人|南方人|[\p{Script=Han}]{1,6}人)|对[\p{L}、和与\s]{1,20}过敏|(?<!现在|正在|刚)用\s*[\p{L}]|住在|住(?=\p{Script=Han})|叫(?!你|他|她|了)|姓|的(?:名字|生日|英文名|昵称|网名|爱好|职业|血型|家乡|口味|忌口|母语)(?:是|叫|在)|属(?:鼠|牛|虎|兔|龙|蛇|马|羊|猴|鸡|狗|猪)|每(?:天|周|晚|个?月|年|逢)|周一到|睡觉|早起|喝咖啡|喝茶)/u;
const NO_MENTION =
  /[?]|\b(?:i (?:also )?(?:like|love|hate|prefer|use|enjoy) (?:it|this|that|these|those|you|your|how|when|what|where|him|her|them|the way|to know|to see|to hear|for you)\b|would|could|should|can you|please|write (?:me|a|an|it|this|some|about)|tell|recommend|suggest|explain|translate|what|which|why|if|wish|yesterday|tomorrow|don't remember|don't know|delete|run|ignore|so (?:make|give|find|show|help|create))\b|吗|呢|什么|怎么|哪|谁|请|帮我|推荐|建议|翻译|写一|给我|如果|假如|要是|喜欢你|喜欢这|爱你|讨厌你|用(?:一下|了|完|过)|想|能不能|可以|不记得|不知道|为什么|多少|昨天|明天|刚才|今天|帮|那么?写|叫你|叫他|忽略|删除|运行/;

/** A lasting preference or fact about the person, said without a request. Never for a question, a wish or anything longer than a sentence. */
export function readMention(clause: Clause): Intent | null {
  if (clause.asks || clause.force !== 'order') return null;
  const statement = cleaned(clause.said);
  if (statement.raw.length > 160 || /[.。!;\n]\s*\S/.test(statement.key.replace(/\w\.\w/g, ''))) return null;
  if (NO_MENTION.test(statement.key) || !(MENTION_EN.test(statement.key) || MENTION_ZH.test(statement.key))) return null;
  const from =
    /^(?:by the way|btw|fyi|just so you know|for your information|just to let you know|顺便说一下|说一下|对了)\s*,?\s+/.exec(
      statement.key,
    )?.[0].length ?? 0;
  return { kind: 'remember', text: part(statement, from).raw, target: 'user', asked: false };
}
