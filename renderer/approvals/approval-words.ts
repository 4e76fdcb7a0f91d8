/** What an approval is about, in the terms that the dialog and the queue have words for. */
import type { LucideIcon } from 'lucide-react';
import FileDiff from 'lucide-react/icons/file-diff';
import FilePenLine from 'lucide-react/icons/file-pen-line';
import FolderOutput from 'lucide-react/icons/folder-output';
import ShieldAlert from 'lucide-react/icons/shield-alert';
import Terminal from 'lucide-react/icons/terminal';
import Trash2 from 'lucide-react/icons/trash-2';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import Undo2 from 'lucide-react/icons/undo-2';
import type { Approval, RuleDraft } from '#shared/schema/approval';
import type { Effect } from '#shared/schema/effect';

export type Subject = Pick<Approval, 'tool' | 'arguments' | 'risk' | 'effect'>;

export type Topic =
  | 'run'
  | 'run-deletes'
  | 'run-loses'
  | 'run-outside'
  | 'run-persona'
  | 'create'
  | 'change'
  | 'change-outside'
  | 'persona'
  | 'move'
  | 'trash'
  | 'delete'
  | 'read'
  | 'fetch'
  | 'note'
  | 'other';

const TAKES_AWAY: ReadonlySet<string> = new Set(['delete', 'trash']);

function deletes({ targets }: Effect): boolean {
  return targets.some(({ change }) => TAKES_AWAY.has(change));
}

/** Of the calls that this window has a heading for; any other tool is named. */
export function topicOf({ tool, risk, effect }: Subject): Topic {
  switch (tool) {
    case 'exec':
      if (risk === 'destructive') return deletes(effect) ? 'run-deletes' : 'run-loses';
      return risk === 'outside' || risk === 'persona' ? `run-${risk}` : 'run';
    case 'write':
    case 'edit':
      if (risk === 'persona') return 'persona';
      if (risk === 'outside') return 'change-outside';
      return effect.diff?.before === null ? 'create' : 'change';
    case 'move':
      return 'move';
    case 'delete':
      return isUndoable(effect) ? 'trash' : 'delete';
    case 'read':
    case 'list':
    case 'search':
      return risk === 'outside' ? 'read' : 'other';
    case 'web_fetch':
      return 'fetch';
    case 'memory_append':
      return risk === 'persona' ? 'persona' : 'note';
    default:
      return 'other';
  }
}

/** Values for the words of a topic: the tool, and the file by its last name. */
export function topicValues({ tool, arguments: args, effect }: Subject): { readonly tool: string; readonly name: string } {
  const path = args['path'] ?? effect.diff?.path ?? effect.targets[0]?.path;
  return { tool, name: typeof path === 'string' ? (path.split(/[\\/]/).findLast((part) => part !== '') ?? path) : tool };
}

/** true where refusing is the safer slip: Enter denies then. */
export function isGrave({ risk }: Pick<Approval, 'risk'>): boolean {
  return risk === 'destructive' || risk === 'persona' || risk === 'outside';
}

/** A call whose arguments were edited is as grave as what it would do now. */
export function riskAfterEdit(risk: Approval['risk'], effect: Effect): Approval['risk'] {
  if (isGrave({ risk })) return risk;
  if (deletes(effect) && !isUndoable(effect)) return 'destructive';
  return effect.targets.some(({ where }) => where === 'outside') || effect.opens !== undefined ? 'outside' : risk;
}

export function isUndoable({ undo }: Effect): boolean {
  return undo === 'snapshot' || undo === 'trash';
}

/** May be answered with yes from the list, without a look at the whole. */
export function isQuick({ risk, effect }: Pick<Approval, 'risk' | 'effect'>): boolean {
  return risk === 'change' && isUndoable(effect) && !effect.more && effect.opens === undefined;
}

export interface Mark {
  readonly word: 'destructive' | 'undoable' | 'persona' | 'outside' | 'command' | 'change';
  readonly tone: 'plain' | 'ok' | 'danger';
  readonly icon?: LucideIcon;
}

export function markOf({ risk, effect }: Pick<Approval, 'risk' | 'effect'>): Mark {
  if (risk === 'destructive') return { word: 'destructive', tone: 'danger' };
  if (risk === 'outside') return { word: 'outside', tone: 'danger', icon: TriangleAlert };
  if (risk === 'persona') return { word: 'persona', tone: 'plain' };
  if (isUndoable(effect)) return { word: 'undoable', tone: 'ok', icon: Undo2 };
  return { word: risk, tone: 'plain' };
}

export function iconOfTopic(topic: Topic, risk: Approval['risk']): LucideIcon {
  if (risk === 'destructive') return ShieldAlert;
  if (risk === 'outside') return FolderOutput;
  if (topic === 'persona') return FilePenLine;
  if (topic === 'trash' || topic === 'delete') return Trash2;
  return topic === 'run' ? Terminal : FileDiff;
}

/** The rule that "this session" makes: the command as it stands, or the folder of the file; never the whole workspace, which is chosen by name. */
export function sessionRule(rules: readonly RuleDraft[]): RuleDraft | null {
  const folder = rules.find(({ match }) => match.kind === 'path' && match.path.endsWith('/'));
  return folder ?? rules[0] ?? null;
}

export type Reach = 'command' | 'prefix' | 'file' | 'folder' | 'workspace';

export function reachOf({ match }: RuleDraft): Reach {
  if (match.kind === 'command') return match.prefix ? 'prefix' : 'command';
  if (match.path === '') return 'workspace';
  return match.path.endsWith('/') ? 'folder' : 'file';
}

/** As it is written in code: `git commit …`, `report/`; empty for the whole workspace. */
export function coverOf({ match }: RuleDraft): string {
  if (match.kind === 'path') return match.path;
  return match.prefix ? `${match.text} …` : match.text;
}

/** Reasons that are one click away, by what the request is. */
export function refusalsFor(subject: Subject): readonly ('trash' | 'inside' | 'leave')[] {
  const { tool, risk, effect } = subject;
  return [
    ...(tool === 'exec' && deletes(effect) && !isUndoable(effect) ? (['trash'] as const) : []),
    ...(risk === 'outside' || effect.targets.some(({ where }) => where === 'outside') ? (['inside'] as const) : []),
    ...(risk === 'persona' ? (['leave'] as const) : []),
  ];
}

/** Enough for a list; the dialog has the whole. A dot within a name ends nothing. */
export function firstSentence(text: string): string {
  return /^.*?(?:[。！？]|[.!?](?=\s|$))/u.exec(text)?.[0] ?? text;
}

/** The one line that stands for a call in a list: its command, address or path. */
export function subjectLine({ arguments: args, tool }: Pick<Approval, 'arguments' | 'tool'>): string {
  for (const name of ['command', 'url', 'path', 'text', 'query', 'task']) {
    const value = args[name];
    if (typeof value === 'string' && value !== '') return value;
  }
  const { from, to } = args;
  if (typeof from === 'string' && typeof to === 'string') return `${from} → ${to}`;
  return Object.keys(args).length === 0 ? tool : JSON.stringify(args);
}
