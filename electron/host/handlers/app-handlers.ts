/** The app as a whole: its state, settings, workspace, and the prompt as it would be built. */

import { homedir } from 'node:os';
import { isAbsolute } from 'node:path';
import { elapsedSince } from '#runtime/clock';
import { loadTokenizer } from '#runtime/text/token-counter';
import { offersFor } from '#runtime/tools/registry';
import type { AppState, Handlers } from '#shared/contract/methods';
import type { Policy } from '#shared/schema/policy';
import { refuseCall } from '../dispatch.ts';
import type { HostParts } from '../host-parts.ts';
import { appVersion } from '../version.ts';

type AppMethods = Extract<keyof Handlers, `app.${string}` | `settings.${string}` | `workspace.${string}` | 'prompt.build'>;

export function appHandlers(parts: HostParts): Pick<Handlers, AppMethods> {
  const { log, manager, ports, settings, problems, workspace } = parts;
  return {
    'app.state': () => appState(parts),
    'app.dismiss': async ({ code }) => {
      problems.dismiss(code, ...(await workspace.current().persona()).notices, ...parts.keys.notices());
      log.signal({ kind: 'changed', what: 'problems' });
      return { done: true };
    },
    'settings.set': async ({ workspace: wish, ...patch }) => {
      const before = settings.current().policy;
      // Another wall is needed then, and none is taken from under a run.
      if (patch.policy !== undefined && rootsOf(patch.policy) !== rootsOf(before) && manager.active() > 0)
        refuseCall('run_active_elsewhere');
      const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
      const path = wish === undefined ? undefined : absolutePath(wish);
      if (path !== undefined && path !== settings.current().workspace) {
        await workspace.change(path);
      }
      const next = settings.change(path === undefined ? given : { ...given, workspace: path });
      ports.atPoint?.('settings.replaced');
      if (patch.policy !== undefined) await policyChanged(parts, before);
      if (patch.models !== undefined) log.signal({ kind: 'changed', what: 'models' });
      log.signal({ kind: 'changed', what: 'settings' });
      return next;
    },
    'workspace.accept': async () => {
      const scope = workspace.current();
      if (scope.accept()) settings.change({ trustedWorkspaces: [...settings.current().trustedWorkspaces, scope.root] });
      problems.forget('workspace_untrusted');
      log.signal({ kind: 'changed', what: 'workspace' });
      return scope.state();
    },
    'workspace.pick': async () => ({ path: (await ports.pickFolder?.()) ?? null }),
    'prompt.build': async ({ mode, sessionId = 'preview', text = '' }) => {
      await loadTokenizer();
      const session = { id: sessionId, kind: parts.sessions.get(sessionId)?.kind ?? 'main' } as const;
      const scope = workspace.current();
      const facts = await scope.facts({
        session,
        mode,
        at: parts.clock.now(),
        model: parts.model(sessionId),
        prependContext: [],
        payload: { query: text, shortMemory: [], pendingTool: null, observations: [], tools: offersFor(scope.tools, session.kind) },
      });
      const start = performance.now();
      const { modules } = parts.prompts.preview(facts, []);
      return { modules: [...modules], ms: elapsedSince(start) };
    },
  };
}

async function appState({
  ports,
  dataFolder,
  events,
  settings,
  workspace,
  model,
  problems,
  approvals,
  keys,
}: HostParts): Promise<AppState> {
  const scope = workspace.current();
  const persona = await scope.persona();
  return {
    version: appVersion,
    shell: ports.shell,
    platform: process.platform,
    dataFolder,
    cursor: events.lastCursor(),
    settings: settings.current(),
    workspace: await scope.state(),
    model: { id: model('').name, kind: model('').kind },
    index: scope.memory.state(),
    sandbox: await scope.sandbox(),
    waiting: approvals.count(),
    identity: { name: persona.identity.name, emoji: persona.identity.emoji },
    problems: problems.all(...persona.notices, ...keys.notices()),
  };
}

const rootsOf = ({ files }: Policy): string => files.roots.join('\n');

/** The audit says who changed what; folders that were granted or taken back need another wall. */
async function policyChanged(parts: HostParts, before: Policy): Promise<void> {
  const { settings, audit, clock, ports, log, workspace } = parts;
  const after = settings.current().policy;
  audit.append({
    at: clock.now(),
    type: 'policy-changed',
    sessionId: '',
    runId: '',
    callId: '',
    tool: '',
    subject: `${after.commands.mode} / ${after.files.write}`,
    by: ports.shell === 'command-line' ? 'command-line' : 'window',
    detail: { before, after },
  });
  log.signal({ kind: 'changed', what: 'audit' });
  if (rootsOf(after) !== rootsOf(before)) await workspace.change(settings.current().workspace);
}

/** Empty stands for the default place; `~` is the person's own home, as they would type it. */
function absolutePath(wish: string): string {
  const path = wish.trim().replace(/^~(?=$|[\\/])/, homedir());
  return path === '' || isAbsolute(path) ? path : refuseCall('workspace_unsuitable', { path });
}
