/** Prints a run as it goes, answers what it asks where a person sits at the terminal, and ends with it. */
import { withoutMarks } from '#runtime/text/shown';
import { endsRun, type RunEvent } from '#shared/schema/run-event';
import { approvalLines, howToAnswer } from './approval-lines.ts';
import { askAnswer, sendAnswer } from './ask-answer.ts';
import type { CommandInput, ExitCode } from './command.ts';
import type { Connection } from './connect.ts';

/** Prints a run until it has ended or waits for what nobody here can give; Ctrl+C cancels it. */
export async function followRun(input: CommandInput, connection: Connection, runId: string, after: number): Promise<ExitCode> {
  const { client, transport } = connection;
  const stop = new AbortController();
  const cancel = (): void => void client['run.cancel']({ runId }).catch(() => stop.abort());
  if (input.signal.aborted) cancel();
  else input.signal.addEventListener('abort', cancel, { once: true });
  const desk = openDesk(input, connection, () => stop.abort());
  try {
    for await (const push of transport.events(after, stop.signal)) {
      if (push.kind !== 'event' || push.event.runId !== runId) continue;
      const { event } = push;
      if (input.json) input.out(JSON.stringify(flat(event)));
      else print(input, event);
      if (event.type === 'approval.decided') desk.settle(event.approvalId);
      if (event.type === 'approval.requested' && !(await desk.take(event.approvalId))) return 0;
      if (event.type === 'clarification.needed') return 0;
      if (endsRun(event.type)) return event.type === 'run.completed' ? 0 : 1;
    }
    return desk.left() ? 0 : 1;
  } finally {
    stop.abort();
    desk.close();
  }
}

interface Desk {
  /** Puts the request before the person, without waiting for them; false where there is nobody: it stays in the queue then. */
  take(approvalId: string): Promise<boolean>;
  /** It was answered, here or elsewhere. */
  settle(approvalId: string): void;
  /** true when the person went away without an answer. */
  left(): boolean;
  close(): void;
}

/** One question at a time, for a run asks one at a time. `onLeft` is told when the person goes away. */
function openDesk(input: CommandInput, { client }: Connection, onLeft: () => void): Desk {
  const { ask, words } = input;
  let open: { readonly id: string; readonly stop: AbortController; answered: boolean } | undefined;
  let left = false;
  return {
    async take(id) {
      if (input.json) return false;
      const approval = await client['approval.get']({ id });
      if (approval.state !== 'waiting') return true; // read late: the answer follows in the log
      if (ask === null) {
        for (const line of approvalLines(approval, words)) input.out(line);
        input.err(howToAnswer(approval, words));
        return false;
      }
      const mine = { id, stop: new AbortController(), answered: false };
      open = mine;
      const put = async (): Promise<void> => {
        const said = await askAnswer(input, ask, approval, AbortSignal.any([mine.stop.signal, input.signal]));
        mine.answered = true;
        if (said !== null) await sendAnswer(input, client, approval, said);
        else if (!mine.stop.signal.aborted && !input.signal.aborted) {
          left = true;
          input.err(howToAnswer(approval, words));
          onLeft();
        }
      };
      put().catch((error: unknown) => input.err(words.failure(error)));
      return true;
    },
    settle(id) {
      if (open?.id !== id) return;
      if (!open.answered) input.err(`\n${words.say('approval.elsewhere')}`);
      open.stop.abort();
      open = undefined;
    },
    left: () => left,
    close: () => open?.stop.abort(),
  };
}

/** Times as ISO 8601 for programs. */
function flat(event: RunEvent): unknown {
  return { ...event, at: new Date(event.at).toISOString() };
}

function print({ out, err, words }: CommandInput, event: RunEvent): void {
  switch (event.type) {
    case 'tool.started':
      err(words.say('toolStarted', { tool: event.tool, arguments: JSON.stringify(event.arguments) }));
      break;
    case 'answer.given':
      out(withoutMarks(event.text));
      break;
    case 'clarification.needed':
      if (event.question !== '') out(event.question);
      else if (event.reason !== undefined) out(words.notice(event.reason));
      err(words.say('howToAnswer', { run: event.runId, slots: event.slots.map((slot) => `${slot}=…`).join(' ') }));
      break;
    case 'run.failed':
    case 'run.interrupted':
      err(words.notice(event.reason));
      break;
    case 'run.cancelled':
      err(words.say('cancelled'));
      break;
    default:
  }
}
