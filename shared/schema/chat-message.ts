/** The words of a conversation, as a model is sent them and as they are kept. */
import { z } from 'zod';

export const chatMessageSchema = z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() });
export type ChatMessage = Readonly<z.infer<typeof chatMessageSchema>>;

/** A question and its answer, for recall, flush and the offline rules. */
export const shortTurnSchema = z.object({ question: z.string(), answer: z.string() });
export type ShortTurn = Readonly<z.infer<typeof shortTurnSchema>>;
