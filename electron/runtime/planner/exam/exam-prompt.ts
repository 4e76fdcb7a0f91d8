/** What every question of the exam is asked with: eight sample tools, a short system prompt, and the request made of them. */
import type { ChatRequest, ToolOffer } from '#runtime/model/chat-model';
import { promptTexts } from '#runtime/prompt/prompt-texts';
import { compileDecisionSchema } from '../decision-schema.ts';

type Properties = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const text = { type: 'string' } as const;
const count = { type: 'integer' } as const;

function offer(name: string, summary: string, properties: Properties, required: readonly string[]): ToolOffer {
  return { name, summary, schema: { type: 'object', properties, required, additionalProperties: false } };
}

/** Named as the app's own tools and never run: nothing of them exists behind an exam. */
export const EXAM_TOOLS: readonly ToolOffer[] = [
  offer('read', 'Read a text file of the workspace; limit counts lines.', { path: text, limit: count }, ['path']),
  offer('write', 'Write a whole text file of the workspace.', { path: text, content: text }, ['path', 'content']),
  offer('list', 'List the files and folders of a folder of the workspace.', { path: text, depth: count }, ['path']),
  offer('search', 'Find a text in names and contents of the files of the workspace.', { query: text }, ['query']),
  offer('memory_search', 'Search notes from earlier conversations.', { query: text }, ['query']),
  offer(
    'memory_append',
    'Keep something in the notes; date: of which day, in the words of the person, such as tomorrow.',
    { text, date: text },
    ['text'],
  ),
  offer('time', 'Local date, time and weekday.', {}, []),
  offer('exec', 'Run a shell command in the workspace.', { command: text }, ['command']),
];

function toolLine({ name, summary, schema }: ToolOffer): string {
  const required = schema['required'] as readonly string[];
  const names = Object.keys(schema['properties'] as Properties).map((key) => (required.includes(key) ? key : `${key}?`));
  return promptTexts('en').tools.line(`${name}(${names.join(', ')})`, summary);
}

/** The same for every question, so that a server reads it once. The contract stands in it as in a run. */
export const EXAM_SYSTEM = [
  promptTexts('en').identity('Reins'),
  promptTexts('en').decision,
  [promptTexts('en').tools.heading, ...EXAM_TOOLS.map(toolLine)].join('\n'),
  `## Rules
- One call a step. Where no tool is needed, answer at once.
- Copy paths, texts, numbers and dates into arguments exactly as the person wrote them.
- Answer in the language of the person.`,
].join('\n\n');

const schema = compileDecisionSchema(EXAM_TOOLS);

export function examRequest(question: string): ChatRequest {
  return {
    messages: [
      { role: 'system', content: EXAM_SYSTEM },
      { role: 'user', content: question },
    ],
    payload: { query: question, shortMemory: [], pendingTool: null, observations: [], tools: EXAM_TOOLS },
    session: { id: 'exam', kind: 'main' },
    schema,
  };
}
