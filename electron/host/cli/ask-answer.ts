/** Shows a request at the terminal and takes the person's answer to it. */
import type { Client, Output } from '#shared/contract/methods';
import type { Approval, ApprovalAnswer } from '#shared/schema/approval';
import { approvalLines } from './approval-lines.ts';
import type { AskPerson, CommandInput } from './command.ts';

export interface Said {
  readonly answer: ApprovalAnswer;
  readonly reason: string;
}

const LETTERS: Readonly<Record<string, ApprovalAnswer>> = {
  y: 'once',
  yes: 'once',
  once: 'once',
  是: 'once',
  允许: 'once',
  s: 'session',
  session: 'session',
  a: 'always',
  always: 'always',
  n: 'deny',
  no: 'deny',
  deny: 'deny',
  否: 'deny',
  不: 'deny',
  不允许: 'deny',
};

/** undefined for what is none of the answers; a reason may follow a no. Nothing that is unclear counts as a yes. */
export function readAnswer(line: string, lasting: boolean): Said | undefined {
  const [, first = '', rest = ''] = /^\s*(\S+)\s*([\s\S]*?)\s*$/u.exec(line) ?? [];
  const word = first.toLowerCase().replace(/[:：,，]$/, '');
  const answer = Object.hasOwn(LETTERS, word) ? LETTERS[word] : undefined;
  if (answer === undefined || (rest !== '' && answer !== 'deny')) return undefined;
  if (!lasting && (answer === 'session' || answer === 'always')) return undefined;
  return { answer, reason: rest };
}

/** null when nobody answers, or when the signal aborts. */
export async function askAnswer(input: CommandInput, ask: AskPerson, approval: Approval, signal: AbortSignal): Promise<Said | null> {
  for (const line of approvalLines(approval, input.words)) input.out(line);
  const lasting = approval.rules.length > 0;
  for (;;) {
    const line = await ask(input.words.say(lasting ? 'approval.question' : 'approval.question-once'), signal);
    if (line === null) return null;
    const said = readAnswer(line, lasting);
    if (said !== undefined) return said;
    input.out(input.words.say('approval.again'));
  }
}

/** Throws CallError for an answer that does not count. */
export async function sendAnswer(
  input: CommandInput,
  client: Client,
  { id, nonce }: Approval,
  { answer, reason }: Said,
): Promise<Output<'approval.decide'>['state']> {
  const { state } = await client['approval.decide']({ id, nonce, answer, ...(reason === '' ? {} : { reason: reason.slice(0, 2000) }) });
  if (!input.json) input.err(input.words.say(`approval.${state}`));
  return state;
}
