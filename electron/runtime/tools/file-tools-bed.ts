/** A workspace in a temporary folder with the file tools on it, for their tests. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openFileWall } from '#runtime/sandbox/file-sandbox';
import type { SessionKind } from '#shared/schema/session';
import type { ToolResult } from '#shared/schema/tool-call';
import { createFileTools } from './file-tools.ts';
import { SEARCH_LIMITS, type SearchLimits } from './search-files.ts';
import type { Tool } from './tool.ts';

export interface CallOptions {
  session?: SessionKind;
  limits?: Partial<SearchLimits>;
  signal?: AbortSignal;
}

export interface FileToolsBed {
  readonly root: string;
  /** A folder beside the workspace with canary.txt in it. */
  readonly out: string;
  fill(entries: Record<string, string | Uint8Array>): void;
  call(name: string, args: Record<string, unknown>, options?: CallOptions): Promise<{ verdict: string; result: ToolResult }>;
  /** Verdict, then the output or the failure. */
  tell(name: string, args: Record<string, unknown>, options?: CallOptions): Promise<string>;
  close(): Promise<void>;
}

export async function openFileToolsBed(): Promise<FileToolsBed> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'reins-tools-')));
  const [root, out] = [join(base, 'ws'), join(base, 'out')];
  mkdirSync(out);
  mkdirSync(root);
  writeFileSync(join(out, 'canary.txt'), 'CANARY');
  const opened = await openFileWall({ root });
  if (!opened.ok) throw new Error(opened.error.code);
  const files = opened.value;
  const call: FileToolsBed['call'] = async (name, args, options = {}) => {
    const tools = createFileTools({ files, searchLimits: { ...SEARCH_LIMITS, ...options.limits } }) as unknown as Tool<unknown>[];
    const tool = tools.find((one) => one.name === name);
    if (!tool?.judge) throw new Error(name);
    const signal = options.signal ?? new AbortController().signal;
    const context = { signal, session: { id: 's', kind: options.session ?? 'main' }, at: 0 };
    const input = tool.input.parse(args);
    const verdict = await tool.judge(input, context);
    const reason = 'reason' in verdict ? ` ${verdict.reason.code}` : '';
    return { verdict: `${verdict.verdict}${reason}`, result: await tool.run(input, context) };
  };
  return {
    root,
    out,
    call,
    fill(entries) {
      for (const [path, data] of Object.entries(entries)) {
        mkdirSync(dirname(join(root, path)), { recursive: true });
        writeFileSync(join(root, path), data);
      }
    },
    async tell(name, args, options) {
      const { verdict, result } = await call(name, args, options);
      return `${verdict} | ${result.ok ? result.output : `${result.kind} ${result.error.code}`}`;
    },
    async close() {
      await files.close();
      rmSync(base, { recursive: true, force: true });
    },
  };
}
