/** Turns one clause into what is asked, in a fixed order; nothing recognised is an honest `unknown`. */

import { readAppend, readWrite } from './change-requests.ts';
import { type Clause, isNegated } from './clause.ts';
import { readDelete, readEdit, readMove } from './edit-requests.ts';
import { readExec } from './exec-requests.ts';
import type { Intent, Recogniser } from './intent.ts';
import { readList, readRead, readSearch } from './look-requests.ts';
import { readNames } from './paths.ts';
import { take, withoutEnd } from './phrase.ts';
import { readRecall } from './recall-questions.ts';
import { readMention, readRemember } from './remember.ts';
import { readGreeting, readHelp, readTime } from './small-requests.ts';

const ORDER: readonly Recogniser[] = [
  readHelp,
  readGreeting,
  readTime,
  readRemember,
  readAppend,
  readEdit,
  readMove,
  readWrite,
  readExec,
  readSearch,
  readList,
  readRead,
  readRecall,
  readMention,
];
const READ_SEVERAL = /^(?:read|open|show(?: me)?|display|view|print|cat|读取|读一下|读|打开|查看|显示|看看|看一下)\s*(?<names>.+)$/d;

function readSeveral(clause: Clause): Intent[] | null {
  if (isNegated(clause)) return null;
  const names = take(clause.tight, READ_SEVERAL)?.['names'];
  return names === undefined ? null : (readNames(names)?.map((path) => ({ kind: 'read', path })) ?? null);
}

/** Whether what follows is somebody else's words or orders about the rules themselves. */
const REPORTED =
  /\b(?:says?|said|reads?|wrote|writes|tells?|told|asks?|asked|states?|instructs?|orders?|according to|mail|e-?mail|letter|message|website|page|document|prompt|instructions?)\b[^.!?]*[:：,，]|(?:说|写着|写道|提到|要求|让你|叫你|上面|邮件|网页|文章|消息|短信|文件)[^。!?]*[:：,，]|^(?:ignore|disregard|forget|override|bypass|pretend|imagine|suppose|act as|you are now|from now on|忽略|无视|忘掉|忘记|假装|假设|绕过|从现在起|从现在开始)|\bif\b|^(?:如果|假如|要是|当)/;

export function isReported(clause: Clause): boolean {
  return REPORTED.test(clause.whole.key);
}

/** Never empty. */
export function classify(clause: Clause): Intent[] {
  const deletes = readDelete(clause) ?? readSeveral(clause);
  if (deletes !== null) return deletes;
  for (const recognise of ORDER) {
    const intent = recognise(clause);
    if (intent !== null) return [intent];
  }
  const why = isNegated(clause) ? 'negated' : clause.asks || clause.force === 'question' ? 'question' : 'other';
  return [{ kind: 'unknown', text: withoutEnd(clause.whole, /[\s。.!~]+$/).raw, why }];
}

export function isKnown(intents: readonly Intent[]): boolean {
  return intents.every(({ kind }) => kind !== 'unknown');
}
