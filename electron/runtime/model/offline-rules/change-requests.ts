/** Requests that write: a whole file, or a line at its end. Nothing here runs anything; each becomes an exact call or nothing. */
import type { Clause } from './clause.ts';
import { isNegated, meansIt } from './clause.ts';
import type { Intent } from './intent.ts';
import { fileAt } from './paths.ts';
import { type Phrase, part, take, unquoted, withoutEnd } from './phrase.ts';

const FILE_EN =
  '(?:(?:a|an|the|my|another)\\s+)?(?:(?:new|empty|text|markdown|plain|short)\\s+)*(?:(?:file|document|doc|note)\\s*:?\\s+){0,2}(?:(?:at|named|called|titled|in|to|into)\\s+)?';
const WITH_EN =
  '(?:(?=[\\s,])\\s*(?:,|and\\b)?\\s*(?:with|containing|that says|that contains|saying|which says|which contains|and (?:write|put|type|add|save)(?: in(?:to)? it| there| in)?|put|whose (?:content|text) is|having|reading|content|text|as)(?![a-z])(?:\\s+(?:the|this|following|these|as))*(?:\\s+(?:content|contents|text|words|word|line|lines|body|sentence|in it|inside))*(?:\\s+(?:is|of))?\\s*[:,]?\\s*|\\s+-+\\s+(?:(?:contents?|text)\\s*(?:is)?\\s*:?\\s*)?|\\s*[:=]+\\s*|\\s*->\\s*|\\n+)';
