/** The facts of an ordinary session, for tests and benchmarks. */
import type { Observation, ToolOffer } from '#runtime/model/chat-model';
import { createChangeTools } from '#runtime/tools/change-tools';
import { createExecTool } from '#runtime/tools/exec-tool';
import { createFileTools } from '#runtime/tools/file-tools';
import { createMemoryTools } from '#runtime/tools/memory-tools';
import { createTimeTool } from '#runtime/tools/time-tool';
import type { AnyTool } from '#runtime/tools/tool';
import { type ToolName, toolJsonSchema } from '#runtime/tools/tool-inputs';
import type { WorkspaceFile } from '#runtime/workspace/persona-files';
import type { SessionKind } from '#shared/schema/session';
import type { PromptFacts } from './prompt-build.ts';

/** What the tools stand on is not touched before one is called. */
const nothing = {} as never;
const TOOLS: readonly AnyTool[] = [
  ...createFileTools({ files: nothing }),
  ...createChangeTools({ files: nothing, changes: nothing }),
  createExecTool(nothing),
  ...createMemoryTools(nothing),
  createTimeTool(nothing),
];

/** The tools of a session, as they describe themselves. */
export function sampleTools(kind: SessionKind = 'main'): readonly ToolOffer[] {
  return TOOLS.filter(({ sessions }) => sessions.includes(kind)).map(({ name, summary }) => ({
    name,
    summary,
    schema: toolJsonSchema(name as ToolName),
  }));
}

export interface SampleOptions {
  readonly mode?: PromptFacts['mode'];
  readonly language?: PromptFacts['language'];
  readonly kind?: PromptFacts['session']['kind'];
  readonly files?: readonly WorkspaceFile[];
  readonly trusted?: boolean;
  readonly bootstrapDue?: boolean;
  readonly query?: string;
  readonly observations?: readonly Observation[];
  readonly tools?: readonly ToolOffer[];
  readonly recalled?: PromptFacts['recalled'];
}

/** A main session in Shanghai on a Tuesday morning, with the tools of this version and no user files. */
export function sampleFacts(options: SampleOptions = {}): PromptFacts {
  const { mode = 'full', language = 'en', kind = 'main', files = [], trusted = true, bootstrapDue = false } = options;
  const { recalled = [], query = 'Which framework do I prefer?', observations = [], tools = sampleTools(kind) } = options;
  return {
    mode,
    language,
    session: { id: 'sample', kind },
    workspace: { root: '/home/ann/Reins', files, trusted },
    identity: { name: '', emoji: '' },
    bootstrapDue,
    citations: 'auto',
    at: Date.UTC(2026, 3, 14, 1, 30),
    zone: 'Asia/Shanghai',
    runtime: { os: 'linux', host: 'desk', model: 'qwen3:8b', window: 32_768 },
    payload: { query, shortMemory: [], pendingTool: null, observations, tools },
    recalled,
    prependContext: [],
  };
}
