/** Requests that change, move or delete what is there. Nothing here runs anything; each becomes an exact call or nothing. */
import type { Clause } from './clause.ts';
import { isNegated, meansIt } from './clause.ts';
import type { Intent } from './intent.ts';
import { fileAt, readFolder, readName, readNames } from './paths.ts';
import { type Phrase, take, takeFirst, unquoted, withoutEnd } from './phrase.ts';

const QUOTED = '"[^"]+"|\'[^\']+\'|`[^`]+`';
const QUOTED_OR_NONE = '"[^"]*"|\'[^\']*\'|`[^`]*`';
/** Outside quotation marks one word is taken as it stands, and no more. */
const WORD = '[^\\s"\'`,:;]+';
const WORD_ZH = '[^\\s"\'`,:;。]+?';
const THE_WORD = '(?:the (?:word|text|phrase|line|string|name)\\s+)?';
const FILE = '"[^"]+"|\'[^\']+\'|[^\\s"]+?';
const INSIDE_ZH = '\\s*(?:这个|那个)?(?:文件|文档)?(?:里面|里边|里|中|内)的?\\s*';
const TURN_ZH = '\\s*(?:都|全部|全|统统)?(?:改成|改为|换成|换为|替换成|替换为|修改为|修改成|变成)\\s*';
const EDITS: readonly RegExp[] = [
  new RegExp(
    `^(?:replace|change|swap|substitute)\\s+${THE_WORD}(?<before>${QUOTED}|${WORD})\\s+(?:with|by|to|into|for)\\s+${THE_WORD}(?<after>${QUOTED_OR_NONE}|${WORD})\\s+(?:in|inside|within)\\s+(?<path>.+)$`,
    'ds',
  ),
  new RegExp(
    `^(?:in|inside|within|edit|update|modify)\\s+(?:the\\s+)?(?:file\\s+)?(?<path>${FILE})\\s*(?:[,:;]\\s*|\\s)(?:and\\s+|please\\s+|to\\s+)*(?:replace|change|swap)\\s+${THE_WORD}(?<before>${QUOTED}|${WORD})\\s+(?:with|by|to|into)\\s+${THE_WORD}(?<after>${QUOTED_OR_NONE}|${WORD})$`,
    'ds',
  ),
  new RegExp(
    `^(?:把|将)\\s*(?<path>${FILE})${INSIDE_ZH.replace('的?', '?的?')}(?<before>${QUOTED})${TURN_ZH}(?<after>${QUOTED_OR_NONE}|${WORD_ZH})$`,
    'ds',
  ),
  new RegExp(
    `^(?:把|将)\\s*(?<path>${FILE})${INSIDE_ZH}(?<before>${QUOTED}|${WORD_ZH})${TURN_ZH}(?<after>${QUOTED_OR_NONE}|${WORD_ZH})$`,
    'ds',
  ),
  new RegExp(
    `^(?:在|修改|编辑)?\\s*(?<path>${FILE})(?:${INSIDE_ZH}|\\s*[,:]\\s*|\\s+)(?:把|将)\\s*(?<before>${QUOTED}|${WORD_ZH})${TURN_ZH}(?<after>${QUOTED_OR_NONE}|${WORD_ZH})$`,
    'ds',
  ),
  new RegExp(
    `^(?:把|将)\\s*(?<before>${QUOTED})${TURN_ZH}(?<after>${QUOTED_OR_NONE})\\s*[,，]?\\s*在\\s*(?<path>${FILE})(?:里面|里|中|内)?$`,
    'ds',
  ),
];
/** Stands for a text without being one. */
const NOT_ITSELF =
  /^(?:it|this|that|them|everything|all|text|content|contents|title|heading|name|date|line|word|something|anything|another|the|a|an|内容|全部内容|文字|正文|标题|名字|文件名|日期|字|词|那一?行|这一?行|第.+|所有.*|全部.*|什么|别的|其他.*)$/;

function changedText(words: Phrase | undefined): string | null {
  if (words === undefined) return null;
  const inside = unquoted(words);
  if (inside !== null) return inside.raw;
  return NOT_ITSELF.test(words.key) ? null : words.raw;
}

export function readEdit(clause: Clause): Intent | null {
  if (isNegated(clause) || !meansIt(clause)) return null;
  for (const pattern of EDITS) {
    const groups = take(clause.tight, pattern);
    const path = fileAt(groups?.['path']);
    const before = changedText(groups?.['before']);
    const after = changedText(groups?.['after']);
    if (path !== null && before !== null && before !== '' && after !== null) return { kind: 'edit', path, before, after };
  }
  return null;
}

const DELETES: readonly RegExp[] = [
  /^(?:delete|remove|rm|erase|trash|discard|bin|unlink|destroy|get rid of|throw away|del)\s*:?\s+(?<path>.+?)(?:\s+(?:from (?:the |my )?(?:workspace|disk|project)|permanently))?$/d,
  /^(?:move|put|send|throw)\s+(?<path>.+?)\s+(?:to|in|into)\s+(?:the\s+)?(?:trash|bin|recycle bin|trash can|rubbish)(?:\s+bin)?$/d,
  /^(?:throw)\s+(?<path>.+?)\s+(?:away|out)$/d,
  /^(?:删除|删掉|删了|删去|移除|清除|去掉|丢掉|扔掉|删|rm|delete)(?:一下)?\s*:?\s*(?<path>.+?)(?:\s*(?:这个|那个|该|这份)?(?:文件|文档|档案))?$/d,
  /^(?:把|将)\s*(?<path>.+?)\s*(?:给)?(?:删除掉?|删掉|删了|删去|移除|清除|扔掉|丢掉|移到回收站|放进回收站|移到废纸篓|扔进回收站|移入回收站|丢进垃圾桶|删)(?:了|吧|一下)?$/d,
];
const DELETE_VAGUE =
  /^(?:delete|remove|erase)(?:\s+(?:a|the|this|that|one)\s+(?:file|document|folder))?$|^(?:删除|删掉|删)(?:一个|这个|那个|个)?(?:文件|文档|档案|文件夹)?$|^把(?:这个|那个)?文件(?:删除|删掉|删了)$/;