const WRITES: readonly RegExp[] = [
  new RegExp(
    `^(?:write|create|make|save|overwrite|fill|generate|start|add|new|touch|set up|set)(?:\\s+(?:me|us))?(?:\\s+(?:up|out))?\\s+${FILE_EN}(?<path>"[^"]+"|'[^']+'|\`[^\`]+\`|[^\\s:"',]+?(?: in (?:the )?[\\w./-]+(?: folder| directory)?)?)${WITH_EN}(?<content>.+)$`,
    'ds',
  ),
  /^(?:write|save|put)(?:\s+(?:the )?(?:following|this)(?: (?:text|words|lines?|content))?)?\s+(?:to|in|into)\s+(?:the\s+)?(?:file\s+)?(?<path>"[^"]+"|'[^']+'|[^\s:,]+)\s*(?:[:,]\s*|\s+(?:the (?:text|words|line|content)\s*:?\s*)|\s+)(?<content>.+)$/ds,
  /^(?:replace|overwrite|set)\s+(?:all\s+)?(?:the\s+)?(?:whole\s+|entire\s+)?(?:contents?|text)\s+of\s+(?<path>"[^"]+"|'[^']+'|[^\s:,]+)\s+(?:with|by|to)\s*:?\s*(?<content>.+)$/ds,
  /^(?:新建|创建|建立|建一个|建个|建|新增|生成|新开|写一个|写个|写|做一个|弄一个|添加)(?:一个|一份|个|一下)?\s*(?:新的?|文本)?(?:文件|文档|档案)?\s*(?:名为|叫做|叫|名叫|名字叫|命名为|名称为|:)?\s*(?<path>"[^"]+"|[^\s:,。"]+?)\s*(?:的?(?:新|文本)?(?:文件|文档|档案))?\s*(?:[,:;。]\s*|\s+)?(?:并|然后|里面|里头|里|中|并且|其中|在里面)*\s*(?:内容(?:为|是|写|写上|写成)?|写上|写入|写着|写进|写|填上|填入|填|存入|放入|输入|正文(?:为|是)?|文字(?:为|是)?)(?:一句|一行)?\s*[:,]?\s*(?<content>.+)$/ds,
  /^(?:写入|写到|写进|保存到|存到|存入|覆盖|覆写|保存|写|新建|创建)(?:文件|文档)?\s*(?<path>"[^"]+"|[^\s:,。"]+?)\s*(?:文件|里面?|中)?\s*[:,]\s*(?:内容(?:是|为)?\s*:?\s*)?(?<content>.+)$/ds,
  /^(?:写入|写|覆盖|覆写)\s*(?<path>"[^"]+"|[^\s:,。"]+)\s+(?<content>.+)$/ds,
  /^(?:把|将)\s*(?:下面|以下|下列|这些)的?(?:内容|文字|话|一段话)?\s*(?:写入|写到|写进|保存到|存到|存进|存入)\s*(?:文件)?\s*(?<path>"[^"]+"|[^\s:,。"]+?)\s*(?:里面?|中)?\s*[:,]\s*(?<content>.+)$/ds,
  /^(?:在|往|向|给|到)\s*(?<path>"[^"]+"|[^\s:,。"]+?)\s*(?:这个|那个)?(?:文件|文档)?(?:里面|里边|里|中|内|上)?\s*(?:写入|写上|写下|写|填入|填上|填写|输入|保存)(?:一句|一行)?\s*(?:内容)?\s*[:,]?\s*(?<content>.+)$/ds,
  /^(?:把|将)\s*(?<path>"[^"]+"|[^\s:,。"]+?)\s*(?:文件|文档)?(?:里)?的?(?:全部|所有)?(?:内容|正文)\s*(?:改成|改为|换成|替换成|替换为|写成|设为|覆盖成|覆盖为)\s*[:,]?\s*(?<content>.+)$/ds,
];
/** The file is named last. */
const WRITES_TO: readonly RegExp[] = [
  /^(?:write|save|put|store|type|print|output|enter)\s+(?:down\s+)?(?:the\s+)?(?:(?:text|words?|line|content|following|sentence|phrase)\s*:?\s+)?(?<content>"[^"]*"|'(?:[^']|'(?=\p{L}))*'|`[^`]*`|.+?)\s+(?:to|in|into|as|inside|under|down in)\s+(?:the\s+|a\s+|my\s+)?(?:new\s+)?(?:file\s+|document\s+)?(?:(?:named|called|at)\s+)?(?<path>"[^"]+"|'[^']+'|[^\s]+)(?<tail>\s+(?:file|in (?:the )?[\w./-]+(?: folder| directory)?))?$/dsu,
  /^(?:把|将)\s*(?:文字|内容|这句话|这段话|以下内容|下面的内容)?\s*:?\s*(?<content>"[^"]*"|'[^']*'|.+?)\s*(?:这句话|这段话|这几个字|这行字)?(?:写入|写到|写进|写在|保存到|保存为|保存成|保存进|存到|存进|存入|存为|存成|放到|放进|记到|写成)(?:一个)?(?:新)?(?:文件|文档)?(?:名为|叫)?\s*(?<path>"[^"]+"|[^\s:,。"]+?)\s*(?:这个|那个)?(?:文件|文档)?(?:里面|里边|里|中|内)?(?:去)?$/ds,
  /^用\s*(?<content>"[^"]*"|'[^']*'|.+?)\s*(?:来)?(?:覆盖|覆写|盖掉|替换掉?)\s*(?:文件|文档)?\s*(?<path>"[^"]+"|[^\s:,。"]+?)\s*(?:里面|里|中)?(?:的?(?:全部|所有|原有|原来的?)*内容)?$/ds,
  /^(?:保存|存)\s*(?<content>"[^"]*"|.+?)\s*(?:到|为|进|成|至)\s*(?:文件|文档)?\s*(?<path>"[^"]+"|[^\s:,。"]+?)(?:里面?|中)?$/ds,
];
/** "写点东西到 a.txt": quoted text, or none at all. */
const WRITES_INTO_ZH =
  /^(?:写|写入|写下)\s*(?<content>"[^"]*"|'[^']*'|[^"']{1,8}?)\s*(?:到|进|在|入)\s*(?:文件|文档)?\s*(?<path>"[^"]+"|[^\s:,。"]+?)\s*(?:里面|里|中)?(?:去)?$/ds;
const EMPTY: readonly RegExp[] = [
  /^(?:create|make|touch|add|new|start)\s+(?:me\s+)?(?:(?:a|an|the)\s+)?(?:new\s+)?(?:empty|blank)\s+(?:new\s+)?(?:text\s+)?(?:file|document|note)\s*(?:(?:named|called|at)\s+)?(?<path>.+)$/d,
  /^touch\s+(?<path>\S+)$/d,
  /^(?:新建|创建|建立|建|生成)(?:一个|个|一份)?\s*空(?:白)?的?(?:文本)?(?:文件|文档|档案)\s*(?:名为|叫做|叫|:)?\s*(?<path>.+)$/d,
];
const NO_CONTENT: readonly RegExp[] = [
  /^(?:write|create|make|save|new|overwrite|start|add)(?:\s+(?:me|us))?(?:\s+(?:to|in|into))?\s+(?<path>.+)$/d,
  /^(?:新建|创建|建立|建一个|建个|新增|生成|写入|写一个|写个|写到|写|保存|覆盖)(?:一个|一份|个|一下)?\s*(?<path>.*)$/d,
];
const WRITE_VAGUE =
  /^(?:write|create|make|save|new|start)(?:\s+(?:me|us))?(?:\s+(?:to|in|into))?\s+(?:(?:a|an|the|another|some|one|my)\s+)?(?:(?:new|text|markdown|empty|blank)\s+)*(?:file|document)$|^(?:write|写入|写文件|新建文件?|创建文件?|写(?:一个|个|入|一份)?(?:新)?的?(?:文本)?(?:文件|文档)|(?:新建|创建|建|建立|生成|新增)(?:一个|个|一份|一下)?(?:新)?的?(?:文本)?(?:文件|文档|档案))$/;
/** What would have to be thought up, or what "this" stands for. */
const TO_BE_MADE_UP =
  /^(?:(?:me|us)\s+)?(?:a|an|some|the|my|one)\s+(?:\w+\s+){0,3}(?:poem|story|haiku|essay|letter|e-?mail|summary|list|song|joke|script|program|function|code|report|article|speech|recipe|plan|outline|draft|blog|post|description|translation|paragraph|review|table|message|résumé|resume|limerick|sonnet|novel|tutorial|analysis|overview)\b|^(?:this|that|it|them|everything|something|anything|all(?: of (?:it|this|that))?|(?:this|that|our) (?:text|conversation|answer|chat|message|reply)|what (?:i|you|we) (?:said|say|wrote|just said|told).*|the (?:answer|result|output|conversation|above|summary|list|files?)(?: .*)?)$|^(?:一首|一篇|一封|一段|一个故事|一份|总结|摘要|首诗|这个|这些|它|那个|结果|以上|上面|刚才|一些|点什么)(?!["]).{0,6}$|^(?:一首|一篇|一封|首|篇|封)|诗$|作文$|故事$/;

/** Some text, and not which. */
const SOME_TEXT =
  /^(?:再|新)?(?:(?:一|几|两)(?:行|句|条|点|段|些)|点|些)(?:新的?)?(?:内容|字|文字|东西|话|什么|文本)?$|^(?:内容|东西|文字)$|^(?:(?:a|another|one|some|new|a new)\s+)(?:lines?|text|items?|entry|entries|words?|content|stuff|things?|line of text)$|^(?:something|stuff)$/;
/** "with 42 in it" */
const INSIDE_IT = /\s+(?:written\s+)?(?:in|inside) it$/;

const ONE_PHRASE = /^(?:[^.。!?\n]|\.(?=\w)){1,80}(?<=[\p{L}\p{N}"')])[.。]$/u;

function contentOf(words: Phrase): string | null {
  const inside = unquoted(withoutEnd(words, /(?<=["'`])\s*[.。!]+$/));
  if (inside !== null) return inside.raw;
  if (words.raw === '' || TO_BE_MADE_UP.test(words.key)) return null;
  // the full stop behind a few words closes the request; in longer text it is the text's own
  return ONE_PHRASE.test(words.key) ? words.raw.slice(0, -1) : words.raw;
}

export function readWrite(clause: Clause): Intent | null {
  if (isNegated(clause) || !meansIt(clause)) return null;
  const { said } = clause;
  if (WRITE_VAGUE.test(clause.tight.key)) return { kind: 'clarify', tool: 'write', arguments: {}, missing: ['path', 'content'] };
  for (const pattern of EMPTY) {
    const path = fileAt(take(clause.tight, pattern)?.['path']);
    if (path !== null) return { kind: 'write', path, content: '' };
  }
  for (const pattern of [...WRITES, ...WRITES_TO]) {
    const groups = take(WRITES_TO.includes(pattern) ? clause.tight : said, pattern);
    const name = groups?.['path'];
    const words = groups?.['content'];
    if (name === undefined || words === undefined) continue;
    const tail = groups?.['tail'];
    const path = fileAt(tail === undefined ? name : { raw: `${name.raw} ${tail.raw}`, key: `${name.key} ${tail.key}` });
    if (path === null || (!/[./\\]/.test(path) && /\s+as\s+\S+$/.test(said.key) && fileAt(words) !== null)) continue;
    if (SOME_TEXT.test(words.key)) return { kind: 'clarify', tool: 'write', arguments: { path }, missing: ['content'] };
    const content = contentOf(
      /\bwith\b|\band (?:write|put|type|add|save)\b/.test(part(said, 0, said.key.indexOf(words.key)).key)
        ? withoutEnd(words, INSIDE_IT)
        : words,
    );
    return content === null ? null : { kind: 'write', path, content };
  }
  const into = take(clause.tight, WRITES_INTO_ZH);
  const target = fileAt(into?.['path']);
  if (target !== null && into?.['content'] !== undefined) {
    const text = unquoted(into['content']);
    if (text !== null) return { kind: 'write', path: target, content: text.raw };
    if (SOME_TEXT.test(into['content'].key)) return { kind: 'clarify', tool: 'write', arguments: { path: target }, missing: ['content'] };
  }
  for (const pattern of NO_CONTENT) {
    const path = fileAt(take(clause.tight, pattern)?.['path']);
    if (path !== null) return { kind: 'clarify', tool: 'write', arguments: { path }, missing: ['content'] };
  }
  return null;
}

const END_OF_EN = '(?:(?:at|to|on|onto) )?(?:the )?(?:very )?(?:end|bottom) (?:of|in) ';
const APPENDS: readonly RegExp[] = [
  new RegExp(
    `^(?:append|add|put|insert|write|tack|attach|include)\\s+(?:(?:(?:a|another|one|the)\\s+)?(?:new\\s+)?(?:line|item|entry|sentence|row|text|words?|bullet|task|todo)\\s*(?:saying|that says|with|of|reading|containing)?\\s*[:,]?\\s*)?(?:the (?:line|text|words?|following|item)\\s*:?\\s*)?(?<line>"[^"]*"|'(?:[^']|'(?=\\p{L}))*'|\`[^\`]*\`|.+?)\\s+(?:as (?:a|the|another) (?:new |last )?(?:line|item|entry)\\s+)?(?:(?:to|into|onto|in)\\s+|${END_OF_EN})(?:${END_OF_EN.replace('(?:(?:at|to|on|onto) )?', '')})?(?:the\\s+|my\\s+)?(?:file\\s+|document\\s+|list\\s+)?(?:(?:named|called)\\s+)?(?<path>"[^"]+"|'[^']+'|\\S+(?: in (?:the )?[\\w./-]+(?: folder| directory)?)?)(?:\\s+(?:file|as (?:a|the|another) (?:new |last )?(?:line|item|entry)|on a new line))*$`,
    'dsu',
  ),
  /^(?:append|add)\s+(?:(?:a|another|one|the following)\s+(?:new\s+)?(?:line|item|entry|task|sentence)?\s*)?(?:to|at the end of|onto)\s+(?:the end of\s+)?(?:the\s+|my\s+)?(?:file\s+)?(?<path>"[^"]+"|'[^']+'|[^\s:,]+)\s*(?:[:,]\s*|\s+(?:the (?:line|text|words?)\s*:?\s*|(?:saying|that says|that reads|reading|with the (?:text|words?)|containing)\s*:?\s*)?)(?<line>.+)$/ds,
  /^(?:at|on) the (?:end|bottom) of (?<path>"[^"]+"|[^\s:,]+)\s*,?\s*(?:append|add|write|put)\s*:?\s*(?<line>.+)$/ds,
  /^(?:把|将)\s*:?\s*(?<line>"[^"]*"|'[^']*'|.+?)\s*(?:这一行|这行|这句话|这句|这条)?(?:追加|添加|附加|补充|加|续写|接|补|增加|写)(?:到|在|进|至|入)\s*(?<path>"[^"]+"|[^\s:,。"]+?)\s*(?:这个|那个)?(?:文件|文档)?(?:里面|里|中)?(?:的)?(?<end>末尾|最后面?|结尾|尾部|最后一行|后面|最下面|底部)?(?:去|里)?$/ds,
  /^(?:在|往|向|给|到|于)\s*(?<path>"[^"]+"|[^\s:,。"]+?)\s*(?:这个|那个)?(?:文件|文档)?(?:里面|里|中|上)?(?:的)?(?:末尾|最后一行|最后面?|结尾|尾部|后面|最下面|底部)?(?:再|也)?(?:里|处|上)?\s*(?:追加|添加|附加|加上|加入|加|补充|补上|续写|增加|新增|补)(?:一行|一句|一条|一项|一下|个)?\s*(?:内容)?\s*[:,]?\s*(?<line>.+)$/ds,
  /^(?:在|往)\s*(?<path>"[^"]+"|[^\s:,。"]+?)\s*(?:文件|文档)?(?:里面|里|中)?(?:的)?(?:末尾|最后面?|结尾|尾部|后面|最下面|底部)(?:处|上)?\s*(?:写上|写入|写)(?:一行|一句)?\s*[:,]?\s*(?<line>.+)$/ds,
  /^(?:追加|添加|附加|加|补充|增加)(?:一行|一句|一条)?\s*(?:内容)?\s*[:,]?\s*(?<line>"[^"]*"|'[^']*'|.+?)\s*(?:到|进|至|在)\s*(?<path>"[^"]+"|[^\s:,。"]+?)\s*(?:文件|文档)?(?:里面|里|中)?(?:的)?(?:末尾|最后面?|结尾|尾部|后面)?$/ds,
  /^(?:追加|添加|附加)(?:内容)?(?:到|至)\s*(?<path>"[^"]+"|[^\s:,。"]+?)\s*(?:文件|文档)?(?:里面|里|中)?(?:的)?(?:末尾|最后面?|结尾)?\s*[:,]\s*(?<line>.+)$/ds,
];
/** Places in the list whose requests end in the file's name. */
const PATH_LAST = new Set([0, 3, 6]);
const APPEND_BARE = /^(?:append|追加)\b.*$|^(?:append|追加|add (?:a )?line)(?: to)?\s*(?:a |the )?(?:file|文件)?$/;

export function readAppend(clause: Clause): Intent | null {
  if (isNegated(clause) || !meansIt(clause)) return null;
  const said = withoutEnd(clause.said, /[?]+$/);
  for (const wanted of [true, false]) {
    for (const [index, pattern] of APPENDS.entries()) {
      if (PATH_LAST.has(index) !== wanted) continue;
      const text = wanted ? clause.tight : said;
      const groups = take(text, pattern);
      const path = fileAt(groups?.['path']);
      const words = groups?.['line'];
      if (path === null || words === undefined) continue;
      // "put x in y" and 把 x 写到 y write; only an end makes them append
      if (index === 0 && /^(?:put|write|include)\b/.test(text.key) && !/\b(?:end|bottom) (?:of|in)\b|new line/.test(text.key)) continue;
      if (index === 3 && /写(?:到|在|进|入)/.test(text.key) && groups?.['end'] === undefined) continue;
      if (SOME_TEXT.test(words.key)) return { kind: 'incomplete', what: 'append' };
      const line = contentOf(words);
      return line === null ? null : { kind: 'append', path, line };
    }
  }
  return APPEND_BARE.test(clause.tight.key) ? { kind: 'incomplete', what: 'append' } : null;
}
