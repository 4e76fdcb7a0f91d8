/** Reads a file's or a folder's name out of the words around it; a name is taken only when it looks like one. */
import { hasHan, type Phrase, part, take, trimmed, unquoted, withoutEnd, withoutStart } from './phrase.ts';

/** vague: a file is meant but not named ("the file"). */
export type Named = { readonly kind: 'file' | 'folder'; readonly path: string } | { readonly kind: 'vague' } | null;

const EXTENSION = /[^\s./\\:]\.(?=[a-z0-9]*[a-z])[a-z0-9]{1,10}$/;
const HOST = /^(?:www\.|[a-z]+:\/\/)|@|^[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|gov|edu|cn|io|ai|app)(?:\/|$)/;
const WELL_KNOWN = /^(?:readme|license|licence|makefile|dockerfile|changelog|todo|procfile|gemfile|justfile|authors|contributing|notice)$/;
const FOLDERS =
  /^(?:notes?|src|docs?|memory|skills|tests?|scripts|assets|config|lib|data|images?|photos|pictures|downloads|bench|dist|build|out|public|bin|projects?|reports?|archive|drafts|templates|work|personal|journal|inbox|笔记|文档|资料|图片|照片|项目|报告|归档|草稿|日记)$/;
/** No file name holds these unless it is written in quotation marks. */
const FORBIDDEN = /[*?"<>|\n]|(?<!^[a-z]):/;
const NUMBERS = /^[\d/.:-]+$/;
const WORD_PAIR = /^(?:and\/or|he\/she|his\/her|w\/o|n\/a|yes\/no|on\/off|am\/pm)$/;
const JOINING =
  /(?:^|\s)(?:in|inside|into|from|of|to|and|or|the|a|an|with|for|file|files|folder|directory|named|called|that|which|is|are|then|at|on|by|as|line|lines|row|it|my|your|me|about|how|what|why)(?=\s|$)/;

function looksLikeFile(key: string): boolean {
  if (key === '' || FORBIDDEN.test(key) || NUMBERS.test(key) || HOST.test(key) || WORD_PAIR.test(key)) return false;
  return EXTENSION.test(key) || WELL_KNOWN.test(key) || /^\.[a-z][\w.-]*$/.test(key) || looksLikePath(key);
}

function looksLikePath(key: string): boolean {
  return /^(?:~|\.{1,2})?[\\/]|[^\s/\\][\\/][^\s/\\]|[\\/]$|^[a-z]:[\\/]/.test(key) && !key.includes('//');
}

/** Files without an extension that people know by their whole path. */
const SYSTEM_FILE = /[\\/](?:hosts|passwd|shadow|group|fstab|crontab|sudoers|hostname|id_rsa|id_ed25519|known_hosts|authorized_keys)$/;

function looksLikeFolder(key: string): boolean {
  if (SYSTEM_FILE.test(key) || key === '' || FORBIDDEN.test(key) || HOST.test(key) || WORD_PAIR.test(key) || NUMBERS.test(key))
    return false;
  return FOLDERS.test(key) || looksLikePath(key) || /^\.{1,2}$|^\.[a-z]/.test(key);
}

const LEAD =
  /^(?:(?:(?:full |whole |entire |complete )?(?:contents?|text|inside)\s+(?:of|in|from)\s+|(?:the|a|an|my|our|your|this|that|existing|whole|entire|local|workspace's)\s+|(?:new\s+)?(?:(?:text|markdown|md)\s+)?(?:file|document|doc|folder|directory|dir|path|subfolder)s?\s*:\s*|(?:new\s+)?(?:(?:text|markdown|md)\s+)?(?:file|document|doc|folder|directory|dir|path|subfolder)\s+(?!is\b|in\b|of\b)|(?:named|called|titled|located at|at|under the name)\s+)|(?:一下|下(?!载)|一份|一个|个|这个|那个|这份|那份|该|此|我的|我们的|名为|名叫|叫做|叫|名字叫|名称为|路径为)\s*|(?:文本文件|新文件|文件夹|文件|文档|档案|资料夹|目录|名称)(?!\.|$|清单|列表|说明|名)\s*:?\s*|:\s*)/u;
const TAIL =
  /(?:\s+(?:file|document|doc)|\s*(?:这个|那个|这份|那份)?(?:文件|文档|档案)?\s*(?:的|里的|里面的|中的)?(?:全部|所有|完整|具体)?(?:内容|全文|正文)|\s*(?:这个|那个|这份)\s*(?:文件|文档|档案)|(?<=[\s."a-z0-9])(?:文件|文档|档案)(?=$))$/;
const FOLDER_TAIL = /(?:\s+(?:folder|directory|dir|subfolder)|\s*(?:这个|那个)?(?:文件夹|资料夹|目录))$/;
const VAGUE =
  /^(?:(?:(?:the|a|an|my|this|that|some|another|new|text|whole|empty)\s+)*(?:files?|documents?|doc|text)?|(?:it|this|that)(?: one)?|(?:一个|一份|一下|这个|那个|这份|那份|某个|个|我的|新|空|下|它)*(?:文件|文档|档案|文本文件)?)$/;

const IN_FOLDER = [
  /^(?<file>[^\n]+?)\s+(?:(?:that|which) is\s+)?(?:in|inside|under|from|within|at)\s+(?:the\s+|my\s+|our\s+|your\s+)?(?:(?:folder|directory|dir)\s+)?(?<folder>"[^"]+"|'[^']+'|[^\s]+)(?<said>\s+(?:folder|directory|dir|subfolder))?$/d,
  /^(?<folder>"[^"]+"|[^\s]+?)\s*(?<said>文件夹|资料夹|目录)?(?:里面|里边|里头|下面|当中|里|下|中|内)\s*(?:的|那个|有个)+\s*(?:文件|文档|名为|叫)?\s*(?<file>"[^"]+"|[^\s]+)$/d,
];
const IN_NAMED_FOLDER =
  /^\S+?(?:文件夹|资料夹|目录)(?:里面|里边|里头|下面|当中|里|下|中|内)?的|^[\w./-]+\s*(?:里面|里边|里头|下面|里|下|中|内)的/;
const HERE =
  /^(?:(?:the|my|our|your|this|current|whole|entire|root|main|working)\s+)*(?:workspace|working|root|project|top|base|current|here)?\s*(?:folder|directory|dir|files?|root|level)?$|^(?:我的|整个|当前|这个|本|该|根|工作|项目)*(?:工作区|工作目录|工作空间|文件夹|目录|根目录|项目|这里|这儿|此处|当前)?(?:文件夹|目录)?$/;

/** Whether the words mean the workspace itself. */
export function meansHere(words: Phrase): boolean {
  const key = trimmed(words).key;
  return key === '' || key === '.' || key === './' || HERE.test(key);
}

function unwrapped(words: Phrase): { words: Phrase; quoted: boolean } {
  const inside = unquoted(words);
  return inside === null ? { words, quoted: false } : { words: trimmed(inside), quoted: true };
}

function join(folder: string, file: string): string {
  return `${folder.replace(/[\\/]+$/, '')}/${file.replace(/^\.\//, '')}`;
}

function inFolder(words: Phrase): Named {
  for (const pattern of IN_FOLDER) {
    const groups = take(words, pattern);
    const file = groups?.['file'];
    const folder = groups?.['folder'];
    if (file === undefined || folder === undefined) continue;
    const name = bareName(file, false);
    if (name === null) continue;
    const place = unwrapped(folder);
    const saidSo = groups?.['said'] !== undefined || place.quoted;
    if (!saidSo && meansHere(place.words)) return { kind: 'file', path: name };
    const isFile = EXTENSION.test(place.words.key) && !saidSo;
    const plain = /^[\p{L}\p{N}_.-]+$/u.test(place.words.key) && !FORBIDDEN.test(place.words.key);
    if (!isFile && (saidSo ? !FORBIDDEN.test(place.words.key) : plain || looksLikeFolder(place.words.key))) {
      return { kind: 'file', path: join(place.words.raw, name) };
    }
  }
  return null;
}

/** A file's name alone, or null. Unquoted names may hold spaces only where `spaces` says so. */
function bareName(words: Phrase, spaces: boolean): string | null {
  const stripped = withoutEnd(withoutStart(words, LEAD), TAIL);
  const { words: name, quoted } = unwrapped(stripped);
  if (quoted) return looksLikeFile(name.key) || /^[^\s/\\]+$/.test(name.key) ? name.raw : null;
  if (!looksLikeFile(name.key)) return null;
  if (!/\s/.test(name.key)) return name.raw;
  const short = name.key.split(/\s+/).length <= 4;
  return spaces && short && !JOINING.test(name.key) && EXTENSION.test(name.key) ? name.raw : null;
}

/** What the words name. `spaces`: an unquoted name may hold spaces ("shopping list.txt"), for requests that change nothing. */
export function readName(words: Phrase, spaces: boolean): Named {
  const all = trimmed(words);
  if (VAGUE.test(all.key)) return { kind: 'vague' };
  const folder = readFolder(all, true);
  if (folder !== null) return { kind: 'folder', path: folder };
  const within = IN_NAMED_FOLDER.test(all.key) ? inFolder(all) : null;
  if (within !== null) return within;
  const whole = bareName(all, false);
  if (whole !== null) return { kind: /[\\/]$/.test(whole) ? 'folder' : 'file', path: whole };
  const nested = inFolder(withoutStart(all, LEAD)) ?? inFolder(all);
  if (nested !== null) return nested;
  const name = bareName(all, spaces);
  return name === null ? null : { kind: 'file', path: name };
}

/** A folder's path, `.` for the workspace, or null. `said`: only where the words say that it is one, by word or by a slash at the end. */
export function readFolder(words: Phrase, said: boolean): string | null {
  const all = trimmed(words);
  const stripped = withoutEnd(all, FOLDER_TAIL);
  const named =
    stripped.raw !== all.raw ||
    /^(?:(?:the|my|our|a|this)\s+)?(?:folder|directory|dir|subfolder)\s|^(?:文件夹|资料夹|目录)(?=[\s:"a-z])/.test(all.key);
  const { words: name, quoted } = unwrapped(withoutStart(stripped, LEAD));
  if (name.raw === '' || FORBIDDEN.test(name.key)) return null;
  if (named && /^(?:current|root|working|workspace|this|the|my|当前|这个|根|工作|项目)$/.test(name.key)) return '.';
  if (named) return quoted || (!/\s/.test(name.key) && (hasHan(name.raw) || /^[\w./\\@-]+$/.test(name.key))) ? name.raw : null;
  if (/[^\s][\\/]$/.test(name.key) && (quoted || !/\s/.test(name.key)) && !HOST.test(name.key))
    return name.raw.replace(/(?<=[^\\/])[\\/]+$/, '');
  if (said) return null;
  return (quoted && !EXTENSION.test(name.key)) || (looksLikeFolder(name.key) && !EXTENSION.test(name.key) && !/\s/.test(name.key))
    ? name.raw
    : null;
}

/** "a.md and b.md", "a.md、b.md": every one of them, or null when one of them is no file's name. */
export function readNames(words: Phrase): string[] | null {
  const out: string[] = [];
  let at = 0;
  const all = trimmed(words);
  const joints = [...all.key.matchAll(/\s*,\s*(?:and\s+)?|\s+(?:and|&)\s+|\s*(?:、|和|与|以及|跟)\s*/g)];
  if (joints.length === 0 || joints.length > 5) return null;
  for (const joint of [...joints, null]) {
    const named = readName(part(all, at, joint?.index ?? all.key.length), false);
    if (named === null || named.kind !== 'file') return null;
    out.push(named.path);
    if (joint !== null) at = joint.index + joint[0].length;
  }
  return out;
}

/** The path of a file that is named, or null. */
export function fileAt(words: Phrase | undefined): string | null {
  if (words === undefined) return null;
  const named = readName(words, false);
  return named?.kind === 'file' ? named.path : null;
}
