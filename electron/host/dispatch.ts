/** The only server: look up, parse, call, parse, envelope. Never rejects. */

import { storageNotice } from '#runtime/storage/database-notice';
import { CallError } from '#shared/contract/call-error';
import { type Handlers, isMethodName, methods } from '#shared/contract/methods';
import { type Envelope, requestSchema } from '#shared/contract/wire';
import { type Notice, notice } from '#shared/schema/notice';

export interface DispatchParts {
  readonly handlers: Handlers;
  readonly dataFolder: string;
  /** Told of what nobody expected, with its stack. */
  readonly onBug: (method: string, error: unknown) => void;
}

export async function dispatch({ handlers, dataFolder, onBug }: DispatchParts, raw: unknown, signal: AbortSignal): Promise<Envelope> {
  const request = requestSchema.safeParse(raw);
  if (!request.success) return refuse(notice('bad_input', { method: '?' }, request.error.message));
  const name = request.data.method;
  if (!isMethodName(name)) return refuse(notice('unknown_method', { method: name }));
  const input = methods[name].input.safeParse(request.data.input);
  if (!input.success) return refuse(notice('bad_input', { method: name }, input.error.message));
  try {
    const handler = handlers[name] as (input: unknown, signal: AbortSignal) => Promise<unknown>;
    const output = methods[name].output.safeParse(await handler(input.data, signal));
    if (output.success) return { ok: true, output: output.data };
    onBug(name, output.error);
    return refuse(notice('bad_output', { method: name }, output.error.message));
  } catch (error) {
    if (error instanceof CallError) return refuse(error.notice);
    const known = storageNotice(error, dataFolder);
    if (known !== undefined) return refuse(known);
    if (signal.aborted) return refuse(notice('cancelled'));
    onBug(name, error);
    return refuse(notice('failed', { method: name }, error instanceof Error ? error.message : String(error)));
  }
}

const refuse = (error: Notice): Envelope => ({ ok: false, error });

/** For handlers: ends the call with a refusal that the client puts into words. */
export function refuseCall(...args: Parameters<typeof notice>): never {
  throw new CallError(notice(...args));
}
