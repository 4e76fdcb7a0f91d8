/** The tools that change files: write, edit, move and delete, each judged by the wall and the policy, kept for undo, and done through the wall. */
import type { Changes } from '#runtime/changes/changes';
import type { FileWall } from '#runtime/sandbox/file-wall';
import { shownPath } from '#runtime/sandbox/path-rules';
import type { RuleDraft } from '#shared/schema/approval';
import { notice } from '#shared/schema/notice';
import type { SessionKind } from '#shared/schema/session';
import type { ToolResult } from '#shared/schema/tool-call';
import { diffOfWrite, effectOfTree, effectOfWrite, measured } from './change-effect.ts';
import {
  bindingOfWrite,
  neverByRule,
  type Plan,
  planDelete,
  planEdit,
  planMove,
  planWrite,
  type Refusal,
  reasonsToAsk,
  verdictOf,
  type WritePlan,
} from './change-plan.ts';
import { coversPath, rulesForDelete, rulesForFile, rulesForMove } from './change-rules.ts';
import { makeChange, whereOf } from './make-change.ts';
import { countLines } from './read-lines.ts';
import { nameAgain, readWhole, TEXT_LIMIT } from './read-whole.ts';
import { type AnyTool, type Asking, refused, type Tool, type ToolContext } from './tool.ts';
import { type ToolArguments, toolInputs } from './tool-inputs.ts';

const ANY_SESSION: readonly SessionKind[] = ['main', 'shared', 'sub-agent'];

/** Files of a folder that an approval is bound to by their count and bytes; of a larger one only that it is larger. */
const BOUND_FILES = 2_000;

interface Parts {
  readonly files: FileWall;
  readonly changes: Changes;
}

export function createChangeTools(parts: Parts): AnyTool[] {
  return [writeTool(parts), editTool(parts), moveTool(parts), deleteTool(parts)] as unknown as AnyTool[];
}

function writeTool(parts: Parts): Tool<ToolArguments<'write'>> {
  return {
    name: 'write',
    summary: 'Write a whole text file of the workspace; makes it and its folders where missing.',
    input: toolInputs.write,
    sessions: ANY_SESSION,
    untrusted: false,
    judge: async (args, context) => verdictOf(await planWrite(parts.files, args, context, false), context),
    describe: async (args, context) => askingForWrite(parts, 'write', await planWrite(parts.files, args, context, true), context),
    covers: async (args, rule, context) => covered(await planWrite(parts.files, args, context, false), rule),
    run: async (args, context) => runWrite(parts, 'write', await planWrite(parts.files, args, context, true), context),
  };
}

function editTool(parts: Parts): Tool<ToolArguments<'edit'>> {
  return {
    name: 'edit',
    summary: 'Replace old_text, which must stand exactly once in a text file, by new_text.',
    input: toolInputs.edit,
    sessions: ANY_SESSION,
    untrusted: false,
    judge: async (args, context) => verdictOf(await planEdit(parts.files, args, context), context),
    describe: async (args, context) => askingForWrite(parts, 'edit', await planEdit(parts.files, args, context), context),
    covers: async (args, rule, context) => covered(await planEdit(parts.files, args, context), rule),
    run: async (args, context) => runWrite(parts, 'edit', await planEdit(parts.files, args, context), context),
  };
}

function askingForWrite({ changes }: Parts, tool: string, plan: WritePlan | Refusal, context: ToolContext): Asking {
  if (plan.refused) return askingForNothing(plan);
  return {
    risk: riskOf(plan),
    reasons: reasonsToAsk(plan, context),
    effect: effectOfWrite(plan, changes),
    binding: bindingOfWrite(plan),
    rules: neverByRule(plan) ? [] : rulesForFile(tool, plan.paths[0]),
  };
}

async function runWrite(
  { files, changes }: Parts,
  tool: 'write' | 'edit',
  plan: WritePlan | Refusal,
  context: ToolContext,
): Promise<ToolResult> {
  if (plan.refused) return refused(plan.reason, plan.kind);
  const expect = plan.before?.sha256 ?? null;
  return makeChange(
    changes,
    {
      tool,
      plan,
      binding: bindingOfWrite(plan),
      mayGoUnkept: false,
      act: (approved) => files.write(nameAgain(plan.paths[0]), plan.bytes, { session: context.session.kind, approved, expect }),
      tell: ({ path, bytes, created }) => {
        const diff = diffOfWrite(plan);
        const counts = diff === null ? {} : { added: diff.added, removed: diff.removed };
        const lines = countLines(plan.texts?.after ?? Buffer.from(plan.bytes).toString());
        const changed = diff === null || created ? '' : `, ${diff.added} lines in and ${diff.removed} out`;
        const what = plan.texts === undefined ? (created ? 'Wrote the new file' : 'Wrote') : 'Edited';
        const at = plan.texts === undefined ? '' : ` at line ${plan.texts.line}`;
        return {
          output: `${what} ${shownPath(path)}${at}: ${lines} lines, ${bytes} bytes${changed}.`,
          facts: { path, bytes, lines, created, ...counts, ...(plan.texts === undefined ? {} : { line: plan.texts.line }) },
        };
      },
    },
    context,
  );
}

