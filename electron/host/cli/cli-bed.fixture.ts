/** A command's input and a host that answers from a table, for tests. */
import { CallError } from '#shared/contract/call-error';
import type { Client, Input, MethodName, Output } from '#shared/contract/methods';
import type { Push, Transport } from '#shared/contract/wire';
import type { Approval } from '#shared/schema/approval';
import { type NoticeCode, notice } from '#shared/schema/notice';
import type { EventBody } from '#shared/schema/run-event';
import { createWords } from '../words.ts';
import type { AskPerson, CommandInput } from './command.ts';
import type { Connection } from './connect.ts';

export interface Bed {
  readonly input: CommandInput;
  readonly out: string[];
  readonly err: string[];
}

export interface Given {
  readonly flags?: CommandInput['flags'];
  readonly positionals?: readonly string[];
  readonly json?: boolean;
  readonly language?: 'en' | 'zh-CN';
  readonly stdin?: readonly string[];
  readonly ask?: AskPerson;
}

export function bed({ flags = {}, positionals = [], json = false, language = 'en', stdin = [], ask }: Given = {}): Bed {
  const out: string[] = [];
  const err: string[] = [];
  const input: CommandInput = {
    positionals,
    flags,
    json,
    env: {},
    words: createWords(language),
    out: (line) => void out.push(line),
    err: (line) => void err.push(line),
    stdin: (async function* () {
      yield* stdin;
    })(),
    ask: ask ?? null,
    signal: new AbortController().signal,
    closeOnStop: true,
  };
  return { input, out, err };
}

/** A person who says these lines, one to each question, and then goes away. */
export function person(...lines: readonly string[]): AskPerson {
  const left = [...lines];
  return async () => left.shift() ?? null;
}

export type Answers = { readonly [M in MethodName]?: (input: Input<M>) => Output<M> | NoticeCode };

/** Every call is put down; one that the table does not know is refused. */
export function fakeClient(answers: Answers): { readonly client: Client; readonly calls: [MethodName, unknown][] } {
  const calls: [MethodName, unknown][] = [];
  const call = async (method: MethodName, given: unknown): Promise<unknown> => {
    calls.push([method, given]);
    const answer = answers[method] as ((input: unknown) => unknown) | undefined;
    const output = answer === undefined ? 'unknown_method' : answer(given);
    if (typeof output === 'string') throw new CallError(notice(output as NoticeCode));
    return output;
  };
  const client = new Proxy({}, { get: (_target, method: MethodName) => (given: unknown) => call(method, given) }) as Client;
  return { client, calls };
}

/** A connection over which these events come; one more is fetched only when the last was read. */
export function fakeConnection(client: Client, events: AsyncIterable<EventBody> | readonly EventBody[]): Connection {
  const transport: Transport = {
    call: () => Promise.reject(new Error('not used')),
    async *events(_after, signal) {
      let seq = 0;
      for await (const body of events) {
        if (signal.aborted) return;
        seq += 1;
        const push: Push = { kind: 'event', event: { ...body, cursor: seq, runId: 'r', sessionId: 's', seq, at: 0, v: 1 } };
        yield push;
      }
    },
  };
  return { client, transport, joined: true, close: async () => undefined };
}

export function approval(more: Partial<Approval> = {}): Approval {
  return {
    id: 'ask-1',
    nonce: 'nonce-1',
    runId: 'r',
    callId: 'c',
    sessionId: 's',
    sessionTitle: '计划',
    sessionKind: 'main',
    step: 2,
    tool: 'exec',
    arguments: { command: 'rm -rf notes\necho Allowed.' },
    at: Date.UTC(2026, 0, 2, 3, 4),
    risk: 'destructive',
    reasons: [notice('policy_delete_asks', { path: 'notes' })],
    plannerReason: 'to make room',
    effect: {
      targets: [
        { path: 'notes', type: 'folder', change: 'delete', where: 'workspace', files: 3, bytes: 42 },
        { path: '/srv/x\u202egnp', type: 'link', change: 'delete', where: 'outside', files: 1, bytes: 0, leads: '/etc/passwd' },
      ],
      count: 5,
      files: 9,
      bytes: 100,
      more: true,
      undo: 'partly',
      opens: { read: [], write: ['/srv'] },
      notices: [],
    },
    rules: [{ tool: 'exec', match: { kind: 'command', text: 'rm -rf notes', prefix: false, pinned: {} } }],
    parked: false,
    state: 'waiting',
    answer: null,
    ...more,
  };
}
