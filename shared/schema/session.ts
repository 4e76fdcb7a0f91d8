/** A session is a conversation. */
import { z } from 'zod';

/** main: the person's own chats; shared: others may read along; sub-agent: a child run. */
export const sessionKindSchema = z.enum(['main', 'shared', 'sub-agent']);
export type SessionKind = z.infer<typeof sessionKindSchema>;

export const sessionSchema = z.object({
  id: z.string(),
  title: z.string(),
  kind: sessionKindSchema,
  pinned: z.boolean(),
  /** Milliseconds since 1970, UTC. */
  createdAt: z.number(),
  updatedAt: z.number(),
  /** Set while a deletion can still be taken back. */
  deletedAt: z.number().nullable(),
  /** Id of the model chosen for it; empty: the app's first one. */
  model: z.string(),
  /** Text in the composer that was not sent. */
  draft: z.string(),
  /** The run that is going on or waits, if any. */
  activeRun: z.object({ id: z.string(), state: z.enum(['running', 'waiting']) }).nullable(),
});
export type Session = z.infer<typeof sessionSchema>;
