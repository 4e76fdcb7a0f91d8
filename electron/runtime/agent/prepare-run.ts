/** A run made ready to work: its workspace, model, tools and conversation, taken once. */
import type { ToolOffer } from '#runtime/model/chat-model';
import { compileDecisionSchema } from '#runtime/planner/decision-schema';
import { offersFor } from '#runtime/tools/registry';
import type { SessionKind } from '#shared/schema/session';
import type { AgentParts, LiveRun } from './run-context.ts';

export function prepareRun(
  parts: AgentParts,
  run: { readonly runId: string; readonly sessionId: string },
  kind: SessionKind,
  signal: AbortSignal,
): LiveRun {
  const scope = parts.scope();
  const model = parts.model(run.sessionId);
  const offers: readonly ToolOffer[] = offersFor(scope.tools, kind, model.fit.tools);
  return {
    ...run,
    scope,
    model,
    offers,
    schema: compileDecisionSchema(offers),
    ...parts.runs.conversation(run.sessionId, run.runId),
    shortMemory: parts.sessions.shortMemory(run.sessionId),
    signal,
  };
}
