/** Where a told thing belongs: the day's note, lasting facts, or what is known of the person. */
import type { MemoryTarget } from '#shared/schema/memory';

const HABIT =
  /\b(?:never|every|each|weekdays|weekends|always|usually|normally|daily|weekly|mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays|mornings|evenings)\b|每|平时|通常|一般|总是|习惯|一向|从来|工作日|周末都|从不|不在(?:周|星期)/;
const LASTING_DATE = /\b(?:birthday|anniversary|born|opens? at|closes? at)\b|生日|纪念日|出生|开门|关门|营业/;
const DATED = new RegExp(
  [
    "\\b(?:today|tomorrow|tonight|yesterday|this (?:morning|afternoon|evening|week|weekend|month|friday|monday|tuesday|wednesday|thursday|saturday|sunday)|(?:next|last|coming) (?:week|weekend|month|year|mon|tue|wed|thu|fri|sat|sun)\\w*|in (?:\\d+|a|an|two|three|a few) (?:minutes?|hours?|days?|weeks?|months?)|(?:by|on|until|till|before|after|to|due|this|at) (?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|tues|wednes|thurs|fri|satur|sun)day(?:'s)?\\b|(?:at|by|before|until|after) (?:\\d{1,2}(?::\\d{2})?\\s*(?:am|pm|a\\.m|p\\.m|o'clock)?|noon|midnight)\\b|\\d{1,2}:\\d{2}|\\d{1,2}\\s?(?:am|pm)|deadline|due (?:on|by)|expires?|\\d{4}-\\d{2}-\\d{2}|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec)[a-z]*\\.? \\d{1,2}\\b|\\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|(?:the|on the) \\d{1,2}(?:st|nd|rd|th))\\b",
    '今天|明天|后天|大后天|昨天|前天|今晚|明晚|明早|今早|昨晚|今年|明年|去年|刚才|刚刚|(?:下|上|这|本)(?:个)?(?:周|星期|礼拜|月)|(?:周|星期|礼拜)[一二三四五六日天]|(?:月底|月初|年底|周末)|[\\d一二三四五六七八九十]{1,3}月(?:[\\d一二三四五六七八九十]{1,3}[日号])?|[\\d一二三四五六七八九十]{1,3}[日号](?!线|楼|门|机|码|店|院|桌|柜|房|位|键|球|仓|库|地)|(?:上午|下午|早上|晚上|中午|凌晨)?[\\d一二三四五六七八九十两]{1,3}点(?:半|钟|整)?|截止|到期|[\\d一二三四五六七八九十两]+(?:天|周|小时|个月)(?:后|之后|以后|内)',
  ].join('|'),
);
const TASK =
  /^(?:to|i (?:have|need|must|should|ought) to|we (?:have|need) to|i must|i'll|i will|i'm going to|i am going to)\s|^(?:我)?(?:要|得|需要|还得|必须)(?!是)|^(?:去|买|交|打电话|取|寄|还|带)(?!往|过)/;
const ABOUT_SELF_EN =
  /^(?:that\s+)?(?:(?:in the mornings?|at work|for (?:web|work)[^,]*|in general|generally|usually|personally|normally),?\s+)?(?:i|i'm|i've|i'd|we|call me)\b|^(?:please )?(?:address|call) me\b|\bmy (?:full |first |last |nick|middle |maiden )?(?:name|birthday|birth date|date of birth|favou?rite|preferred|preference|pronouns|hobb(?:y|ies)|job|profession|occupation|employer|boss|native|mother tongue|language|time ?zone|home ?town|blood type|shoe|shirt|ring|height|weight|diet|allerg(?:y|ies)|wife|husband|partner|son|daughter|kids?|children|mother|father|mom|mum|dad|sister|brother|parents|girlfriend|boyfriend|fianc|dog|cat|pets?|age|star sign|zodiac|working hours|work(?:ing)? days|coffee|tea|handedness)\b/;
const ABOUT_SELF_ZH =
  /^(?:我|俺|咱|本人|(?:平时|通常|一般|早上|工作时|写代码时)我)(?!们)(?!的(?!名字|姓名|生日|英文名|昵称|网名|爱好|职业|工作|血型|家乡|老家|口味|忌口|母语|身高|体重|鞋码|尺码|年龄|星座|老婆|妻子|老公|丈夫|儿子|女儿|孩子|妈妈|爸爸|母亲|父亲|父母|姐姐|妹妹|哥哥|弟弟|女朋友|男朋友|对象|狗|猫|宠物|习惯|作息|时区|最爱|偏好|上班时间|工作时间))|叫我/;
const BELONGING =
  /^(?:i|we) (?:keep|put|left|parked|store|stored|placed|hid|have hidden|lent|gave|bought|paid|sent|ordered|moved|saved)\b|^我(?:把|将|放|停|存|借|寄|付|买|订|搬|藏)/;

/** `key` is the folded text. */
export function memoryTarget(key: string): MemoryTarget {
  const habit = HABIT.test(key);
  if (!habit && !LASTING_DATE.test(key) && (DATED.test(key) || TASK.test(key))) return 'daily';
  if (BELONGING.test(key)) return 'memory';
  return ABOUT_SELF_EN.test(key) || ABOUT_SELF_ZH.test(key) ? 'user' : 'memory';
}
