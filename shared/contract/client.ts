/** Turns any transport into a typed client. */
import type { Notice } from '../schema/notice.ts';
import { type Client, isMethodName, type MethodName, methods } from './methods.ts';
import type { Transport } from './wire.ts';

/** The host's refusal, as an exception for the caller that does not expect one. */
export class CallError extends Error {
  readonly notice: Notice;
  constructor(notice: Notice) {
    super(notice.detail === undefined ? notice.code : `${notice.code}: ${notice.detail}`);
    this.name = 'CallError';
    this.notice = notice;
  }
}

export function createClient(transport: Transport): Client {
  const call = async (method: MethodName, input: unknown): Promise<unknown> => {
    const envelope = await transport.call({ method, input });
    if (!envelope.ok) throw new CallError(envelope.error);
    return methods[method].output.parse(envelope.output);
  };
  const entries = Object.keys(methods)
    .filter(isMethodName)
    .map((name) => [name, (input: unknown) => call(name, input)]);
  return Object.fromEntries(entries) as Client;
}
