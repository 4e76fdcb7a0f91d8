/** `reins approvals list | show ID | decide ID --answer ...`: what waits for the person, and their answer. */
import { subjectOfCall } from '#runtime/approval/subject';
import { visible } from '#runtime/text/shown';
import { type Approval, answerSchema } from '#shared/schema/approval';
import { approvalLines, howToAnswer } from './approval-lines.ts';
import { askAnswer, type Said, sendAnswer } from './ask-answer.ts';
import { type Command, type CommandInput, type ExitCode, flag } from './command.ts';
import { type Connection, connect } from './connect.ts';
import { followRun } from './follow-run.ts';

export const command: Command = {
  flags: { answer: true, reason: true },
  stopsItself: true,
  async run(input) {
    const [what = 'list', id] = input.positionals;
    if (!['list', 'show', 'decide'].includes(what) || (what !== 'list' && id === undefined)) {
      input.err(input.words.say('usage.approvals'));
      return 2;
    }
    const answer = flag(input, 'answer');
    if (what === 'decide' && answer === undefined ? input.ask === null : !answerSchema.optional().safeParse(answer).success) {
      input.err(input.words.say('noSuchAnswer', { known: answerSchema.options.join(', ') }));
      return 2;
    }
    const connection = await connect(input);
    try {
      return await approvals(input, connection, what, id);
    } finally {
      await connection.close();
    }
  },
};

/** The command on a connection. */
export async function approvals(input: CommandInput, connection: Connection, what: string, id = ''): Promise<ExitCode> {
  const { json, out, words } = input;
  const { client } = connection;
  if (what === 'list') {
    const { approvals: waiting } = await client['approval.list']({});
    for (const one of waiting) out(json ? JSON.stringify(one) : listLine(one, input));
    if (waiting.length === 0 && !json) input.err(words.say('approval.none'));
    return 0;
  }
  const approval = await client['approval.get']({ id });
  if (what === 'decide') return await decide(input, connection, approval);
  if (json) out(JSON.stringify(approval));
  else {
    for (const line of approvalLines(approval, words)) out(line);
    if (approval.state === 'waiting') out(howToAnswer(approval, words));
  }
  return 0;
}

function listLine({ id, at, tool, arguments: args }: Approval, { words }: CommandInput): string {
  const time = new Date(at).toISOString().slice(0, 16);
  return words.say('approval.line', { id, time, tool: visible(tool), subject: visible(subjectOfCall(args)) });
}

async function decide(input: CommandInput, connection: Connection, approval: Approval): Promise<ExitCode> {
  const { client } = connection;
  const said = await answerOf(input, approval);
  if (said === null) {
    if (approval.state === 'waiting') input.err(howToAnswer(approval, input.words));
    return 1;
  }
  const { cursor } = await client['app.state']({});
  input.signal.throwIfAborted();
  const state = await sendAnswer(input, client, approval, said);
  // The run goes on in this process where no other is the host, so it is followed to its end.
  const followed = await followRun(input, connection, approval.runId, cursor);
  return state === 'void' && input.ask === null ? 1 : followed;
}

/** What was given with --answer, or what the person says; the request is shown first either way. null where there is no answer. */
async function answerOf(input: CommandInput, approval: Approval): Promise<Said | null> {
  const answer = answerSchema.safeParse(flag(input, 'answer'));
  if (answer.success || approval.state !== 'waiting') {
    if (!input.json) for (const line of approvalLines(approval, input.words)) input.out(line);
    return answer.success ? { answer: answer.data, reason: flag(input, 'reason') ?? '' } : null;
  }
  return input.ask === null ? null : await askAnswer(input, input.ask, approval, input.signal);
}
