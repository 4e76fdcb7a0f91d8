/** Everything that belongs to one workspace folder: its wall, memory, tools and guardrails, opened and closed together. */
import { platform, release } from 'node:os';
import { dirname, resolve } from 'node:path';
import type { RunScope } from '#runtime/agent/run-context';
import type { Changes } from '#runtime/changes/changes';
import type { Clock } from '#runtime/clock';
import { createGuardrails } from '#runtime/guardrails/pipeline';
import { closedMemory } from '#runtime/memory/closed-memory';
import type { MemoryFacade } from '#runtime/memory/memory-facade';
import { createRecallMiddleware } from '#runtime/prompt/recall-middleware';
import { closedWall } from '#runtime/sandbox/closed-wall';
import type { CommandRunner } from '#runtime/sandbox/command-runner';
import type { CommandWall } from '#runtime/sandbox/command-wall';
import { createCommandRunner } from '#runtime/sandbox/create-command-runner';
import { createCommandWall } from '#runtime/sandbox/create-command-wall';
import { openFileWall } from '#runtime/sandbox/file-sandbox';
import type { FileWall } from '#runtime/sandbox/file-wall';
import { createChangeTools } from '#runtime/tools/change-tools';
import { createExecTool } from '#runtime/tools/exec-tool';
import { createFileTools } from '#runtime/tools/file-tools';
import { createMemoryTools } from '#runtime/tools/memory-tools';
import { createTimeTool } from '#runtime/tools/time-tool';
import type { AnyTool } from '#runtime/tools/tool';
import { NO_PERSONA, type PersonaFiles } from '#runtime/workspace/persona-files';
import { openWorkspace, type Workspace } from '#runtime/workspace/workspace';
import type { WorkspaceState } from '#shared/contract/methods';
import { type Notice, notice } from '#shared/schema/notice';
import type { SandboxState } from '#shared/schema/policy';
import type { Settings } from '#shared/schema/settings';
import { defaultWorkspace, shippedFolder } from './data-folder.ts';
import type { HostPorts } from './ports.ts';

/** Hits that recall looks at for one message. */
const RECALL_HITS = 12;

export interface WorkspaceScope extends RunScope {
  readonly memory: MemoryFacade;
  readonly commands: CommandWall;
  readonly changes: Changes;
  /** What holds commands here; looked at once. */
  sandbox(): Promise<SandboxState>;
  readonly notices: readonly Notice[];
  state(): Promise<WorkspaceState>;
  persona(): Promise<PersonaFiles>;
  /** The person accepts a folder that the app did not make; false when there is nothing to accept. */
  accept(): boolean;
  /** Begins to bring the notes into the index. */
  start(): void;
  close(): Promise<void>;
}

export interface ScopeOptions {
  readonly settings: Settings;
  readonly dataFolder: string;
  /** As the person has it set now. */
  readonly language: () => 'en' | 'zh-CN';
  readonly clock: Clock;
  readonly shell: HostPorts['shell'];
  readonly openMemory: (place: Place) => MemoryFacade;
  readonly openChanges: (place: Place) => Changes;
  readonly onBug: (error: unknown) => void;
  /** Moves something to the system's trash, where the shell can. */
  readonly trashItem?: HostPorts['trashItem'];
}

export interface Place {
  readonly root: string;
  readonly files: FileWall;
}

/** Never rejects for the folder's sake: a missing one gives a scope in which every tool says so. */
export async function openScope(options: ScopeOptions): Promise<WorkspaceScope> {
  const { settings, dataFolder, language } = options;
  const path = settings.workspace === '' ? defaultWorkspace() : settings.workspace;
  // With the whole drive as workspace no wall would be left.
  if (dirname(resolve(path)) === resolve(path)) return closedScope(options, path, notice('workspace_unsuitable', { path }));
  const seedFrom = shippedFolder('workspace-default');
  const opened = await openWorkspace({ path, dataFolder, seedFrom, language: language(), trusted: settings.trustedWorkspaces });
  if (!opened.ok) return closedScope(options, opened.path, opened.notice);
  const files = await openFileWall({
    root: opened.workspace.root,
    dataFolder,
    granted: settings.policy.files.roots,
    ...(options.trashItem === undefined ? {} : { trashItem: options.trashItem }),
  });
  if (!files.ok) return closedScope(options, opened.workspace.root, files.error);
  return openedScope(options, opened.workspace, files.value);
}

interface Walls {
  readonly files: FileWall;
  readonly commands: CommandWall;
  readonly runner: CommandRunner;
  readonly changes: Changes;
}

/** Nothing is loaded or looked at before the first command. */
function wallsOf(options: ScopeOptions, place: Place): Walls {
  const { dataFolder } = options;
  return {
    files: place.files,
    commands: createCommandWall({ ...place, dataFolder }),
    runner: createCommandRunner({ root: place.root, dataFolder }),
    changes: options.openChanges(place),
  };
}

