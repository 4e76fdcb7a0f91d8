/** What a file change would do, found out before anything is touched: the same for the judgement, the question and the run. */
import type { FailureKind } from '#runtime/sandbox/file-errors';
import type { FileWall, Guard, Look } from '#runtime/sandbox/file-wall';
import { shownPath } from '#runtime/sandbox/path-rules';
import { type Notice, notice } from '#shared/schema/notice';
import type { Verdict } from '#shared/schema/tool-call';
import { editBytes } from './edit-text.ts';
import { readWhole, sha256Of, TEXT_LIMIT, type WholeFile } from './read-whole.ts';
import type { ToolContext } from './tool.ts';
import type { ToolArguments } from './tool-inputs.ts';

/** Bytes of a file that may be replaced: its sum is taken before and after the question. A larger one can be deleted. */
const REPLACE_LIMIT = 64 * 1024 * 1024;

export interface Refusal {
  readonly refused: true;
  readonly verdict: 'deny' | 'invalid';
  readonly kind: FailureKind;
  readonly reason: Notice;
}

/** A change of one name or two, as far as judging needs it. */
export interface Plan {
  readonly refused: false;
  /** Real paths that change, the one it is about first. */
  readonly paths: readonly [string, ...string[]];
  readonly guards: readonly Guard[];
  readonly holdsGuarded: boolean;
  readonly look: Look;
}

export interface WritePlan extends Plan {
  readonly bytes: Uint8Array;
  /** What stands there now; null for nothing, undefined while nobody asked. */
  readonly before: WholeFile | null | undefined;
  /** Texts of an edit, already known. */
  readonly texts?: { readonly before: string; readonly after: string; readonly line: number };
}

/** `contents` reads what would be replaced. */
export async function planWrite(
  files: FileWall,
  { path, content }: ToolArguments<'write'>,
  context: ToolContext,
  contents: boolean,
): Promise<WritePlan | Refusal> {
  const plan = await planFile(files, path, context);
  if (plan.refused) return plan;
  if (!content.isWellFormed()) return invalid(argument('write', 'content', 'half a character'));
  const bytes = Buffer.from(content);
  if (bytes.length > TEXT_LIMIT) return invalid(argument('write', 'content', `at most ${TEXT_LIMIT} bytes`));
  if (plan.look.type === 'missing') return { ...plan, bytes, before: null };
  if (plan.look.bytes > REPLACE_LIMIT) {
    const params = { path: shownPath(plan.paths[0]), bytes: plan.look.bytes, limit: REPLACE_LIMIT };
    return impossible(plan.guards, notice('file_too_large', params));
  }
  if (!contents) return { ...plan, bytes, before: undefined };
  const read = await readWhole(files, plan.paths[0], { session: context.session.kind, signal: context.signal });
  return read.ok ? { ...plan, bytes, before: read.value } : impossible(plan.guards, read.error, read.kind);
}

export async function planEdit(
  files: FileWall,
  { path, old_text, new_text }: ToolArguments<'edit'>,
  context: ToolContext,
): Promise<WritePlan | Refusal> {
  const plan = await planFile(files, path, context);
  if (plan.refused) return plan;
  const { guards, look } = plan;
  const params = { path: shownPath(plan.paths[0]) };
  if (look.type === 'missing') return impossible(guards, notice('path_not_found', params));
  if (old_text === new_text) return impossible(guards, argument('edit', 'new_text', 'the same as old_text'));
  if (look.bytes > TEXT_LIMIT) return impossible(guards, notice('file_too_large', { ...params, bytes: look.bytes, limit: TEXT_LIMIT }));
  const read = await readWhole(files, plan.paths[0], { session: context.session.kind, signal: context.signal });
  if (!read.ok) return impossible(guards, read.error, read.kind);
  if (read.value.bytes === null)
    return impossible(guards, notice('file_too_large', { ...params, bytes: read.value.size, limit: TEXT_LIMIT }));
  const edited = editBytes(read.value.bytes, old_text, new_text);
  switch (edited.kind) {
    case 'edited':
      return { ...plan, bytes: edited.bytes, before: read.value, texts: edited };
    case 'places':
      if (edited.count === 0) return impossible(guards, notice('edit_text_missing', params), 'argument');
      return impossible(guards, notice('edit_text_repeated', { ...params, count: edited.count }), 'argument');
    case 'binary':
      return impossible(guards, notice('file_binary', { ...params, bytes: read.value.size }));
    case 'encoding':
      return impossible(guards, notice('file_encoding', { ...params, encoding: edited.encoding }));
    default:
      return edited satisfies never;
  }
}

/** A name at which a file may be written. */
async function planFile(files: FileWall, path: string, { session }: ToolContext): Promise<Plan | Refusal> {
  const look = await files.look(path, { session: session.kind });
  if (look.kind !== 'inside') return refuse(look.kind === 'denied' ? 'deny' : 'invalid', look.reason);
  const params = { path: shownPath(path) };
  if (look.type === 'folder') return invalid(notice('path_not_a_file', params));
  if (look.guard === 'closed') return refuse('deny', notice('path_protected', params));
  const guards = [look.guard];
  if (look.type === 'other') return impossible(guards, notice('path_special_file', params));
  if (look.names > 1) return refuse('deny', notice('path_hard_link', { ...params, count: look.names }));
  if (look.type === 'link') {
    const end = await files.resolve(path, session.kind);
    return refuse('deny', end.kind === 'denied' ? end.reason : notice('path_link', params));
  }
  return { refused: false, paths: [look.relative], guards, holdsGuarded: false, look };
}

