/** Says of one decision whether it is what a question of the exam wanted; forms of punctuation count only where every byte does. */
import type { ToolOffer } from '#runtime/model/chat-model';
import type { PlannerDecision } from '#shared/schema/planner-decision';

/** '' for a right decision, otherwise what was wanted and what came, in English. */
export type Grade = (decision: PlannerDecision) => string;

/** Characters of a model's words that a fault repeats. */
const SHOWN = 160;

/** An answer that a run would show; what it says does not matter. */
export const answers = (): Grade => (decision) => (isAnswer(decision) ? '' : fault('an answer', decision));

/** Each pattern must be in the answer once its full-width forms are made plain. */
export function answersWith(...patterns: readonly RegExp[]): Grade {
  return (decision) => {
    const said = decision.answer.normalize('NFKC');
    return isAnswer(decision) && patterns.every((pattern) => pattern.test(said))
      ? ''
      : fault(`an answer with ${patterns.map(String).join(' and ')}`, decision);
  };
}

/** Character for character, but for line ends and white space around it. */
export function answersExactly(wanted: string): Grade {
  return (decision) =>
    isAnswer(decision) && decision.answer.replaceAll('\r\n', '\n').trim() === wanted
      ? ''
      : fault(`the answer ${JSON.stringify(wanted)}`, decision);
}

/** As `answersWith`, and in Chinese: no fewer Chinese characters than words of another alphabet, no kana. */
export function answersInChinese(...patterns: readonly RegExp[]): Grade {
  const says = answersWith(...patterns);
  return (decision) => (isChinese(decision.answer) ? says(decision) : fault('an answer in Chinese', decision));
}

/** A question back. */
export const asksBack = (): Grade => (decision) =>
  decision.action === 'CLARIFY' && decision.clarification_question.trim() !== '' ? '' : fault('a question back', decision);

/** A call of any of these tools with all arguments that it must have. */
export function callsAny(tools: readonly ToolOffer[]): Grade {
  return (decision) => {
    const called = decision.action === 'CALL_TOOL' ? tools.find(({ name }) => name === decision.tool_name) : undefined;
    const required = (called?.schema['required'] ?? []) as readonly string[];
    const complete = called !== undefined && required.every((key) => Object.hasOwn(decision.arguments, key));
    return complete ? '' : fault('a whole call of a tool on offer', decision);
  };
}

/** This tool, whatever its arguments. */
export function calls(tool: string): Grade {
  return (decision) => (isCall(decision, tool) ? '' : fault(`a call of ${tool}`, decision));
}

/** This tool, with these arguments to the byte; further ones are not looked at. */
export function callsWith(tool: string, wanted: Readonly<Record<string, string | number>>): Grade {
  return (decision) =>
    isCall(decision, tool) && Object.entries(wanted).every(([key, value]) => argument(decision, key) === value)
      ? ''
      : fault(`${tool} ${JSON.stringify(wanted)}`, decision);
}

/** A file is written whose own name, without its folder, is Chinese and whose content holds these words. */
export function writesChineseFile(words: string): Grade {
  return (decision) => {
    const [path, content] = [argument(decision, 'path'), argument(decision, 'content')];
    const name = typeof path === 'string' ? path.slice(path.lastIndexOf('/') + 1) : '';
    const right = isCall(decision, 'write') && /\p{Script=Han}/u.test(name) && typeof content === 'string' && content.includes(words);
    return right ? '' : fault(`write with a Chinese file name and ${JSON.stringify(words)}`, decision);
  };
}

/** A run does not show an answer that says of itself that it does not do yet. */
function isAnswer({ action, answer, goal_satisfied }: PlannerDecision): boolean {
  return action === 'RESPOND' && goal_satisfied && answer.trim() !== '';
}

const isCall = ({ action, tool_name }: PlannerDecision, tool: string): boolean => action === 'CALL_TOOL' && tool_name === tool;

const argument = (decision: PlannerDecision, key: string): unknown =>
  Object.hasOwn(decision.arguments, key) ? decision.arguments[key] : undefined;

function isChinese(text: string): boolean {
  const characters = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const others = text.match(/[\p{L}\p{M}]+/gu)?.filter((word) => !/\p{Script=Han}/u.test(word)).length ?? 0;
  return characters > 0 && characters >= others && !/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text);
}

function fault(wanted: string, decision: PlannerDecision): string {
  return `wanted ${wanted}, got ${said(decision)}`;
}

function said(decision: PlannerDecision): string {
  switch (decision.action) {
    case 'CALL_TOOL':
      return short(`${decision.tool_name} ${JSON.stringify(decision.arguments)}`);
    case 'CLARIFY':
      return short(`the question ${JSON.stringify(decision.clarification_question)}`);
    case 'RESPOND':
      return short(`the answer ${JSON.stringify(decision.answer)}${decision.goal_satisfied ? '' : ' with goal_satisfied false'}`);
    default:
      return decision.action satisfies never;
  }
}

function short(text: string): string {
  const characters = [...text.slice(0, 2 * SHOWN + 2)];
  return characters.length > SHOWN ? `${characters.slice(0, SHOWN).join('')}…` : text;
}
