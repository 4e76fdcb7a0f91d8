import { expect, test } from 'vitest';
import type { EventBody } from '#shared/schema/run-event';
import { type Answers, approval, bed, fakeClient, fakeConnection, type Given, person } from './cli-bed.fixture.ts';
import { followRun } from './follow-run.ts';

const REQUESTED: EventBody = {
  type: 'approval.requested',
  callId: 'c',
  tool: 'exec',
  approvalId: 'ask-1',
  arguments: {},
  reason: { code: 'policy_delete_asks' },
};
const decided = (by: string): EventBody => ({ type: 'approval.decided', callId: 'c', approvalId: 'ask-1', decision: 'allow', by });
const COMPLETED: EventBody = { type: 'run.completed', steps: 1, goalSatisfied: true };

/** A gate between two events: the second comes once something has happened. */
function gate() {
  let open: () => void = () => undefined;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open: () => open() };
}

async function follow(given: Given, events: AsyncIterable<EventBody> | readonly EventBody[], answers: Answers = {}) {
  const { client, calls } = fakeClient({ 'approval.get': () => approval(), ...answers });
  const { input, out, err } = bed(given);
  const code = await followRun(input, fakeConnection(client, events), 'r', 0);
  return { code, out, err, sent: calls.filter(([method]) => method === 'approval.decide').map(([, given]) => given) };
}

test('for a program the request is the last line, and it stays in the queue', async () => {
  const { code, out, err, sent } = await follow({ json: true }, [REQUESTED, COMPLETED]);
  expect([code, out.map((line) => JSON.parse(line) as unknown), err, sent]).toEqual([
    0,
    [expect.objectContaining({ type: 'approval.requested', approvalId: 'ask-1', at: '1970-01-01T00:00:00.000Z' })],
    [],
    [],
  ]);
});

test('without a terminal the request is shown with the way to answer it', async () => {
  const { code, out, err, sent } = await follow({}, [REQUESTED, COMPLETED]);
  expect([code, err, sent]).toEqual([0, ['To answer: reins approvals decide ask-1 --answer once|session|always|deny'], []]);
  expect(out).toContain('  | rm -rf notes');
});

test('at a terminal the person answers, and the run goes on', async () => {
  const answered = gate();
  const events = async function* (): AsyncGenerator<EventBody> {
    yield REQUESTED;
    await answered.passed;
    yield decided('command-line');
    yield COMPLETED;
  };
  const { code, sent, err } = await follow({ ask: person('s') }, events(), {
    'approval.decide': () => {
      answered.open();
      return { state: 'allowed' };
    },
  });
  expect([code, sent]).toEqual([0, [{ id: 'ask-1', nonce: 'nonce-1', answer: 'session' }]]);
  expect(err).not.toContain('It was answered elsewhere meanwhile.');
});

test('a question that is answered in the window is taken back at the terminal', async () => {
  const asked = gate();
  const taken = gate();
  const events = async function* (): AsyncGenerator<EventBody> {
    yield REQUESTED;
    await asked.passed;
    yield decided('window');
    await taken.passed;
    yield COMPLETED;
  };
  const ask: Given['ask'] = (_question, signal) =>
    new Promise((resolve) => {
      signal?.addEventListener('abort', () => {
        taken.open();
        resolve(null);
      });
      asked.open();
    });
  const { code, sent, err } = await follow({ ask }, events());
  expect([code, sent, err]).toEqual([0, [], ['\nIt was answered elsewhere meanwhile.']]);
});

test('a person who goes away leaves the request in the queue', async () => {
  const left = gate();
  const events = async function* (): AsyncGenerator<EventBody> {
    yield REQUESTED;
    await left.passed;
    yield COMPLETED; // too late: nobody reads on
  };
  const ask: Given['ask'] = async () => {
    setImmediate(() => left.open());
    return null;
  };
  const { code, sent, err } = await follow({ ask }, events());
  expect([code, sent, err.at(-1)]).toEqual([0, [], expect.stringContaining('reins approvals decide ask-1')]);
});

test('an answer that came too late is told, and the run is followed all the same', async () => {
  const refused = gate();
  const events = async function* (): AsyncGenerator<EventBody> {
    yield REQUESTED;
    await refused.passed;
    yield decided('window');
    yield COMPLETED;
  };
  const { code, err } = await follow({ ask: person('y') }, events(), {
    'approval.decide': () => {
      setImmediate(() => refused.open());
      return 'approval_answered';
    },
  });
  expect([code, err]).toEqual([0, [expect.stringContaining('allowed already')]]);
});

test('a request of the past that was answered is passed over', async () => {
  const { code, sent } = await follow({ ask: person('y') }, [REQUESTED, decided('window'), COMPLETED], {
    'approval.get': () => approval({ state: 'allowed' }),
  });
  expect([code, sent]).toEqual([0, []]);
});
