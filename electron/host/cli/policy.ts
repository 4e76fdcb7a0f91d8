/** `reins policy check`: JSON lines with questions to JSON lines with verdicts; nothing is run. */
import { z } from 'zod';
import type { Client } from '#shared/contract/methods';
import { type Policy, type PolicyQuestion, policyQuestionSchema } from '#shared/schema/policy';
import { readApprovalFlags } from './approval-flags.ts';
import { type Command, type CommandInput, type ExitCode, jsonLine, jsonLines } from './command.ts';
import { connect } from './connect.ts';

/** Questions, and characters, of one call to the host. */
const BATCH = { questions: 200, characters: 2_000_000 } as const;

const networkSchema = z.object({ kind: z.literal('net') });

export const command: Command = {
  flags: { policy: true, here: false },
  async run(input) {
    const flags = readApprovalFlags(input);
    const usable = input.positionals.length === 1 && input.positionals[0] === 'check';
    if ('problem' in flags || !usable) {
      input.err('problem' in flags ? flags.problem : input.words.say('usage.policy'));
      return 2;
    }
    const connection = await connect(input);
    try {
      return await checkPolicy(input, connection.client, flags.policy);
    } finally {
      await connection.close();
    }
  },
};

interface Asked {
  readonly id: unknown;
  readonly question: PolicyQuestion | { readonly reason: string; readonly rule: string };
}

/** The command on a client: answers in the order of the lines, with the `id` that a line had. */
export async function checkPolicy(input: CommandInput, client: Client, policy: Policy | undefined): Promise<ExitCode> {
  const options = {
    ...(policy === undefined ? {} : { policy }),
    // The policy is what is asked about; `--here` also counts in that this machine may have no sandbox.
    ...(input.flags['here'] === true ? {} : { assumeSandbox: true }),
  };
  for await (const batch of batches(input)) {
    const questions = batch.flatMap(({ question }) => ('kind' in question ? [question] : []));
    const { answers } = questions.length === 0 ? { answers: [] } : await client['policy.check']({ questions, ...options });
    const given = answers.values();
    for (const { id, question } of batch) {
      if (!('kind' in question)) input.out(jsonLine({ id, verdict: 'error', ...question }));
      else {
        const answer = given.next().value;
        // An answer that does not come is no leave.
        const { verdict, rule } = answer ?? { verdict: 'error', rule: 'unanswered' };
        input.out(jsonLine({ id, verdict, reason: answer === undefined ? '' : input.words.notice(answer.reason), rule }));
      }
    }
  }
  return 0;
}

/** As many lines at once as are there by now, so that who asks a line and waits is answered. */
async function* batches(input: CommandInput): AsyncGenerator<Asked[]> {
  const lines = jsonLines(input.stdin);
  let batch: Asked[] = [];
  let size = 0;
  for (let next = lines.next(); ; ) {
    const ready = await Promise.race([next, batch.length === 0 ? next : later()]);
    if (ready === undefined || ready.done || batch.length >= BATCH.questions || size >= BATCH.characters) {
      if (batch.length > 0) yield batch;
      batch = [];
      size = 0;
    }
    if (ready === undefined) continue;
    if (ready.done) return;
    batch.push(asked(ready.value.value, input));
    size += ready.value.line.length;
    next = lines.next();
  }
}

/** What is there already comes before this. */
const later = (): Promise<undefined> => new Promise((resolve) => setImmediate(() => setImmediate(resolve, undefined)));

function asked(value: unknown, { words }: CommandInput): Asked {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : null;
  const question = policyQuestionSchema.safeParse(value);
  if (question.success) return { id, question: question.data };
  if (networkSchema.safeParse(value).success) return { id, question: { reason: words.say('networkNotHere'), rule: 'not-here' } };
  return { id, question: { reason: words.say('badLine'), rule: 'bad-line' } };
}
