/** The facts of an ordinary session, for tests and benchmarks. */
import type { Observation, ToolOffer } from '#runtime/model/chat-model';
import { type ToolName, toolJsonSchema } from '#runtime/tools/tool-inputs';
import type { WorkspaceFile } from '#runtime/workspace/persona-files';
import type { PromptFacts } from './prompt-build.ts';

const SUMMARIES: Partial<Record<ToolName, string>> = {
  read: 'Read a text file of the workspace, in pages.',
  list: 'List a folder of the workspace.',
  search: 'Find text in the files of the workspace.',
  memory_search: 'Search long-term memory and daily notes.',
  memory_get: 'Read exact lines of a memory file.',
  memory_append: 'Keep a fact: daily note, MEMORY.md or USER.md.',
  time: 'The current date, time and zone.',
};

export const SAMPLE_TOOLS: readonly ToolOffer[] = Object.entries(SUMMARIES).map(([name, summary]) => ({
  name,
  summary,
  schema: toolJsonSchema(name as ToolName),
}));

export interface SampleOptions {
  readonly mode?: PromptFacts['mode'];
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
  const { mode = 'full', kind = 'main', files = [], trusted = true, bootstrapDue = false, recalled = [] } = options;
  const { query = 'Which framework do I prefer?', observations = [], tools = SAMPLE_TOOLS } = options;
  return {
    mode,
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