export async function planMove(files: FileWall, { from, to }: ToolArguments<'move'>, { session }: ToolContext): Promise<Plan | Refusal> {
  const source = await files.look(from, { session: session.kind, within: true });
  const target = await files.look(to, { session: session.kind });
  for (const look of [source, target]) if (look.kind === 'denied') return refuse('deny', look.reason);
  for (const look of [source, target]) if (look.kind === 'invalid') return invalid(look.reason);
  if (source.kind !== 'inside' || target.kind !== 'inside') return invalid(notice('path_not_found', { path: shownPath(from) }));
  const shown = { path: shownPath(from) };
  if (isRoot(files, source)) return refuse('deny', notice('path_workspace', shown));
  if (source.guard === 'closed') return refuse('deny', notice('path_protected', shown));
  const guards = [source.guard, target.guard];
  if (target.type !== 'missing') return impossible(guards, notice('path_taken', { path: shownPath(to) }));
  if (target.guard === 'closed') return refuse('deny', notice('path_protected', { path: shownPath(to) }));
  if (source.type === 'missing') return impossible(guards, notice('path_not_found', shown));
  if (source.type === 'link') return refuse('deny', notice('path_link', shown));
  if (source.type === 'other') return impossible(guards, notice('path_special_file', shown));
  if (source.names > 1) return refuse('deny', notice('path_hard_link', { ...shown, count: source.names }));
  if (source.type === 'folder' && `${target.relative}/`.startsWith(`${source.relative}/`))
    return impossible(guards, notice('path_itself', shown));
  return { refused: false, paths: [source.relative, target.relative], guards, holdsGuarded: source.holdsGuarded, look: source };
}

/** `within` also looks whether a folder holds guarded names. */
export async function planDelete(
  files: FileWall,
  { path }: ToolArguments<'delete'>,
  { session }: ToolContext,
  within: boolean,
): Promise<Plan | Refusal> {
  const look = await files.look(path, { session: session.kind, within });
  if (look.kind !== 'inside') return refuse(look.kind === 'denied' ? 'deny' : 'invalid', look.reason);
  const shown = { path: shownPath(path) };
  if (isRoot(files, look)) return refuse('deny', notice('path_workspace', shown));
  if (look.guard === 'closed') return refuse('deny', notice('path_protected', shown));
  if (look.type === 'missing') return impossible([look.guard], notice('path_not_found', shown));
  if (look.type === 'other') return impossible([look.guard], notice('path_special_file', shown));
  return { refused: false, paths: [look.relative], guards: [look.guard], holdsGuarded: look.holdsGuarded, look };
}

function isRoot(files: FileWall, { relative }: Look): boolean {
  return relative === '' || relative === files.root;
}

/** Facts that must be the same when it runs. */
export function bindingOfWrite({ paths, before, bytes }: WritePlan): Record<string, string> {
  return { path: paths[0], before: before?.sha256 ?? 'none', content: sha256Of(bytes) };
}

export function refuse(
  verdict: Refusal['verdict'],
  reason: Notice,
  kind: FailureKind = verdict === 'deny' ? 'denied' : 'argument',
): Refusal {
  return { refused: true, verdict, kind, reason };
}

function invalid(reason: Notice): Refusal {
  return refuse('invalid', reason);
}

/** What cannot be done is bad input for an ordinary name; for one that always asks it is refused for good, so that nobody is asked in vain. */
function impossible(guards: readonly Guard[], reason: Notice, kind: FailureKind = 'failed'): Refusal {
  return refuse(guards.every((guard) => guard === 'none') ? 'invalid' : 'deny', reason, kind);
}

function argument(tool: string, field: string, rule: string): Notice {
  return notice('tool_arguments', { tool, field, rule, allowed: '' });
}

/** Why it has to be asked about under this policy; empty when it may run. `always` is the tool's own reason. */
export function reasonsToAsk({ paths, guards, holdsGuarded }: Plan, { policy }: ToolContext, always?: Notice): Notice[] {
  const reasons = paths.flatMap((path, index): Notice[] => {
    const params = { path: shownPath(path) };
    const guard = guards[index] ?? 'none';
    if (guard === 'soul' || guard === 'persona') return [notice('policy_persona_asks', params)];
    return guard === 'guarded' ? [notice('policy_guarded_asks', params)] : [];
  });
  const params = { path: shownPath(paths[0]) };
  if (holdsGuarded && reasons.length === 0) reasons.push(notice('policy_guarded_asks', params));
  if (always !== undefined) reasons.push(always);
  else if (reasons.length === 0 && policy.files.write !== 'allow') reasons.push(notice('policy_files_ask', params));
  return reasons;
}

export function verdictOf(plan: Plan | Refusal, context: ToolContext, always?: Notice): Verdict {
  if (plan.refused) return { verdict: plan.verdict, reason: plan.reason };
  const [reason] = reasonsToAsk(plan, context, always);
  return reason === undefined ? { verdict: 'allow' } : { verdict: 'ask', reason };
}

/** true where only a person's answer to exactly this opens it, and no rule. */
export function neverByRule({ guards, holdsGuarded }: Plan): boolean {
  return holdsGuarded || guards.some((guard) => guard !== 'none');
}
