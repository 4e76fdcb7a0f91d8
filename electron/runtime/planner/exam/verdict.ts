/** What an exam's points mean for a model: the prompt it is given, the tools on offer at once, and why. */
import type { Exam } from '#shared/schema/model';
import { type Notice, notice } from '#shared/schema/notice';
import type { PartName } from './exam-questions.ts';

/** Tokens below which a whole prompt leaves too little room for the work. */
export const SMALL_WINDOW = 8_192;
/** Tools on offer at most, by how well they are chosen. */
const [ALL_TOOLS, SOME_TOOLS, FEW_TOOLS] = [12, 8, 5];

type Parts = Exam['parts'];

/** `window` in tokens. A part gives a reason where it has a consequence, and for any argument that was not copied exactly. */
export function judge(parts: Parts, window: number): Pick<Exam, 'mode' | 'tools' | 'reasons'> {
  const passed = (part: PartName): number => parts.find((one) => one.part === part)?.passed ?? 0;
  const small = window < SMALL_WINDOW;
  const minimal = passed('contract') < 3 || passed('needle') < 2 || small;
  const chosen = passed('tool-choice');
  const reasons = [...parts.flatMap(reasonsOf), ...(small ? [notice('exam_window', { window, enough: SMALL_WINDOW })] : [])];
  return {
    mode: minimal ? 'minimal' : 'full',
    tools: chosen >= 5 ? ALL_TOOLS : chosen >= 3 ? SOME_TOOLS : FEW_TOOLS,
    reasons: reasons.length === 0 ? [notice('exam_passed')] : reasons,
  };
}

function reasonsOf({ part, passed, tries }: Parts[number]): Notice[] {
  const points = { passed, tries };
  switch (part) {
    case 'contract':
      return passed < 3 ? [notice('exam_contract', points)] : [];
    case 'tool-choice':
      return passed < 5 ? [notice('exam_tool_choice', points)] : [];
    case 'arguments':
      return passed < tries ? [notice('exam_arguments', points)] : [];
    case 'chinese':
      return passed < 3 ? [notice('exam_chinese', points)] : [];
    case 'needle':
      return passed < 2 ? [notice('exam_needle', points)] : [];
    default:
      return part satisfies never;
  }
}
