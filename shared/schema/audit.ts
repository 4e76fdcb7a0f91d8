/** The audit: an append-only chain of what was asked, shown, answered and done. */
import { z } from 'zod';

export const auditEntrySchema = z.object({
  /** Place in the chain, from 1. */
  seq: z.number().int(),
  /** Milliseconds since 1970. */
  at: z.number(),
  /** asked, answered, void, ran (with or without a question), refused, undone, redone, rule-made, rule-revoked, policy-changed. */
  type: z.enum(['asked', 'answered', 'void', 'ran', 'refused', 'undone', 'redone', 'rule-made', 'rule-revoked', 'policy-changed']),
  sessionId: z.string(),
  runId: z.string(),
  callId: z.string(),
  tool: z.string(),
  /** One line: the command, or the path. Secrets are masked. */
  subject: z.string(),
  /** Who: session kind for what was asked and ran, `window` or `command-line` for answers. */
  by: z.string(),
  /** Everything else of the fact: what was shown, answer, exit, files changed. Secrets are masked. */
  detail: z.record(z.string(), z.unknown()),
  /** sha256 in hex over the previous hash and this entry. */
  hash: z.string(),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

export const auditReportSchema = z.object({
  entries: z.number().int(),
  intact: z.boolean(),
  /** First entry that does not fit; null when intact. */
  brokenAt: z.number().int().nullable(),
});
export type AuditReport = z.infer<typeof auditReportSchema>;
