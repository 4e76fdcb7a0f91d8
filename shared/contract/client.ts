/** Turns any transport into a typed client. */

import { notice } from '../schema/notice.ts';
import { CallError } from './call-error.ts';
import { type Client, isMethodName, type MethodName, methods } from './methods.ts';
import type { Transport } from './wire.ts';

/** Its calls reject with CallError for a refusal and for an answer that does not fit (`bad_output`), else with the transport's own error. */
export function createClient(transport: Transport): Client {
  const call = async (method: MethodName, input: unknown): Promise<unknown> => {
    const envelope = await transport.call({ method, input });
    if (!envelope.ok) throw new CallError(envelope.error);
    const output = methods[method].output.safeParse(envelope.output);
    if (!output.success) throw new CallError(notice('bad_output', { method }, output.error.message));
    return output.data;
  };
  const entries = Object.keys(methods)
    .filter(isMethodName)
    .map((name) => [name, (input: unknown) => call(name, input)]);
  return Object.fromEntries(entries) as Client;
}
