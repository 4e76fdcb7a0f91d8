/** Turns any transport into a typed client. */
import { CallError } from './call-error.ts';
import { type Client, isMethodName, type MethodName, methods } from './methods.ts';
import type { Transport } from './wire.ts';

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