/** One or more calls; null when anything but a plain name was said. */
export function readDelete(clause: Clause): Intent[] | null {
  if (isNegated(clause) || !meansIt(clause)) return null;
  if (DELETE_VAGUE.test(clause.tight.key)) return [{ kind: 'clarify', tool: 'delete', arguments: {}, missing: ['path'] }];
  for (const pattern of DELETES) {
    const words = take(clause.tight, pattern)?.['path'];
    if (words === undefined) continue;
    const names = readNames(words);
    if (names !== null) return names.map((path) => ({ kind: 'delete', path }));
    const named = readName(words, false);
    if (named !== null && named.kind !== 'vague') return [{ kind: 'delete', path: named.path }];
  }
  return null;
}

const MOVES: readonly RegExp[] = [
  /^(?:move|rename|mv|relocate)\s+(?:the\s+)?(?:file\s+|folder\s+)?(?<from>"[^"]+"|'[^']+'|\S+)\s+(?:to|into|as|in|->|=>)\s+(?<to>.+)$/d,
  /^(?:mv|rename)\s+(?<from>"[^"]+"|'[^']+'|\S+)\s+(?<to>"[^"]+"|'[^']+'|\S+)$/d,
  /^(?:change|set) the name of (?<from>"[^"]+"|'[^']+'|\S+) to (?<to>.+)$/d,
  /^(?:把|将)\s*(?:文件)?\s*(?<from>"[^"]+"|.+?)\s*(?:的(?:文件)?名(?:字|称)?)?(?:移动到|移到|移至|移动至|挪到|搬到|改名为|改名成|改名叫|重命名为|重命名成|重新命名为|更名为|改成|改为|命名为|转移到)\s*(?<to>.+)$/d,
  /^(?:移动|重命名|改名|挪动|移)\s*(?:文件)?\s*(?<from>"[^"]+"|\S+?)\s*(?:到|为|成|至|->|叫)\s*(?<to>.+)$/d,
  /^(?:给)\s*(?<from>"[^"]+"|\S+?)\s*(?:改名|重命名)(?:为|成|叫)\s*(?<to>.+)$/d,
];

/** What shall move is named, and where to is not. */
const MOVES_NOWHERE: readonly RegExp[] = [
  /^(?:move|rename|mv|relocate)\s+(?<from>.+)$/d,
  /^(?:把|将|给)\s*(?<from>.+?)\s*(?:重命名|重新命名|改名|改个名字?|换个名字?|移动|移走|挪一下|挪走)(?:一下|下)?$/d,
  /^(?:移动|重命名|改名)(?:一下)?\s*(?<from>.+)$/d,
];

export function readMove(clause: Clause): Intent | null {
  if (isNegated(clause) || !meansIt(clause)) return null;
  for (const pattern of MOVES) {
    const groups = take(clause.tight, pattern);
    const from = groups?.['from'];
    const to = groups?.['to'];
    if (from === undefined || to === undefined || /^(?:改成|改为)/.test(to.key)) continue;
    const source = readName(from, false);
    if (source === null || source.kind === 'vague') continue;
    const target = destination(to, source.path, source.kind, /^(?:move|mv|relocate|把.*移|移动|将.*移)/.test(clause.tight.key));
    if (target !== null && target !== source.path) return { kind: 'move', from: source.path, to: target };
  }
  const source = takeFirst(clause.tight, MOVES_NOWHERE)?.['from'];
  const from = fileAt(source);
  if (from !== null) return { kind: 'clarify', tool: 'move', arguments: { from }, missing: ['to'] };
  return /^(?:move|rename)(?:\s+(?:a|the|this)\s+file)?$|^(?:移动|重命名|改名)(?:一个|个|这个)?文件$/.test(clause.tight.key)
    ? { kind: 'clarify', tool: 'move', arguments: {}, missing: ['from', 'to'] }
    : null;
}

function destination(words: Phrase, from: string, kind: 'file' | 'folder', moving: boolean): string | null {
  const name = withoutEnd(words, /\s*(?:里面|里|中|下面|下)$/);
  const folder = readFolder(name, true);
  const base = from.split(/[\\/]/).at(-1) ?? from;
  if (folder !== null) return moving && kind === 'file' ? (folder === '.' ? base : `${folder}/${base}`) : folder;
  const file = readName(name, false);
  if (file?.kind === 'file') return file.path;
  const plain = unquoted(name) ?? name;
  return /^[\p{L}\p{N}_.-]+$/u.test(plain.key) &&
    !/^(?:it|this|that|something|another|somewhere|here|there|别的|其他|另一个)$/.test(plain.key)
    ? plain.raw
    : null;
}
