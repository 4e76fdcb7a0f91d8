/** Reads the words that answer a clarification into the arguments that were missing. */
import type { PendingTool } from '#runtime/model/chat-model';
import { readWrite } from './change-requests.ts';
import { meansIt, readClause } from './clause.ts';
import { readFolder, readName } from './paths.ts';
import { type Phrase, phrase, take, trimmed, unquoted, withoutEnd, withoutStart } from './phrase.ts';

type Filled =
  | { readonly kind: 'filled'; readonly arguments: Record<string, unknown> }
  | { readonly kind: 'part'; readonly arguments: Record<string, unknown>; readonly missing: string[] }
  | { readonly kind: 'dropped' }
  | { readonly kind: 'unread' };

const DROPPED =
  /^(?:never ?mind|cancel(?: (?:it|that))?|forget (?:it|about it)|stop|no|nope|none|nothing|abort|skip(?: it)?|don't|do not|leave it|not now|算了|取消|不用了?|不要了?|不了|停|没事了?|没什么|别了|不)(?:[,.!。\s].*)?$/;
const LEAD =
  /^(?:(?:it's|it is|that's|that would be|the (?:file|path|command|name|content|text|query|folder) (?:is|should be|would be)|(?:please )?(?:use|take|read|open|run|execute|try|write|delete|remember|search for|look for)|i mean(?:t)?|namely|called|named)\s*:?\s+|(?:(?:文件|路径|命令|内容|名字|文件名)?(?:是|叫|为)|就?(?:读|打开|运行|执行|用|删除?|记住|搜索?|写)(?:一下)?|路径|命令|内容|文件名|我(?:是)?说的?是)\s*:?\s*)/;

function plain(words: Phrase): Phrase {
  return withoutEnd(withoutStart(words, LEAD), /(?<=[\p{L}\p{N}"'`)])(?:\s*[。!?]|\.(?!\S)|\s*(?:吧|please|thanks|谢谢))+$/u);
}

/** A path as answered: a lone word counts, for a path was asked for. */
function pathIn(words: Phrase): string | null {
  for (const text of /\s/.test(words.key) ? [plain(words), words] : [words, plain(words)]) {
    const named = readName(text, true);
    if (named !== null && named.kind !== 'vague') return named.path;
    const folder = readFolder(text, false);
    if (folder !== null) return folder;
  }
  const name = unquoted(plain(words)) ?? plain(words);
  return /^[^\s*?"<>|]{1,255}$/.test(name.key) &&
    !/^(?:yes|yeah|ok|okay|what|which|why|idk|it|this|that|hm+|好|好的|是|是的|嗯|什么|哪个|不知道|随便|都行|any|all|everything|全部|所有)$/.test(
      name.key,
    )
    ? name.raw
    : null;
}

function valueFor(slot: string, words: Phrase): unknown {
  const inside = unquoted(words);
  switch (slot) {
    case 'path':
    case 'from':
    case 'to':
      return pathIn(words);
    case 'command': {
      const said = plain(words);
      return (unquoted(said) ?? said).raw.trim() || null;
    }
    case 'content':
    case 'text':
      return (inside ?? words).raw;
    case 'query':
      return (unquoted(plain(words)) ?? plain(words)).raw.trim() || null;
    default:
      return words.raw.trim() || null;
  }
}

const FROM_TO = /^(?<from>"[^"]+"|\S+?)\s*(?:\s(?:to|into|->|=>|as)\s|到|->|改名为|改成|,)\s*(?<to>"[^"]+"|\S+)$/d;

/** Only what the missing slots take; never turns an answer into another request. */
export function fill(pending: PendingTool, message: string): Filled {
  const words = trimmed(readClause(phrase(message)).whole);
  if (DROPPED.test(words.key)) return { kind: 'dropped' };
  const { slots } = pending;
  if (slots.length === 2 && slots.includes('path') && slots.includes('content')) return fileAndContent(pending, words);
  if (slots.length === 2 && slots.includes('from') && slots.includes('to')) {
    const groups = take(words, FROM_TO);
    const from = groups?.['from'] === undefined ? null : pathIn(groups['from']);
    const to = groups?.['to'] === undefined ? null : pathIn(groups['to']);
    return from === null || to === null ? { kind: 'unread' } : { kind: 'filled', arguments: { ...pending.arguments, from, to } };
  }
  const [slot, ...others] = slots;
  if (slot === undefined) return { kind: 'unread' };
  const value = valueFor(slot, words);
  if (value === null) return { kind: 'unread' };
  const args = { ...pending.arguments, [slot]: value };
  return others.length === 0 ? { kind: 'filled', arguments: args } : { kind: 'part', arguments: args, missing: others };
}

function fileAndContent(pending: PendingTool, words: Phrase): Filled {
  const clause = readClause(words);
  const whole = meansIt(clause)
    ? (readWrite(clause) ?? readWrite(readClause(phrase(`write ${words.raw}`))) ?? readWrite(readClause(phrase(`写入 ${words.raw}`))))
    : null;
  if (whole?.kind === 'write') return { kind: 'filled', arguments: { ...pending.arguments, path: whole.path, content: whole.content } };
  const path = /[\s:]/.test(plain(words).key) && unquoted(plain(words)) === null && readName(words, true) === null ? null : pathIn(words);
  return path === null ? { kind: 'unread' } : { kind: 'part', arguments: { ...pending.arguments, path }, missing: ['content'] };
}
