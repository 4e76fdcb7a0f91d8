/** Requests that look at files and change nothing: list, read, search. */
import type { Clause } from './clause.ts';
import { isNegated } from './clause.ts';
import type { Intent } from './intent.ts';
import { meansHere, type Named, readFolder, readName } from './paths.ts';
import { hasHan, type Phrase, take, takeFirst, trimmed, unquoted, withoutEnd, withoutStart } from './phrase.ts';

const SHOW_EN =
  '(?:re-?read|read|gimme|open|show|display|view|print|cat|see|check(?: out)?|look (?:at|into|in|inside)|(?:take|have) a (?:quick |short |closer )?look (?:at|into|in|inside)|pull up|bring up|give|get|dump|output|type|load|preview|browse|present|fetch|go (?:through|into))';
const READS: readonly RegExp[] = [
  new RegExp(
    `^${SHOW_EN}(?:\\s+(?:up|out))?(?:\\s+(?:me|us))?(?:\\s+(?:up|out))?(?:\\s+(?:what(?:'?s| is)|everything) (?:written )?(?:in|inside))?\\s*:?\\s+(?<name>.+)$`,
    'd',
  ),
  /^(?:what(?:'s| is| does it say| do you see)|whats) (?:written |stored |saved )?(?:in|inside|within) (?<name>.+)$/d,
  /^what (?:does|do) (?<name>.+?) (?:say|contain|hold|have in it|look like|include)$/d,
  /^(?:(?:tell|show) me|see|know|let me (?:see|know)) what (?<name>.+?) (?:says|contains|holds|includes|looks like)$/d,
  /^(?:what are|what're|tell me|let me know|let me see|may i see|can i see|could i see|can i (?:have|take|get) a look at|may i (?:read|open|view)|can i (?:read|open|view)|could i (?:read|open|view)|i want to see|i'd like to see)(?: what(?:'s| is) (?:written )?(?:in|inside))? (?<name>.+)$/d,
  /^(?:重新)?(?:读取|读一读|读一下|读下|读出来?|读给我听|读|打开|查看|显示|看看|看一看|看一眼|看一下|看下|看|瞧瞧|瞧一下|瞅瞅|瞅一眼|展示|念一下|念一念|念|输出|浏览|预览|翻开|朗读|调出|开启|检视|打印|cat|open|read|show)(?:一下)?\s*(?:[:,]\s*)?(?<name>.+?)(?:\s*(?:里面?|中)?(?:写了什么|写的什么|写了些什么|有什么内容|是什么内容|的内容是什么))?$/d,
  /^(?:把|将)\s*(?<name>.+?)\s*(?:打开|读取|读出来|读一下|读一遍|读给我听|念出来|念给我听|念一下|念一遍|显示出来|显示|展示出来|展示|给我看看?|打印出来|打印|输出|调出来|调出|读|念|发给我|拿给我看|翻出来)(?:给我|来|看看|看一下|出来|一下)*$/d,
  /^(?<name>[^我你]+?)\s*(?:这个|那个)?(?:文件|文档)?(?:里面|里边|里头|里|中|上面?|内|当中|的内容)?(?:都|现在|到底|究竟)?(?:写了|写着|写的|记了|记着|记录了|说了|讲了|有|是|包含了?|放了|存了)(?:些|的是)?(?:什么|啥|哪些内容|哪些)(?:内容|东西|文字|字)?$/d,
  /^(?:我想|我要|让我)?(?:看|读|打开)(?:看|一下|下)?\s*(?<name>.+)$/d,
];
/** Words after a name that ask to see it once more. */
const READ_TAIL =
  /(?:\s+(?:out loud|aloud|to me|for me|again|please|out|on (?:the )?screen)|[\s,]*(?:给我看看?|看看|看一下|看一看|看下|读一下|读一读|读给我听|给我|出来|呢))$/;
const EXPLICIT_READ = /^(?:re-?read|read|open|show|display|view|print|cat|读|打开|查看|显示|看|展示|念|预览|朗读)/;
const LINES = /^(?:the\s+)?(?:first|last|top|beginning|start|end)?\s*(?:\d+\s+)?lines?\s*(?:[\d-]+\s*)?(?:of|from|in)\s+/;

function asFileOrFolder(named: Named): Intent | null {
  if (named === null || named.kind === 'vague') return null;
  return named.kind === 'file' ? { kind: 'read', path: named.path } : { kind: 'list', path: named.path };
}

export function readRead(clause: Clause): Intent | null {
  if (isNegated(clause)) return null;
  for (const said of [clause.tight, withoutEnd(clause.tight, READ_TAIL)]) {
    if (/^(?:read|读取|读|读一下)$/.test(said.key)) return { kind: 'clarify', tool: 'read', arguments: {}, missing: ['path'] };
    for (const pattern of READS) {
      const name = take(said, pattern)?.['name'];
      if (name === undefined) continue;
      const named = readName(withoutStart(withoutEnd(name, READ_TAIL), LINES), true);
      const intent = asFileOrFolder(named);
      if (intent !== null) return intent;
      if (
        named?.kind === 'vague' &&
        EXPLICIT_READ.test(said.key) &&
        /file|document|doc|text|文件|文档|档案|\s(?:it|this|that|this one|that one)$|(?:它|这个|那个)$/.test(said.key)
      ) {
        return { kind: 'clarify', tool: 'read', arguments: {}, missing: ['path'] };
      }
    }
  }
  return null;
}

const THINGS_EN =
  "(?:names of\\s+)?(?:all\\s+)?(?:of\\s+)?(?:the\\s+|my\\s+|our\\s+|your\\s+|these\\s+)?(?:current\\s+|available\\s+|existing\\s+)?(?:files(?: and (?:folders|directories|subfolders|dirs))?|folders(?: and files)?|directories|documents|docs|contents?|content|directory(?: listing| contents?)?|dir(?: contents?)?|file (?:list|tree|names)|filenames|listing|entries|items|everything|stuff|subfolders|what(?:'s| is)(?: there)?)";
const PLACE_EN =
  '(?:\\s+(?:that (?:are|is|live)\\s+)?(?:(?:is|are)\\s+)?(?:there\\s+)?(?:of|in|inside|under|from|within|at|on|for)\\s+(?<place>.+?)|\\s+(?:there are|there|here|i have|we have|you (?:can )?see|available|present))?';
const LISTS: readonly RegExp[] = [
  new RegExp(
    `^(?:(?:can|may|could) (?:i|we) (?:see|view|get|look at)|let me see|list|show|display|give|see|print|enumerate|tell|get|view|check|find|look at)(?:\\s+(?:me|us))?(?:\\s+out)?(?:\\s+(?:a|the) (?:full |complete )?list(?:ing)? of)?\\s+${THINGS_EN}${PLACE_EN}$`,
    'd',
  ),
  new RegExp(`^(?:a |the )?(?:list|listing)(?: of)? ${THINGS_EN}${PLACE_EN}$`, 'd'),
  /^(?:what|which|how many) (?:kind of |sort of )?(?:files?|documents?|docs|folders?|files (?:and|or) folders|stuff|things|items|entries)(?:\s+(?:are there|are|is there|is|do (?:i|we|you) (?:have|see)|can you see|have (?:i|we)(?: got)?|exist|live|lie|can be found|did i (?:put|save|store)))?(?:\s+(?:here|now|right now|currently|stored|saved|located))*(?:\s+(?:in|inside|under|within|on|at)\s+(?<place>.+))?$/d,
  /^(?:what(?:'s| is| all is|'ve (?:i|we) got| do (?:i|we) have| do you (?:see|have)| can you see| have i got| lies| lives)|whats) (?:there )?(?:stored )?(?:in|inside|under|within) (?<place>.+)$/d,
  /^(?:are there|is there|do i have|have i got|do we have) (?:any |some )?(?:files?|documents?|anything|something|stuff)(?: (?:in|inside|under|within) (?<place>.+))?$/d,
  /^(?:show|list|open|browse|display|view|look (?:in|into|inside|at)|go (?:in)?to|check|see)(?: me| us)?(?: what(?:'?s| is) (?:in|inside))?\s+(?<only>.+)$/d,
  /^(?:ls|dir|tree)(?:\s+-\w+)*(?:\s+(?<bare>[^\s|;&<>$`]+))?$/d,
  /^(?<place>"[^"]+"|[^我你]*?)\s*(?:这个|那个)?(?<mark>文件夹|目录|资料夹)?(?:里面|里边|里头|下面|底下|里|下|中|内|上)?(?:都|现在|目前|总共|一共|到底)*(?:有|放了|存了|包含|放着|存着|装了)(?:些|了)?(?:什么|哪些|啥|多少|几)(?:个)?(?<noun>文件夹|子目录|文件|东西|内容|资料|文档)?(?:呢|呀|啊)?$/d,
  /^(?:我|我们|工作区|这里|这儿|这边|当前)(?:现在|目前|一共|里面?)?(?:都)?有(?:哪些|什么|多少|几个)(?:个)?(?<noun>文件|文件夹|文档)$/d,
  /^(?:列出来?|列一列|列一下|列举|列下|列个|罗列|列|显示|展示|查看|看看|看一看|看一下|看下|看|浏览|打开|给我|输出|告诉我|ls|list|show)(?:一下|出)?\s*(?<place>.*?)\s*(?<mark>文件夹|目录|资料夹)?(?:里面|里边|里头|下面|底下|里|下|中|内|上)?的?(?:都)?(?:有哪些|有什么|有些什么|全部|所有|全部的|所有的|的)*\s*(?<noun>文件和文件夹|文件和目录|文件列表|文件清单|文件名|文件夹列表|子目录|文件夹|文件|文档|档案|内容|东西|目录列表|目录内容|目录结构|目录|清单|资料夹)(?:列表|清单|名|吧|呢)?$/d,
  /^(?:列出|列一下|列举|列|打开|查看|看看|看一下|看下|显示|浏览|展示|进入)\s*(?<only>.+?)(?:里面|里|下面|下|中)?(?:的?(?:都)?(?:有些?什么|有啥|有哪些|有哪些东西|东西))?$/d,
  /^(?:把|将)\s*(?<place>.*?)\s*(?<mark>文件夹|目录|资料夹)?(?:里面|里|下面|下|中)?的?(?:所有|全部)?的?(?<noun>文件|内容|东西|文档)(?:都|全部|全)?(?:列出来|列一下|列出|显示出来|列给我看|给我看看)$/d,
];
/** One file is meant, and which one is not said. */
const OPENS_ONE = /^(?:打开|查看|看看|看一看|看一下|看下|看)(?:一下|一个|个|这个|那个)?(?:文件|文档|档案)$/;
const DEPTH =
  /\s*(?:,?\s*\b(?:recursively|including subfolders|with subfolders|and (?:all )?(?:its )?subfolders)|(?:[,，]?\s*(?:包括子目录|包括子文件夹|含子目录)))$/;

export function readList(clause: Clause): Intent | null {
  if (isNegated(clause)) return null;
  const said = withoutEnd(clause.tight, DEPTH);
  const depth = said.raw === clause.tight.raw ? {} : { depth: 8 };
  for (const pattern of LISTS) {
    const groups = take(said, pattern);
    if (groups === null) continue;
    const path = OPENS_ONE.test(said.key) ? null : listedFolder(groups);
    if (path !== null) return { kind: 'list', path, ...depth };
  }
  return null;
}

/** A verb that a pattern without one took for a part of the name. */
const VERB_ZH = /^(?:看一看|看一下|看下|看看|查看一下|查看|查一下|查查|瞧瞧|瞧一下|打开|显示|说说|说一下|告诉我|列出)(?=\S)\s*/;

function listedFolder(groups: Readonly<Record<string, Phrase | undefined>>): string | null {
  const { only, bare, place, mark, noun } = groups;
  if (place !== undefined && MEMORY.test(place.key) && !/^(?:in |through )?(?:memory|记忆)$/.test(place.key)) return null;
  if (bare !== undefined) return /什么|怎么|意思|干嘛|[吗呢]$|吧$/.test(bare.key) ? null : bare.raw;
  if (only !== undefined)
    return meansHere(only) && /workspace|folder|directory|dir|root|工作|目录|文件夹|这里/.test(only.key) ? '.' : readFolder(only, false);
  if (place === undefined || place.raw === '')
    return noun === undefined && mark === undefined && hasHan(place?.raw ?? '') ? null : emptyPlace(groups);
  const bareWord = withoutEnd(withoutStart(place, VERB_ZH), /\s*(?:里面|里边|里头|里|下面|下|中|内|的|in it)$/);
  if (meansHere(bareWord)) return '.';
  const fullName = mark === undefined ? bareWord : ({ raw: `${bareWord.raw} folder`, key: `${bareWord.key} folder` } satisfies Phrase);
  const folder = readFolder(fullName, false);
  if (folder !== null) return folder;
  // "notes 里有什么文件": the noun says that a folder is meant
  return noun !== undefined && /文件|目录/.test(noun.key) && /^[\w./-]+$/.test(bareWord.key) && readName(bareWord, false)?.kind !== 'file'
    ? bareWord.raw
    : null;
}

function emptyPlace(groups: Readonly<Record<string, Phrase | undefined>>): string | null {
  const { noun, mark, place } = groups;
  if (place === undefined) return '.';
  if (mark !== undefined) return '.';
  return noun !== undefined && /文件|目录|档案|文档|资料夹|清单/.test(noun.key) ? '.' : null;
}

const EVERYWHERE =
  /^(?:all (?:of )?)?(?:the |my |our |your |this |these |any |all |every )*(?:workspace|files?|documents?|folders?|project|notes and files|everything|directory|current (?:folder|directory)|root|repo(?:sitory)?)(?: files?)?$|^(?:everywhere|here|(?:all )?(?:of )?(?:my|our) notes)$|^(?:我的|所有|全部|整个|这些|各个|每个|的)*(?:文件|文档|笔记|工作区|目录)$/;
const SEARCHES: readonly RegExp[] = [
  /^(?:do a |run a |make a |perform a )?(?:full[- ]text |text )?(?:search|scan|comb)\s+(?:in |through |inside |across |within )?(?<place>(?:all |the |my |our |this |every )*(?:everywhere|workspace|files?|documents?|project|folders?|[^\s]+ (?:folder|directory)|[^\s]+))\s+for\s+(?:the )?(?:word |words |text |term |string |phrase |files? (?:containing|with) |mentions? of |occurrences? of |anything about )?(?<query>.+)$/d,
  /^(?:look|check)\s+(?:in|through|inside|across)\s+(?<place>.+?)\s+for\s+(?:the (?:word|text|phrase|string) )?(?<query>.+)$/d,
  /^(?:do a |run a |make a |perform a )?(?:full[- ]text |text )?(?:search|searching|look|grep|hunt|scan)\s+for\s+(?:the )?(?:word |words |text |term |string |phrase |any |all )*(?:files? (?:containing|with|mentioning|that (?:mention|contain|have)) |mentions? of |occurrences? of )?(?<query>.+?)(?:\s+(?:in|inside|within|across|under|through|throughout)\s+(?<place>.+?))?$/d,
  /^grep\s+(?:-\w+\s+)*(?<query>"[^"]+"|'[^']+'|\S+)(?:\s+(?:in\s+)?(?<place>\S+))?$/d,
  /^(?:find|list|show|show me|give me|get|locate|tell me|search)(?: me)?\s+(?:all |any |the |every |which )*(?:files?|documents?|notes|places|lines)\s+(?:(?:that|which|where)\s+)?(?:contain(?:s|ing)?|mention(?:s|ing)?|with|about|include|including|talk about|have|say)\s+(?:the )?(?:word |words |text |term |string |phrase )?(?<query>.+?)(?:\s+(?:in|inside|within|under)\s+(?<place>.+?))?$/d,
  /^(?:(?:are|is) there |do i have |have i got )?any\s+(?:files?|documents?|notes)\s+(?:(?:that|which)\s+)?(?:contain(?:s|ing)?|mention(?:s|ing)?|with|about|including)\s+(?:the )?(?:word |words |text |term |string |phrase )?(?<query>.+?)(?:\s+in\s+(?<place>.+?))?$/d,
  /^(?:which|what)\s+(?:of (?:the |my )?)?(?:files?|documents?|notes)\s+(?:contains?|mentions?|includes?|talks? about|has|have|says?)\s+(?:the )?(?:word |words |text |term |string |phrase )?(?<query>.+?)(?:\s+in\s+(?<place>.+?))?$/d,
  /^(?:where|in which files?)\s+(?:is|are|does|do)\s+(?:the (?:word|text|phrase) )?(?<query>"[^"]+"|'[^']+'|.+?)\s+(?:mentioned|appear|occur|show up|written|found)(?:s|ed)?(?:\s+in\s+(?<place>.+?))?$/d,
  /^(?:find|locate|search|look up)\s+(?:(?:the|all|every|any|each|me) )*(?:word |words |text |term |string |phrase |mentions? of |occurrences? of |references? to )?(?<query>.+?)\s+(?:in|inside|within|across|under|throughout)\s+(?<place>.+?)$/d,
  /^(?:search|find)\s+(?:for\s+)?(?:the (?:word|text|phrase|string) )?(?<query>"[^"]+"|'[^']+')$/d,
  /^search\s*:?\s+(?<short>[^\s]+(?:\s[^\s]+)?)$/d,
  /^(?:在|到|从|去)\s*(?<place>[^,，]*?)(?:里面?|中|内|下面?|当中|上)?(?:帮我)?(?:搜索|搜寻|查找|搜一下|搜搜|搜一搜|搜|找一下|找一找|找找|找出|找|检索|查一下|查询|查|grep)(?:一下|出|到)?\s*(?:包含|含有|提到|关于)?\s*:?\s*(?<query>.+?)(?:的(?:文件|内容|地方|文档|字样|行))?$/d,
  /^(?:全文)?(?:搜索|搜寻|查找|检索|搜搜看|找找看|搜一下|搜搜|搜一搜|搜)(?:一下)?\s*(?:所有|全部)?(?:包含|含有|提到|提及|关于|带有)\s*:?\s*(?<query>.+?)(?:的)?(?:文件|内容|地方|文档|字样|行)?$/d,
  /^(?:全文)?(?:搜索|搜寻|检索|搜一下|搜)(?:一下)?\s*(?<place>工作区|所有文件|全部文件|文件|我的文件|整个工作区|项目|[\w./-]+\s*(?:文件夹|目录|资料夹))(?:里面?|中|内|下)?的?\s*:?\s*(?<query>\S.*)$/d,
  /^(?:搜索|搜寻|查找|搜一下|搜|找)(?:一下)?\s*(?<query>"[^"]+"|\S+)\s+在\s*(?<place>\S+(?:\s*(?:文件夹|目录))?)(?:里面|里|中|下)?$/d,
  /^(?:全文)?(?:搜索|搜寻|查找|检索|搜搜看|找找看|搜一下|搜搜|搜一搜|搜|grep)(?:一下)?\s*(?:关键词|关键字|文字|字符串|单词)?\s*:?\s*(?<query>.+?)(?:这个词|这个字|字样)?$/d,
  /^(?:找出|找到|找一下|找找|找|列出|看看|告诉我|看一下)?\s*(?<place>[^,，]*?)(?:里|中|下)?(?:哪些|哪个|哪里|哪儿|什么地方|所有|有哪些|有没有)?(?:文件|文档|笔记)?(?:里面?|中)?(?:包含|提到|提及|含有|出现|写到)(?:了|过)?\s*(?<query>.+?)(?:的(?:文件|文档|地方|行|内容))?$/d,
  /^(?:找出|找到|找一下|查找|找找|查一下|查查|看看)?\s*(?:哪些|哪个|有哪些|所有)(?:文件|文档|笔记)(?:里面?|中)?(?:有|写了)\s*(?<query>"[^"]+"|'[^']+')$/d,
  /^(?:找出|找到|找一下|查找|找找|查一下|查询)\s*(?:文字|关键词|关键字)?\s*:?\s*(?<query>"[^"]+"|'[^']+')$/d,
];
const ELSEWHERE =
  /\b(?:web|internet|online|google|net|bing|wikipedia|youtube|amazon|news|flights?|hotels?|restaurants?|recipes?|cheap)\b|网上|网络|互联网|百度|谷歌|上网|网页|淘宝|机票|酒店|餐厅|新闻/;
const MEMORY = /^(?:in |through )?(?:my |your |the |our |long-term )*(?:memory|memories)$|^(?:你的|我的|长期)?(?:记忆|备忘录|备忘)$/;
const NOT_A_QUERY =
  /^(?:me|us|someone|somebody|a way|ways|out|it|this|that|a good|the best|an? \w+ (?:that|which|for|to)|for|engines?|results?|your|our)\b|(?:\b(?:is|are|was|were)\b)|^(?:一下|结果|到|不到|了|出)$|^(?:引擎|结果|框|栏)/;

export function readSearch(clause: Clause): Intent | null {
  if (isNegated(clause)) return null;
  if (
    /^(?:search|搜索|查找|搜一下|search (?:the )?(?:workspace|files?|my files)|搜索(?:文件|工作区)|(?:search|look) for (?:something|anything|a (?:word|text|file)|some (?:text|words?))(?: in (?:my|the) (?:files|workspace))?|(?:搜索?|查找|找|搜一下|查一下)(?:一下)?(?:点|个|一些|一个)?(?:东西|内容|关键词|什么))$/.test(
      clause.tight.key,
    )
  ) {
    return { kind: 'clarify', tool: 'search', arguments: {}, missing: ['query'] };
  }
  for (const pattern of SEARCHES) {
    const groups = take(clause.tight, pattern);
    const found = groups === null ? null : searched(groups);
    if (found !== null) return found;
  }
  return null;
}

function searched(groups: Readonly<Record<string, Phrase | undefined>>): Intent | null {
  const raw = groups['query'] ?? groups['short'];
  const place = groups['place'];
  if (raw === undefined || (unquoted(raw) === null && ELSEWHERE.test(raw.key)) || ELSEWHERE.test(place?.key ?? '')) return null;
  const words = withoutStart(raw, /^(?:看看?|一下|看)?(?:有没有|是否有|是不是有)(?:包含|提到|含有|关于)?\s*/);
  const query = unquoted(words) ?? withoutEnd(words, /(?:\s+in|\s*[里中])$/);
  if (query.raw.trim() === '' || (unquoted(raw) === null && NOT_A_QUERY.test(query.key))) return null;
  if (place === undefined || place.raw === '')
    return /^(?:my|your|the) (?:memory|memories)$/.test(query.key) ? null : { kind: 'search', query: query.raw.trim() };
  if (MEMORY.test(trimmed(place).key)) return { kind: 'recall', query: query.raw.trim(), personal: true };
  if (EVERYWHERE.test(place.key) || meansHere(place)) return { kind: 'search', query: query.raw.trim() };
  const named = readName(place, true);
  const path = named !== null && named.kind !== 'vague' ? named.path : (readFolder(place, false) ?? zhFolder(place));
  return path === null ? null : { kind: 'search', query: query.raw.trim(), path };
}

function zhFolder(place: Phrase): string | null {
  return /^[\w./-]+$/.test(place.key) && !/^(?:the|a|my)$/.test(place.key) && place.key.length > 2 && !/[aeiou]ing$/.test(place.key)
    ? null
    : (takeFirst(place, [/^(?<a>[\w./-]+)\s*(?:文件夹|目录)$/d])?.['a']?.raw ?? null);
}
