/** What a tool card says on its one line: icon, target and facts. */

import type { TFunction } from 'i18next';
import type { LucideIcon } from 'lucide-react';
import BookSearch from 'lucide-react/icons/book-search';
import Bookmark from 'lucide-react/icons/bookmark';
import BookmarkPlus from 'lucide-react/icons/bookmark-plus';
import Clock from 'lucide-react/icons/clock';
import FileText from 'lucide-react/icons/file-text';
import FolderTree from 'lucide-react/icons/folder-tree';
import Globe from 'lucide-react/icons/globe';
import Pencil from 'lucide-react/icons/pencil';
import Search from 'lucide-react/icons/search';
import Terminal from 'lucide-react/icons/terminal';
import Wrench from 'lucide-react/icons/wrench';
import type { ToolResult } from '#shared/schema/tool-call';
import { byteSize, duration, wholeNumber } from '../i18n/format.ts';
import type { CallView } from '../store/project-run.ts';

const ICONS: Readonly<Record<string, LucideIcon>> = {
  read: FileText,
  list: FolderTree,
  search: Search,
  write: Pencil,
  edit: Pencil,
  move: Pencil,
  delete: Pencil,
  exec: Terminal,
  web_fetch: Globe,
  web_search: Globe,
  memory_search: BookSearch,
  memory_get: Bookmark,
  memory_append: BookmarkPlus,
  time: Clock,
};

export function iconOf(tool: string): LucideIcon {
  return ICONS[tool] ?? Wrench;
}

/** true for a tool that was stopped on its way, whichever way it says so. */
export function wasStopped(result: ToolResult | null): boolean {
  return result?.ok === false && (result.kind === 'cancelled' || result.error.code === 'cancelled');
}

/** The arguments that say what a call is about, in this order. */
const TARGETS = ['path', 'from', 'to', 'command', 'url', 'query', 'text', 'task', 'name'] as const;

/** One line: the path, the command, or the words that are searched, quoted. Empty where a tool takes none. */
export function targetOf({ tool, arguments: args }: Pick<CallView, 'tool' | 'arguments'>): string {
  if (tool === 'memory_get') return [args['path'], args['from']].filter((part) => part !== undefined).join(':');
  const parts: string[] = [];
  for (const name of TARGETS) {
    const value = args[name];
    if (typeof value !== 'string' || value === '') continue;
    parts.push(name === 'query' || name === 'text' ? `“${value}”` : value);
  }
  return parts.join(' ').replaceAll(/\s+/g, ' ');
}

/** What a call was, in one line for those who hear it. */
export function subjectOf(call: Pick<CallView, 'tool' | 'arguments'>): string {
  return `${call.tool} ${targetOf(call)}`.trim();
}

/** Whether the difference says all that the arguments and the output of the call do. */
export function isDrawn({ tool, result }: Pick<CallView, 'tool' | 'result'>): boolean {
  return (tool === 'write' || tool === 'edit') && result?.ok === true && result.change !== undefined;
}

/** Whether a call gave no output; a command tells so by its bytes, since the model is told in words. */
export function printedNothing({ tool, result }: Pick<CallView, 'tool' | 'result'>): boolean {
  return result?.ok === true && (result.output === '' || (tool === 'exec' && result.facts?.['bytes'] === 0));
}

/** How a command ended and how long it took; empty for anything else. */
export function ranWords({ tool, result, ms }: Pick<CallView, 'tool' | 'result' | 'ms'>, t: TFunction, language: string): string {
  if (tool !== 'exec' || result?.ok !== true) return '';
  const facts = result.facts ?? {};
  const exit = facts['exit'];
  return [
    // Below 0 it was ended before it could give one; a notice says by what.
    ...(typeof exit === 'number' && exit >= 0 ? [`${t('policy:changes.exit')} ${exit}`] : []),
    ...(ms === null ? [] : [`${t('policy:changes.took')} ${duration(ms, t, language)}`]),
  ].join(' · ');
}

/** Facts that are counts of something; others, such as a path, stand elsewhere on the card. */
const COUNTED = ['files', 'folders', 'entries', 'matches', 'hits', 'lines', 'characters'] as const;

/** At most so many facts, then the time. Such as "3 files · 18 KB · 84 ms"; empty while there is no result. */
export function factsOf({ result, ms }: Pick<CallView, 'result' | 'ms'>, t: TFunction, language: string, most = 2): string {
  const facts = result?.ok === true ? (result.facts ?? {}) : {};
  const words: string[] = [];
  const { added, removed, exit } = facts;
  if (typeof exit === 'number' && exit > 0) words.push(`${t('policy:changes.exit')} ${exit}`);
  if (typeof added === 'number' && typeof removed === 'number') {
    const out = removed === 0 ? '' : ` −${wholeNumber(removed, language)}`;
    words.push(`+${wholeNumber(added, language)}${out}`);
  }
  for (const name of COUNTED) {
    const value = facts[name];
    if (typeof value === 'number') words.push(t(`count.${name}`, { count: value }));
  }
  if (typeof facts['bytes'] === 'number') words.push(byteSize(facts['bytes'], t, language));
  if (typeof facts['added'] === 'boolean') words.push(t(facts['added'] ? 'tool.added' : 'tool.known'));
  return [...words.slice(0, most), ...(ms === null ? [] : [duration(ms, t, language)])].join(' · ');
}
