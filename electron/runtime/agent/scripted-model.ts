/** A model that plays a script, for tests of everything above the model port: each reply is given in pieces, with waits between them. */
import type { ChatChunk, ChatModel, ChatRequest } from '#runtime/model/chat-model';
import { encodeDecision } from '#runtime/model/chat-model';
import { decision } from '#shared/schema/planner-decision';

export interface ScriptedReply {
  readonly pieces: readonly string[];
  /** Milliseconds before each piece. */
  readonly pause?: number;
  readonly end?: ChatChunk;
}

/** The reply for one step, from what the planner was asked; the last one is repeated. */
export type Script = readonly (ScriptedReply | ((request: ChatRequest) => ScriptedReply))[];

export interface ScriptedModel extends ChatModel {
  readonly requests: ChatRequest[];
}

export function scriptedModel(script: Script): ScriptedModel {
  const requests: ChatRequest[] = [];
  return {
    id: 'scripted',
    name: 'scripted',
    window: 32_768,
    fit: { mode: 'full', tools: Number.POSITIVE_INFINITY },
    kind: 'offline-rules',
    readsPrompt: true,
    requests,
    async *chat(request, signal) {
      const entry = script[Math.min(requests.length, script.length - 1)];
      requests.push(request);
      const reply = typeof entry === 'function' ? entry(request) : entry;
      for (const text of reply?.pieces ?? []) {
        if (reply?.pause !== undefined) await pause(reply.pause, signal);
        if (signal.aborted) return;
        yield { type: 'text', text };
      }
      yield reply?.end ?? { type: 'done' };
    },
  };
}

export const reply = (...args: Parameters<typeof decision>): ScriptedReply => ({ pieces: [encodeDecision(decision(...args))] });

/** An answer in pieces of a few characters, so that it takes a while. */
export function slowAnswer(answer: string, milliseconds: number, size = 20): ScriptedReply {
  const text = encodeDecision(decision('RESPOND', { answer }));
  const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, index) => text.slice(index * size, (index + 1) * size));
  return { pieces, pause: milliseconds };
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
