/** What is known of each model between two starts: what its server said of it, how its exam went, how it counts. */
import { z } from 'zod';
import { capabilitySchema, type Exam, examSchema } from '#shared/schema/model';
import type { Database } from './database.ts';

const factsSchema = z.object({
  digest: z.string(),
  trained: z.number().int().nullable(),
  capabilities: z.array(capabilitySchema),
});
/** As the server told it last. */
export type ModelFacts = z.infer<typeof factsSchema>;

export interface ModelStore {
  facts(id: string): ModelFacts | null;
  setFacts(id: string, facts: ModelFacts): void;
  exam(id: string): Exam | null;
  setExam(id: string, exam: Exam): void;
  /** The server's tokens for one that is counted here; 1 until it told some. */
  ratio(id: string): number;
  /** A prompt was estimated here (without the ratio) and counted there, both in tokens. */
  learn(id: string, estimated: number, counted: number): void;
}

interface Row {
  readonly facts: string | null;
  readonly exam: string | null;
  readonly ratio: number;
  readonly counted: number;
}

/** Prompts after which an old count weighs no less than this share. */
const MEMORY = 20;
/** Shorter prompts are mostly the server's own template. */
const LEAST = 200;
/** Beyond these a count is no count of that text. */
const PLAUSIBLE = { least: 0.5, most: 2.5 } as const;

export function createModelStore(db: Database): ModelStore {
  const one = db.prepare<[string], Row>('SELECT facts, exam, ratio, counted FROM models WHERE id = ?');
  const put = (column: 'facts' | 'exam') =>
    db.prepare(`INSERT INTO models (id, ${column}) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET ${column} = excluded.${column}`);
  const [putFacts, putExam] = [put('facts'), put('exam')];
  const putRatio = db.prepare(
    'INSERT INTO models (id, ratio, counted) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET ratio = excluded.ratio, counted = excluded.counted',
  );
  return {
    facts: (id) => parsed(factsSchema, one.get(id)?.facts),
    setFacts: (id, facts) => void putFacts.run(id, JSON.stringify(facts)),
    exam: (id) => parsed(examSchema, one.get(id)?.exam),
    setExam: (id, exam) => void putExam.run(id, JSON.stringify(exam)),
    ratio: (id) => one.get(id)?.ratio ?? 1,
    learn(id, estimated, counted) {
      const found = counted / estimated;
      if (estimated < LEAST || found < PLAUSIBLE.least || found > PLAUSIBLE.most) return;
      const before = one.get(id);
      const times = before?.counted ?? 0;
      const weight = 1 / Math.min(MEMORY, times + 1);
      putRatio.run(id, (before?.ratio ?? 1) * (1 - weight) + found * weight, times + 1);
    },
  };
}

/** What damage made unreadable is asked for again. */
function parsed<T>(schema: z.ZodType<T>, text: string | null | undefined): T | null {
  if (text === null || text === undefined) return null;
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
