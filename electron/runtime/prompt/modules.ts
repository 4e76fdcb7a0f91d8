/** The one ordered table of prompt modules: adding one is a line here and its text in a file beside it. */
import type { PromptMode } from '#shared/schema/prompt';
import type { SessionKind } from '#shared/schema/session';
import { decisionContract, identity, toolStyle, tools } from './modules-decision.ts';
import { bootstrap, workspaceFiles } from './modules-files.ts';
import { longTermMemory, memoryRecall, memoryWriting, recalledMemory } from './modules-memory.ts';
import { brevity, commands, delegation, heartbeat, outputFormat, runtime, sandbox, skills, time, workspace } from './modules-place.ts';
import { approvals, safety, untrustedContent } from './modules-safety.ts';
import type { PromptFacts } from './prompt-build.ts';

export interface ModuleSpec {
  readonly id: string;
  readonly modes: readonly PromptMode[];
  /** Stable modules are the system message and may not depend on what changes from message to message. */
  readonly layer: 'stable' | 'dynamic';
  /** Speaks of private notes: absent outside main sessions. */
  readonly mainOnly?: true;
  /** Empty where there is nothing true to say. */
  render(facts: PromptFacts): string;
}

const ALWAYS = ['full', 'minimal', 'none'] as const;
const WORKING = ['full', 'minimal'] as const;
const FULL = ['full'] as const;

export const MODULES: readonly ModuleSpec[] = [
  { id: 'identity', modes: ALWAYS, layer: 'stable', render: identity },
  { id: 'decision-contract', modes: WORKING, layer: 'stable', render: decisionContract },
  { id: 'tools', modes: WORKING, layer: 'stable', render: tools },
  { id: 'tool-style', modes: WORKING, layer: 'stable', render: toolStyle },
  { id: 'safety', modes: WORKING, layer: 'stable', render: safety },
  { id: 'approvals', modes: WORKING, layer: 'stable', render: approvals },
  { id: 'untrusted-content', modes: WORKING, layer: 'stable', render: untrustedContent },
  { id: 'skills', modes: WORKING, layer: 'stable', render: skills },
  { id: 'memory-recall', modes: FULL, layer: 'stable', mainOnly: true, render: memoryRecall },
  { id: 'memory-writing', modes: FULL, layer: 'stable', mainOnly: true, render: memoryWriting },
  { id: 'workspace', modes: WORKING, layer: 'stable', render: workspace },
  { id: 'sandbox', modes: WORKING, layer: 'stable', render: sandbox },
  { id: 'commands', modes: FULL, layer: 'stable', render: commands },
  { id: 'delegation', modes: FULL, layer: 'stable', render: delegation },
  { id: 'heartbeat', modes: FULL, layer: 'stable', render: heartbeat },
  { id: 'output-format', modes: FULL, layer: 'stable', render: outputFormat },
  { id: 'brevity', modes: FULL, layer: 'stable', render: brevity },
  { id: 'workspace-files', modes: WORKING, layer: 'stable', render: workspaceFiles },
  { id: 'bootstrap', modes: FULL, layer: 'stable', render: bootstrap },
  { id: 'long-term-memory', modes: FULL, layer: 'stable', mainOnly: true, render: longTermMemory },
  { id: 'recalled-memory', modes: FULL, layer: 'dynamic', mainOnly: true, render: recalledMemory },
  { id: 'time', modes: WORKING, layer: 'dynamic', render: time },
  { id: 'runtime', modes: WORKING, layer: 'dynamic', render: runtime },
];

/** The modules that a prompt of this mode in this kind of session has, in order. */
export function modulesFor(mode: PromptMode, kind: SessionKind): readonly ModuleSpec[] {
  return MODULES.filter(({ modes, mainOnly }) => modes.includes(mode) && (mainOnly === undefined || kind === 'main'));
}