function moveTool(parts: Parts): Tool<ToolArguments<'move'>> {
  const { files, changes } = parts;
  return {
    name: 'move',
    summary: 'Move or rename a file or folder of the workspace; never replaces what is there.',
    input: toolInputs.move,
    sessions: ANY_SESSION,
    untrusted: false,
    judge: async (args, context) => verdictOf(await planMove(files, args, context), context),
    async describe(args, context) {
      const plan = await planMove(files, args, context);
      if (plan.refused) return askingForNothing(plan);
      return {
        risk: riskOf(plan),
        reasons: reasonsToAsk(plan, context),
        effect: await effectOfTree(plan, { change: 'move', files, changes }, context),
        binding: await bindingOfTree(files, plan, context),
        rules: neverByRule(plan) ? [] : rulesForMove('move', plan.paths[0], plan.paths[1] ?? ''),
      };
    },
    covers: async (args, rule, context) => covered(await planMove(files, args, context), rule),
    async run(args, context) {
      const plan = await planMove(files, args, context);
      if (plan.refused) return refused(plan.reason, plan.kind);
      const [from, to = ''] = plan.paths;
      return makeChange(
        changes,
        {
          tool: 'move',
          plan,
          binding: await bindingOfTree(files, plan, context),
          mayGoUnkept: context.approved !== null,
          act: (approved) => files.move(nameAgain(from), nameAgain(to), { session: context.session.kind, approved }),
          tell: (moved) => ({
            output: `Moved ${shownPath(moved.from)} to ${shownPath(moved.to)}.`,
            facts: { path: moved.to, from: moved.from, type: plan.look.type },
            place: moved.to,
          }),
        },
        context,
      );
    },
  };
}

function deleteTool(parts: Parts): Tool<ToolArguments<'delete'>> {
  const { files, changes } = parts;
  const always = (plan: Plan | Refusal) => (plan.refused ? undefined : notice('policy_delete_asks', { path: shownPath(plan.paths[0]) }));
  return {
    name: 'delete',
    summary: 'Move a file, folder or link of the workspace to the trash.',
    input: toolInputs.delete,
    sessions: ANY_SESSION,
    untrusted: false,
    async judge(args, context) {
      const plan = await planDelete(files, args, context, false);
      return verdictOf(plan, context, always(plan));
    },
    async describe(args, context) {
      const plan = await planDelete(files, args, context, true);
      if (plan.refused) return askingForNothing(plan);
      return {
        risk: 'destructive',
        reasons: reasonsToAsk(plan, context, always(plan)),
        binding: await bindingOfTree(files, plan, context),
        effect: await effectOfTree(plan, { change: 'trash', files, changes }, context),
        rules: neverByRule(plan) ? [] : rulesForDelete('delete', plan.paths[0], plan.look.type),
      };
    },
    // A rule for a file says nothing of a folder that came to stand there.
    covers: async (args, rule, context) => {
      const plan = await planDelete(files, args, context, true);
      return (
        covered(plan, rule) &&
        !plan.refused &&
        !(plan.look.type === 'folder' && rule.match.kind === 'path' && rule.match.path === plan.paths[0])
      );
    },
    async run(args, context) {
      const plan = await planDelete(files, args, context, false);
      if (plan.refused) return refused(plan.reason, plan.kind);
      const { size } = await measured(files, plan.paths[0], { session: context.session.kind, signal: context.signal });
      return makeChange(
        changes,
        {
          tool: 'delete',
          plan,
          binding: await bindingOfTree(files, plan, context),
          mayGoUnkept: true,
          act: (approved) => files.trash(nameAgain(plan.paths[0]), { session: context.session.kind, approved, signal: context.signal }),
          tell: ({ path, place }) => ({
            output: `Moved ${shownPath(path)} to the trash${place === '' ? '' : `: ${shownPath(place)}`}.`,
            facts: { path, place, type: plan.look.type, files: size?.files ?? 0, bytes: size?.bytes ?? 0 },
            place,
          }),
        },
        context,
      );
    },
  };
}

/** The content of a file, the end of a link, the count of a folder: what must still be so when it runs. */
async function bindingOfTree(files: FileWall, { paths, look }: Plan, { session, signal }: ToolContext): Promise<Record<string, string>> {
  const [path, to] = paths;
  const ends = { path, type: look.type, ...(to === undefined ? {} : { to }) };
  if (look.type === 'file' && look.names === 1 && look.bytes <= TEXT_LIMIT) {
    const read = await readWhole(files, path, { session: session.kind, signal });
    return { ...ends, before: read.ok ? read.value.sha256 : read.error.code };
  }
  if (look.type === 'file') return { ...ends, bytes: String(look.bytes) };
  const { sizes, more } = await files.measure([path], { max: BOUND_FILES, session: session.kind, signal });
  const [size] = sizes;
  if (look.type === 'link') return { ...ends, leads: size?.leads ?? '' };
  return { ...ends, ...(more ? { more: String(BOUND_FILES) } : { files: String(size?.files ?? 0), bytes: String(size?.bytes ?? 0) }) };
}

function covered(plan: Plan | Refusal, rule: RuleDraft): boolean {
  return !plan.refused && !neverByRule(plan) && plan.paths.every((path) => coversPath(rule, path));
}

function riskOf({ guards, paths }: Plan): Asking['risk'] {
  if (guards.includes('soul') || guards.includes('persona')) return 'persona';
  return paths.some((path) => whereOf(path) === 'granted') ? 'outside' : 'change';
}

/** For a call that was refused since it was judged: shows why, changes nothing, makes no rule. */
function askingForNothing({ reason }: Refusal): Asking {
  const effect = { targets: [], count: 0, files: 0, bytes: 0, more: false, undo: 'none' as const, notices: [reason] };
  return { risk: 'change', reasons: [reason], effect, binding: { refused: reason.code }, rules: [] };
}
