/** What a file change shows before it is allowed: targets, sizes, the difference, and whether it can be taken back. */
import type { Changes } from '#runtime/changes/changes';
import type { FileWall, PathSize } from '#runtime/sandbox/file-wall';
import { shownPath } from '#runtime/sandbox/path-rules';
import { sniffEncoding, textDecoder } from '#runtime/text/decode-text';
import type { Effect, EffectDiff } from '#shared/schema/effect';
import { notice } from '#shared/schema/notice';
import type { Plan, WritePlan } from './change-plan.ts';
import { whereOf } from './make-change.ts';
import { diffOf } from './text-diff.ts';
import type { ToolContext } from './tool.ts';

/** Files that are counted, and milliseconds until counting ends with "more than". */
const MEASURE_LIMIT = 1_000_000;
const MEASURE_TIME = 200;

export function effectOfWrite(plan: WritePlan, changes: Changes): Effect {
  const [path] = plan.paths;
  const { before, bytes } = plan;
  const missing = before === null;
  const diff = diffOfWrite(plan);
  return {
    targets: [
      {
        path,
        type: missing ? 'missing' : 'file',
        change: missing ? 'create' : 'modify',
        where: whereOf(path),
        files: 1,
        bytes: bytes.length,
      },
    ],
    count: 1,
    files: 1,
    bytes: bytes.length,
    more: false,
    undo: (before?.size ?? 0) > changes.usage().limit ? 'none' : 'snapshot',
    ...(diff === null ? {} : { diff }),
    notices: diff === null ? [notice('file_binary', { path: shownPath(path), bytes: before?.size ?? 0 })] : [],
  };
}

/** null where what would be replaced is no text. */
export function diffOfWrite({ paths: [path], before, bytes, texts }: WritePlan): EffectDiff | null {
  if (texts !== undefined) return diffOf(path, texts.before, texts.after);
  const after = Buffer.from(bytes).toString();
  if (before === null || before === undefined) return diffOf(path, null, after);
  const encoding = before.bytes === null ? null : sniffEncoding(before.bytes, true);
  return encoding === null || before.bytes === null ? null : diffOf(path, textDecoder(encoding).decode(before.bytes), after);
}

export async function effectOfTree(
  plan: Plan,
  how: { readonly change: 'move' | 'trash'; readonly files: FileWall; readonly changes: Changes },
  { session, signal }: ToolContext,
): Promise<Effect> {
  const [path, to] = plan.paths;
  const { size, more } = await measured(how.files, path, { session: session.kind, signal });
  const [files, bytes] = [size?.files ?? 0, size?.bytes ?? 0];
  const leads = to ?? size?.leads;
  const fits = !more && bytes <= how.changes.usage().limit;
  return {
    targets: [
      {
        path,
        type: plan.look.type,
        change: how.change,
        where: whereOf(path),
        files,
        bytes,
        ...(leads === undefined ? {} : { leads }),
      },
    ],
    count: 1,
    files,
    bytes,
    more,
    undo: fits ? (how.change === 'trash' ? 'trash' : 'snapshot') : 'partly',
    notices: [],
  };
}

/** What a tree holds now, for the question and for the comparison when it runs. */
export async function measured(
  files: FileWall,
  path: string,
  { session, signal }: { session: ToolContext['session']['kind']; signal: AbortSignal },
): Promise<{ size: PathSize | undefined; more: boolean }> {
  const until = AbortSignal.any([signal, AbortSignal.timeout(MEASURE_TIME)]);
  const { sizes, more } = await files.measure([path], { max: MEASURE_LIMIT, session, signal: until });
  return { size: sizes[0], more };
}
