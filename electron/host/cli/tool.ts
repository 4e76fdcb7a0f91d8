/** `reins tool NAME --args JSON`: one call through guardrails, policy and sandbox, without a model. */
import type { Client, Output } from '#shared/contract/methods';
import { type ApprovalFlags, readApprovalFlags } from './approval-flags.ts';
import { type Command, type CommandInput, type ExitCode, flag } from './command.ts';
import { connect } from './connect.ts';
import { effectLines } from './effect-lines.ts';

export const command: Command = {
  flags: { args: true, policy: true, approve: true },
  async run(input) {
    const [name] = input.positionals;
    const given = name === undefined ? { problem: input.words.say('usage.tool') } : readCall(input);
    if ('problem' in given || name === undefined) {
      input.err('problem' in given ? given.problem : '');
      return 2;
    }
    const connection = await connect(input);
    try {
      return await runTool(input, connection.client, { name, ...given });
    } finally {
      await connection.close();
    }
  },
};

export interface ToolCall extends ApprovalFlags {
  readonly name: string;
  readonly arguments: Record<string, unknown>;
}

function readCall(input: CommandInput): Omit<ToolCall, 'name'> | { readonly problem: string } {
  const flags = readApprovalFlags(input);
  if ('problem' in flags) return flags;
  try {
    const args: unknown = JSON.parse(flag(input, 'args') ?? '{}');
    const usable = typeof args === 'object' && args !== null && !Array.isArray(args);
    return usable ? { ...flags, arguments: args as Record<string, unknown> } : { problem: input.words.say('badJson', { problem: '{}' }) };
  } catch (error) {
    return { problem: input.words.say('badJson', { problem: error instanceof Error ? error.message : String(error) }) };
  }
}

/** Runs it, and where it asks and a person is there to answer, once more with their leave. */
export async function runTool(
  input: CommandInput,
  client: Client,
  { name, arguments: args, approve, policy }: ToolCall,
): Promise<ExitCode> {
  const call = { name, arguments: args, ...(policy === undefined ? {} : { policy }) };
  const first = await client['tool.run']({ ...call, approve: approve === 'always' ? 'always' : 'never' });
  const asks = approve === 'ask' && first.verdict === 'ask' && first.result === null;
  if (!asks || input.ask === null) return printResult(input, first);
  if (first.reason !== null) input.out(input.words.notice(first.reason));
  for (const line of first.effect === null ? [] : effectLines(first.effect, input.words)) input.out(line);
  const said = await input.ask(input.words.say('approval.question-tool'), input.signal);
  if (said === null || !/^\s*(?:y|yes|是|允许)\s*$/i.test(said)) {
    input.err(input.words.say('approval.denied'));
    return 1;
  }
  return printResult(input, await client['tool.run']({ ...call, approve: 'always' }));
}

function printResult({ json, out, err, words }: CommandInput, answer: Output<'tool.run'>): ExitCode {
  const { tool, verdict, result, reason, effect } = answer;
  const notice = result !== null && !result.ok ? result.error : reason;
  const ok = result?.ok === true;
  if (json) {
    out(
      JSON.stringify({
        tool,
        verdict,
        ok,
        ...(result?.ok === true ? { output: result.output, facts: result.facts, rows: result.rows, change: result.change } : {}),
        ...(ok || notice === null ? {} : { error: words.notice(notice), code: notice.code }),
        ...(effect === null ? {} : { effect }),
      }),
    );
  } else if (result?.ok === true) {
    out(result.output);
    for (const one of result.notices ?? []) err(words.notice(one));
  } else if (notice !== null) err(words.notice(notice));
  return ok ? 0 : 1;
}