function toolsOf({ files, commands, runner, changes }: Walls, memory: MemoryFacade, clock: Clock): readonly AnyTool[] {
  return [
    ...createFileTools({ files }),
    ...createChangeTools({ files, changes }),
    createExecTool({ wall: commands, runner, files, changes }),
    ...createMemoryTools({ memory, clock }),
    createTimeTool({ clock }),
  ];
}

/** Opened with its first use: two indexes must not work on one file while a workspace is changed for another. */
function lazyMemory(open: () => MemoryFacade, workspace: Workspace): { readonly memory: MemoryFacade; start(): void } {
  let opened: MemoryFacade | undefined;
  const now = (): MemoryFacade => {
    opened ??= open();
    return opened;
  };
  const memory: MemoryFacade = {
    async search(query, k, signal) {
      const found = await now().search(query, k, signal);
      if (!found.ok || found.value.hits.length > 0) return found;
      // Nothing found in a folder that is gone is no answer about what was remembered.
      const { state, notice: reason } = await workspace.check();
      const gone = (state === 'missing' || state === 'moved') && reason !== null;
      return gone ? { ok: false, kind: 'failed', error: reason } : found;
    },
    get: (path, lines) => now().get(path, lines),
    append: (entry) => now().append(entry),
    recent: (at, maxCharacters) => now().recent(at, maxCharacters),
    index: (signal, onProgress) => now().index(signal, onProgress),
    state: () => opened?.state() ?? { state: 'idle', files: 0, chunks: 0, done: 0, total: 0 },
    close: async () => opened?.close(),
  };
  return { memory, start: () => void now() };
}

function openedScope(options: ScopeOptions, workspace: Workspace, files: FileWall): WorkspaceScope {
  const { clock } = options;
  const place = { root: workspace.root, files };
  const { memory, start } = lazyMemory(() => options.openMemory(place), workspace);
  const walls = wallsOf(options, place);
  return {
    root: workspace.root,
    memory,
    commands: walls.commands,
    changes: walls.changes,
    sandbox: () => walls.runner.state(),
    notices: workspace.notices,
    tools: toolsOf(walls, memory, clock),
    guardrails: createGuardrails(),
    async facts(request) {
      // The persona of a folder that nobody vouched for is shown to the person, never to the model.
      const persona = workspace.isTrusted() ? await workspace.persona() : NO_PERSONA;
      return factsOf(options, request, {
        workspace: { root: workspace.root, files: persona.files, trusted: workspace.isTrusted() },
        identity: persona.identity,
        bootstrapDue: workspace.bootstrapDue(),
      });
    },
    // What a folder that nobody vouched for holds comes into no prompt by itself; it is found when the person asks.
    middlewares: (onRecalled) =>
      !workspace.isTrusted()
        ? []
        : [
            createRecallMiddleware({
              async recall(query, signal) {
                const found = await memory.search(query, RECALL_HITS, signal);
                const hits = found.ok ? found.value.hits : [];
                onRecalled(hits);
                return hits;
              },
              async recent(at, maxCharacters) {
                const notes = await memory.recent(at, maxCharacters);
                return notes.ok ? notes.value : [];
              },
            }),
          ],
    async state() {
      const { state } = await workspace.check();
      return { path: workspace.root, state, trusted: workspace.isTrusted(), personaFiles: await workspace.listPersona() };
    },
    persona: () => workspace.persona(),
    accept() {
      if (workspace.isTrusted()) return false;
      workspace.accept();
      return true;
    },
    start() {
      start();
      void walls.changes.recover().catch(options.onBug);
    },
    async close() {
      await walls.runner.close();
      await memory.close();
      await files.close();
    },
  };
}

function closedScope(options: ScopeOptions, root: string, reason: Notice): WorkspaceScope {
  const memory = closedMemory(reason);
  const walls = wallsOf(options, { root, files: closedWall(root, reason) });
  return {
    root,
    memory,
    commands: walls.commands,
    changes: walls.changes,
    sandbox: () => walls.runner.state(),
    notices: [reason],
    tools: toolsOf(walls, memory, options.clock),
    guardrails: createGuardrails(),
    facts: async (request) =>
      factsOf(options, request, { workspace: { root, files: [], trusted: false }, identity: NO_PERSONA.identity, bootstrapDue: false }),
    middlewares: () => [],
    state: async () => ({ path: root, state: 'missing', trusted: true, personaFiles: [] }),
    persona: async () => NO_PERSONA,
    accept: () => false,
    start: () => undefined,
    close: () => walls.runner.close(),
  };
}

type Facts = Awaited<ReturnType<RunScope['facts']>>;

function factsOf(
  { settings, language, clock, shell }: ScopeOptions,
  request: Parameters<RunScope['facts']>[0],
  place: Pick<Facts, 'workspace' | 'identity' | 'bootstrapDue'>,
): Facts {
  const { model, ...rest } = request;
  return {
    ...rest,
    ...place,
    language: language(),
    citations: settings.memory.citations,
    zone: clock.zone,
    runtime: { os: `${platform()} ${release()}`, host: shell, model: model.name, window: model.window },
    recalled: [],
  };
}
