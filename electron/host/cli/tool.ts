/** `reins tool NAME --args JSON`: one call through guardrails, policy and sandbox, without a model. */
import { approvalProblem } from './approval-flags.ts';
import { type Command, flag } from './command.ts';
import { connect } from './connect.ts';

export const command: Command = {
  flags: { args: true, policy: true, approve: true },
  async run(input) {
    const { words, out, err } = input;
    const [name] = input.positionals;
    if (name === undefined) {
      err(words.say('usage.tool'));
      return 2;
    }
    const problem = approvalProblem(input);
    if (problem !== null) {
      err(problem);
      return 2;
    }
    let args: unknown;
    try {
      args = JSON.parse(flag(input, 'args') ?? '{}');
    } catch (error) {
      err(words.say('badJson', { problem: error instanceof Error ? error.message : String(error) }));
      return 2;
    }
    if (typeof args !== 'object' || args === null || Array.isArray(args)) {
      err(words.say('badJson', { problem: '{}' }));
      return 2;
    }
    const connection = await connect(input);
    try {
      const answer = await connection.client['tool.run']({ name, arguments: args as Record<string, unknown> });
      const { verdict, result, reason } = answer;
      const notice = result !== null && !result.ok ? result.error : reason;
      const ok = result?.ok === true;
      if (input.json) {
        out(
          JSON.stringify({
            tool: answer.tool,
            verdict,
            ok,
            ...(result?.ok === true ? { output: result.output, facts: result.facts, rows: result.rows } : {}),
            ...(notice === null ? {} : { error: words.notice(notice), code: notice.code }),
          }),
        );
      } else if (result?.ok === true) out(result.output);
      else if (notice !== null) err(words.notice(notice));
      return ok ? 0 : 1;
    } finally {
      await connection.close();
    }
  },
};
