/** The two things a window may do: call, and hear pushes. */
import type { Envelope, Push, Request } from '#shared/contract/wire';

export const CALL_CHANNEL = 'reins:call';
export const PUSH_CHANNEL = 'reins:push';

/** The part of a renderer's channel that is used. */
export interface RendererChannel {
  invoke(channel: string, ...args: unknown[]): Promise<unknown>;
  /** Returns the way to stop listening. */
  on(channel: string, listener: (event: unknown, ...args: unknown[]) => void): () => void;
}

export interface WindowBridge {
  call(request: Request): Promise<Envelope>;
  onEvent(listener: (push: Push) => void): () => void;
}

export function createBridge(channel: RendererChannel): WindowBridge {
  return {
    call: (request) => channel.invoke(CALL_CHANNEL, request) as Promise<Envelope>,
    onEvent: (listener) => channel.on(PUSH_CHANNEL, (_event, push) => listener(push as Push)),
  };
}
