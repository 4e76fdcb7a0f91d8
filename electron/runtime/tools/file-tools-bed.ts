/** A workspace in a temporary folder with the file tools on it, for their tests. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Changes } from '#runtime/changes/changes';
import { createChanges } from '#runtime/changes/create-changes';
import { type FileWallOptions, openFileWall } from '#runtime/sandbox/file-sandbox';
import type { FileWall } from '#runtime/sandbox/file-wall';
import { createChangeStore } from '#runtime/storage/change-store';
import { openDatabase } from '#runtime/storage/database';
import type { RuleDraft } from '#shared/schema/approval';
import { type Policy, policySchema } from '#shared/schema/policy';
import type { SessionKind } from '#shared/schema/session';
import type { ToolResult } from '#shared/schema/tool-call';
import { createChangeTools } from './change-tools.ts';
import { createFileTools } from './file-tools.ts';
import { SEARCH_LIMITS, type SearchLimits } from './search-files.ts';
import type { Asking, Tool, ToolContext } from './tool.ts';

export interface CallOptions {
  session?: SessionKind;
  limits?: Partial<SearchLimits>;
  signal?: AbortSignal;
  /** Policy for changes; `ask` unless given. */
  write?: 'ask' | 'allow';
  /** What a person answers to a question; without it the call is refused with the reason. */
  approve?: boolean;
  /** Happens between the question and the run. */
  meanwhile?: () => void;
}

export interface FileToolsBed {
  readonly root: string;
  /** A folder beside the workspace with canary.txt in it. */
  readonly out: string;
  /** A folder beside the workspace with canary.txt in it that the tools may use. */
  readonly granted: string;
  /** The trash of this bed. */
  readonly trash: string;
  readonly files: FileWall;
  readonly changes: Changes;
  fill(entries: Record<string, string | Uint8Array>): void;
  /** Content of a file of the workspace; null where there is none. */
  content(path: string): string | null;
  call(name: string, args: Record<string, unknown>, options?: CallOptions): Promise<{ verdict: string; result: ToolResult }>;
  /** Verdict, then the output or the failure. */
  tell(name: string, args: Record<string, unknown>, options?: CallOptions): Promise<string>;
  ask(name: string, args: Record<string, unknown>, options?: CallOptions): Promise<Asking>;
  covers(name: string, args: Record<string, unknown>, rule: RuleDraft): Promise<boolean>;
  close(): Promise<void>;
}

export async function openFileToolsBed(more: Partial<FileWallOptions> & { snapshotLimit?: number } = {}): Promise<FileToolsBed> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'reins-tools-')));
  const [root, out, granted, data] = [join(base, 'ws'), join(base, 'out'), join(base, 'granted'), join(base, 'data')];
  for (const folder of [out, root, granted]) mkdirSync(folder);
  for (const folder of [out, granted]) writeFileSync(join(folder, 'canary.txt'), 'CANARY');
  const { snapshotLimit, ...options } = more;
  const opened = await openFileWall({
    root,
    granted: [granted],
    environment: { XDG_DATA_HOME: data, HOME: base },
    now: () => 0,
    ...options,
  });
  if (!opened.ok) throw new Error(opened.error.code);
  const files = opened.value;
  const database = await openDatabase({ folder: join(base, 'state') });
  if ('error' in database) throw new Error(database.error.code);
  let made = 0;
  const changes = createChanges({
    files,
    root,
    folder: join(base, 'snapshots'),
    store: createChangeStore(database.db),
    clock: { now: () => 0, zone: 'UTC' },
    newId: () => `change-${++made}`,
    ...(snapshotLimit === undefined ? {} : { limits: { bytes: snapshotLimit } }),
  });
  const toolOf = (name: string, { limits = {} }: CallOptions) => {
    const tools = [...createFileTools({ files, searchLimits: { ...SEARCH_LIMITS, ...limits } }), ...createChangeTools({ files, changes })];
    const tool = (tools as unknown as Tool<unknown>[]).find((one) => one.name === name);
    if (tool === undefined) throw new Error(name);
    return tool;
  };
  const ask: FileToolsBed['ask'] = async (name, args, options = {}) => {
    const tool = toolOf(name, options);
    if (!tool.describe) throw new Error(name);
    return tool.describe(tool.input.parse(args), contextOf(options));
  };
  const call: FileToolsBed['call'] = async (name, args, options = {}) => {
    const tool = toolOf(name, options);
    const context = contextOf(options);
    const input = tool.input.parse(args);
    const verdict = (await tool.judge?.(input, context)) ?? { verdict: 'allow' as const };
    const told = `${verdict.verdict}${'reason' in verdict ? ` ${verdict.reason.code}` : ''}`;
    if (verdict.verdict !== 'ask') return { verdict: told, result: await tool.run(input, context) };
    if (options.approve !== true) return { verdict: told, result: { ok: false, kind: 'denied', error: verdict.reason } };
    const approved = await ask(name, args, options);
    options.meanwhile?.();
    return { verdict: told, result: await tool.run(input, { ...context, approved }) };
  };
  return {
    root,
    out,
    granted,
    trash: join(data, 'Trash'),
    files,
    changes,
    call,
    ask,
    covers: async (name, args, rule) => {
      const tool = toolOf(name, {});
      return (await tool.covers?.(tool.input.parse(args), rule, contextOf({}))) ?? false;
    },
    fill(entries) {
      for (const [path, text] of Object.entries(entries)) {
        mkdirSync(dirname(join(root, path)), { recursive: true });
        writeFileSync(join(root, path), text);
      }
    },
    content: (path) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : null),
    async tell(name, args, options) {
      const { verdict, result } = await call(name, args, options);
      return `${verdict} | ${result.ok ? result.output : `${result.kind} ${result.error.code}`}`;
    },
    async close() {
      await files.close();
      database.db.close();
      rmSync(base, { recursive: true, force: true });
    },
  };
}

function contextOf({ signal = new AbortController().signal, session = 'main', write = 'ask' }: CallOptions): ToolContext {
  const policy: Policy = policySchema.parse({ files: { write } });
  return { signal, session: { id: 's', kind: session }, at: 0, runId: 'run', callId: 'call', policy, approved: null };
}
