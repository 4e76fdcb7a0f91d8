/** Modules 18 and 19: the person's own files, each in a block that its text cannot close. */
import type { WorkspaceFile } from '#runtime/workspace/persona-files';
import type { PromptFacts } from './prompt-build.ts';
import { type PromptLanguage, promptTexts } from './prompt-texts.ts';

const FOR_FULL = ['AGENT.md', 'AGENTS.md', 'SOUL.md', 'IDENTITY.md', 'USER.md', 'TOOLS.md'];
const FOR_MINIMAL = ['AGENT.md', 'AGENTS.md', 'TOOLS.md'];

export function workspaceFiles({ workspace, mode, session, language }: PromptFacts): string {
  const { files: texts } = promptTexts(language);
  if (!workspace.trusted) return workspace.files.length === 0 ? '' : texts.notAccepted;
  const names = mode === 'minimal' ? FOR_MINIMAL : FOR_FULL;
  const blocks = workspace.files
    .filter(({ path }) => names.includes(path) && (path !== 'USER.md' || session.kind === 'main'))
    .map((file) => fileBlock(file, language))
    .filter((block) => block !== '');
  return blocks.length === 0 ? '' : [texts.heading, ...blocks].join('\n');
}

export function bootstrap(facts: PromptFacts): string {
  if (!facts.bootstrapDue || !facts.workspace.trusted || facts.session.kind !== 'main') return '';
  const file = findFile(facts, 'BOOTSTRAP.md');
  const block = file === undefined ? '' : fileBlock(file, facts.language);
  return block === '' ? '' : `${promptTexts(facts.language).bootstrap}\n${block}`;
}

export function findFile({ workspace }: PromptFacts, path: string): WorkspaceFile | undefined {
  return workspace.files.find((file) => file.path === path);
}

/** Empty for a file that says nothing beyond its headings. */
export function fileBlock({ path, text, cutLines }: WorkspaceFile, language: PromptLanguage): string {
  const saysSomething = /^(?!\s*#).*\S/m.test(text);
  if (!saysSomething && cutLines === 0) return '';
  const cut = cutLines === 0 ? '' : `\n${promptTexts(language).files.cut(path, cutLines)}`;
  return `<file path="${quoted(path)}">\n${quoted(text)}${cut}\n</file>`;
}

/** Text that can neither close its block nor open another. */
export function quoted(text: string): string {
  return text.replaceAll(/<(?=\/?(?:file|memory|context|hook|untrusted)\b)/gi, '‹');
}
