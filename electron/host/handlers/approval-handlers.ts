/** What waits for a person, their answers, the rules these made, and the audit. */
import { subjectOfRule } from '#runtime/approval/subject';
import type { Handlers } from '#shared/contract/methods';
import { refuseCall } from '../dispatch.ts';
import type { HostParts } from '../host-parts.ts';
import { verdictWord } from './single-call.ts';

type ApprovalMethods = Extract<keyof Handlers, `approval.${string}` | `rule.${string}` | `audit.${string}`>;

export function approvalHandlers(parts: HostParts): Pick<Handlers, ApprovalMethods> {
  const { approvals, rules, audit, manager, log, clock, ports } = parts;
  const by = ports.shell === 'command-line' ? 'command-line' : 'window';
  return {
    'approval.list': async ({ sessionId }) => ({ approvals: approvals.waiting(sessionId) }),
    'approval.get': async ({ id }) => approvals.get(id) ?? refuseCall('approval_unknown', { id }),
    'approval.preview': async ({ id, arguments: args }) => {
      const { call, verdict, asking } = await manager.preview(id, args);
      return {
        verdict: verdictWord(verdict),
        reason: 'reason' in verdict ? verdict.reason : null,
        arguments: { ...call.arguments },
        effect: asking?.effect ?? null,
        rules: [...(asking?.rules ?? [])],
      };
    },
    'approval.decide': async ({ id, nonce, answer, reason, arguments: args, rule }) => {
      const named =
        rule === undefined ? undefined : { tool: rule.tool, match: rule.match, ...(rule.name === undefined ? {} : { name: rule.name }) };
      const state = await manager.decide({
        id,
        nonce,
        answer,
        by,
        reason: reason ?? '',
        ...(args === undefined ? {} : { arguments: args }),
        ...(named === undefined ? {} : { rule: named }),
      });
      log.signal({ kind: 'changed', what: 'audit' });
      return { state };
    },
    'rule.list': async () => ({ rules: rules.list() }),
    'rule.rename': async ({ id, name }) => {
      const renamed = rules.rename(id, name) ?? refuseCall('rule_unknown', { id });
      log.signal({ kind: 'changed', what: 'rules' });
      return renamed;
    },
    'rule.revoke': async ({ id }) => {
      const rule = rules.revoke(id) ?? refuseCall('rule_unknown', { id });
      audit.append({
        at: clock.now(),
        type: 'rule-revoked',
        sessionId: rule.sessionId ?? '',
        runId: '',
        callId: '',
        tool: rule.tool,
        subject: subjectOfRule(rule.match),
        by,
        detail: { rule },
      });
      log.signal({ kind: 'changed', what: 'rules' });
      log.signal({ kind: 'changed', what: 'audit' });
      return { done: true };
    },
    'audit.list': async (filter) => audit.list(filter),
    'audit.verify': async () => audit.verify(),
  };
}
