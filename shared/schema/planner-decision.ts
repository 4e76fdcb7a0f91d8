/** The planner's contract: one JSON object a step. */
import { z } from 'zod';

export const plannerActionSchema = z.enum(['CALL_TOOL', 'CLARIFY', 'RESPOND']);

/** A decision as read and checked; fields that do not belong to its action are at their empty defaults. */
export const plannerDecisionSchema = z.object({
  action: plannerActionSchema,
  answer: z.string(),
  reason: z.string(),
  tool_name: z.string(),
  arguments: z.record(z.string(), z.unknown()),
  missing_slots: z.array(z.string()),
  clarification_question: z.string(),
  goal_satisfied: z.boolean(),
});

export type PlannerAction = z.infer<typeof plannerActionSchema>;
export type PlannerDecision = z.infer<typeof plannerDecisionSchema>;

/** Fills what a decision of one action leaves out. */
export function decision(action: PlannerAction, rest: Partial<Omit<PlannerDecision, 'action'>> = {}): PlannerDecision {
  return {
    action,
    answer: '',
    reason: '',
    tool_name: '',
    arguments: {},
    missing_slots: [],
    clarification_question: '',
    goal_satisfied: action === 'RESPOND',
    ...rest,
  };
}
