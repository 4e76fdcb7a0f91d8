/** Policy: what runs by itself, what asks first, what never runs. */
import { z } from 'zod';
import { noticeSchema } from './notice.ts';

/** deny: no command runs; allowlist: safe forms and listed programs; ask: these run and the rest asks; strict: all ask; full: nothing asks. The hard floor holds in each. */
export const commandModeSchema = z.enum(['deny', 'allowlist', 'ask', 'strict', 'full']);
export type CommandMode = z.infer<typeof commandModeSchema>;

export const commandPolicySchema = z.object({
  mode: commandModeSchema.default('ask'),
  /** Absolute paths of programs that run unasked, whatever their arguments. */
  allow: z.array(z.string().max(4096)).max(500).default([]),
});
export type CommandPolicy = z.infer<typeof commandPolicySchema>;

export const filePolicySchema = z.object({
  /** Changes inside the workspace: ask first, or run and stay undoable. */
  write: z.enum(['ask', 'allow']).default('ask'),
  /** Absolute folders beside the workspace that file tools may use. */
  roots: z.array(z.string().max(4096)).max(100).default([]),
});

export const policySchema = z.object({
  commands: commandPolicySchema.prefault({}),
  files: filePolicySchema.prefault({}),
});
export type Policy = z.infer<typeof policySchema>;

/** One question to the policy; nothing is run. */
export const policyQuestionSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('exec'),
    command: z.string().max(1_000_000),
    os: z.enum(['linux', 'darwin', 'win32']).optional(),
    shell: z.enum(['sh', 'powershell', 'cmd']).optional(),
    cwd: z.string().max(4096).optional(),
  }),
  z.object({ kind: z.literal('file'), tool: z.string().max(64), path: z.string().max(8192) }),
]);
export type PolicyQuestion = z.infer<typeof policyQuestionSchema>;

export const policyAnswerSchema = z.object({
  verdict: z.enum(['allow', 'ask', 'deny', 'error']),
  reason: noticeSchema,
  /** Name of the rule that decided, such as `safe-form` or `floor/privilege`. */
  rule: z.string(),
});
export type PolicyAnswer = z.infer<typeof policyAnswerSchema>;

/** What holds commands on this machine. */
export const sandboxStateSchema = z.object({
  kind: z.enum(['bubblewrap', 'seatbelt', 'none']),
  /** Why there is none, with the way out; null where there is one. */
  reason: noticeSchema.nullable(),
});
export type SandboxState = z.infer<typeof sandboxStateSchema>;
