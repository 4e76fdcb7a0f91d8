/** What an approval of a command shows and holds to: real targets with their sizes, and the scripts that would run. */
import { createHash } from 'node:crypto';
import { relative, sep } from 'node:path';
import type { CommandJudgement, CommandRequest, CommandTarget, CommandWall } from '#runtime/sandbox/command-wall';
import type { FileWall, PathSize } from '#runtime/sandbox/file-wall';
import { commandEnvironment } from '#runtime/sandbox/run/environment';
import { type Effect, type EffectTarget, TARGETS_SHOWN } from '#shared/schema/effect';
import { commandRules } from './exec-rules.ts';
import { scriptHashes } from './exec-scripts.ts';
import type { Asking, ToolContext } from './tool.ts';

/** Targets that are looked up for a preview. */
const LOOKED_UP = 2_000;
/** Files that are counted for a preview. */
const COUNTED = 200_000;
/** What the undo store takes in for one call. */
const KEPT = { files: 20_000, bytes: 512 * 1024 * 1024 } as const;

interface EffectParts {
  readonly wall: CommandWall;
  readonly files: FileWall;
}

interface Described {
  readonly request: CommandRequest;
  readonly judged: CommandJudgement;
  readonly cwd: string;
}

export async function askForCommand(parts: EffectParts, { request, judged, cwd }: Described, context: ToolContext): Promise<Asking> {
  const { session, signal, policy } = context;
  const found = await parts.wall.targets(request, LOOKED_UP, signal);
  const measured = await parts.files.measure(
    found.targets.map(({ path }) => path),
    { max: COUNTED, session: session.kind, signal },
  );
  const scripts = await scriptHashes(parts.files, judged.scripts, { session: session.kind, signal: new AbortController().signal });
  const named = found.targets.map(({ path, change, to }) => `${change} ${path} ${to ?? ''}`).join('\n');
  const binding = {
    command: request.command,
    cwd,
    mode: policy.commands.mode,
    environment: sha256(JSON.stringify(commandEnvironment(''))),
    // A preview that was cut short by its time must not look like another one.
    targets: found.more ? 'many' : sha256(named),
    ...scripts,
  };
  const effect = effectOf(parts.files, found, measured, judged);
  const rules = judged.risk === 'command' ? commandRules(request.command, judged, cwd === '' ? scripts : null) : [];
  return { risk: judged.risk, reasons: [judged.reason], effect, binding, rules };
}

function effectOf(
  files: FileWall,
  found: { readonly targets: readonly CommandTarget[]; readonly more: boolean },
  measured: { readonly sizes: readonly PathSize[]; readonly more: boolean },
  { opens }: CommandJudgement,
): Effect {
  const sums = measured.sizes.reduce((sum, one) => ({ files: sum.files + one.files, bytes: sum.bytes + one.bytes }), {
    files: 0,
    bytes: 0,
  });
  const targets = found.targets.slice(0, TARGETS_SHOWN).map((target, at): EffectTarget => {
    const size = measured.sizes[at];
    const leads = target.to === undefined ? size?.leads : belowRoot(files.root, target.to);
    return {
      path: size?.path ?? belowRoot(files.root, target.path),
      type: size?.type ?? 'other',
      change: target.change === 'create' && size !== undefined && size.type !== 'missing' ? 'modify' : target.change,
      where: size?.where ?? 'outside',
      files: size?.files ?? 0,
      bytes: size?.bytes ?? 0,
      ...(leads === undefined ? {} : { leads }),
    };
  });
  const fits = sums.files <= KEPT.files && sums.bytes <= KEPT.bytes && !measured.more;
  const inside = opens.write.length === 0 && measured.sizes.every(({ where }) => where !== 'outside');
  return {
    targets,
    count: found.targets.length,
    ...sums,
    more: found.more || measured.more,
    undo: !fits ? 'none' : inside && !found.more ? 'snapshot' : 'partly',
    ...(opens.read.length + opens.write.length === 0 ? {} : { opens: { read: [...opens.read], write: [...opens.write] } }),
    notices: [],
  };
}

/** What the command names, as the undo store takes it: places of the workspace alone. */
export async function commandTargets(
  wall: CommandWall,
  files: FileWall,
  request: CommandRequest,
  max: number,
  signal: AbortSignal,
): Promise<string[]> {
  const { targets } = await wall.targets(request, max, signal);
  const named = targets.filter(({ change }) => change !== 'read').flatMap(({ path, to }) => [path, ...(to === undefined ? [] : [to])]);
  return named
    .map((path) => belowRoot(files.root, path))
    .filter((path) => path !== '' && !path.startsWith('/') && files.guardOf(path) !== 'closed');
}

/** With `/` between parts; a place elsewhere stays absolute. */
function belowRoot(root: string, path: string): string {
  const below = relative(root, path).split(sep).join('/');
  return below === '..' || below.startsWith('../') ? path : below;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
