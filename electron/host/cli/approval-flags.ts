/** --approve and --policy: who answers what asks, and a policy to go by instead of the saved one. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { type Policy, policySchema } from '#shared/schema/policy';
import { type CommandInput, flag } from './command.ts';

/** Who answers what asks: the person, nobody, or a yes beforehand. */
const approveSchema = z.enum(['never', 'ask', 'always']);

export interface ApprovalFlags {
  /** undefined where it was left out: each command has its own default. */
  readonly approve: z.infer<typeof approveSchema> | undefined;
  /** undefined for the saved one. */
  readonly policy: Policy | undefined;
}

/** `problem` is a sentence that says what is wrong with them. */
export function readApprovalFlags(input: CommandInput): ApprovalFlags | { readonly problem: string } {
  const { words } = input;
  const given = flag(input, 'approve');
  const approve = approveSchema.optional().safeParse(given);
  if (!approve.success) return { problem: words.say('badApprove', { value: given ?? '', known: approveSchema.options.join(', ') }) };
  const path = flag(input, 'policy');
  if (path === undefined) return { approve: approve.data, policy: undefined };
  const policy = readPolicy(path);
  return 'problem' in policy ? { problem: words.say('badPolicy', { path, problem: policy.problem }) } : { approve: approve.data, policy };
}

/** What the file says beside commands and files is left alone. Folders are taken from where the command was started. */
function readPolicy(path: string): Policy | { readonly problem: string } {
  try {
    const parsed = policySchema.safeParse(JSON.parse(readFileSync(path, 'utf8').replace(/^\ufeff/, '')));
    if (parsed.success)
      return { ...parsed.data, files: { ...parsed.data.files, roots: parsed.data.files.roots.map((root) => resolve(root)) } };
    const [issue] = parsed.error.issues;
    return { problem: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}` };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
