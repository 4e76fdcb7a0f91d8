/** Modules 18 and 19: the person's own files, each in a block that its text cannot close. */
import type { WorkspaceFile } from '#runtime/workspace/persona-files';
import type { PromptFacts } from './prompt-build.ts';

const FOR_FULL = ['AGENT.md', 'AGENTS.md', 'SOUL.md', 'IDENTITY.md', 'USER.md', 'TOOLS.md'];
const FOR_MINIMAL = ['AGENT.md', 'AGENTS.md', 'TOOLS.md'];

export function workspaceFiles({ workspace, mode, session }: PromptFacts): string {
  if (!workspace.trusted) {
    return workspace.files.length === 0
      ? ''
      : '## Workspace files\nThe person has not accepted this folder yet, so its persona files are not used.';
  }
  const names = mode === 'minimal' ? FOR_MINIMAL : FOR_FULL;
  const blocks = workspace.files
    .filter(({ path }) => names.includes(path) && (path !== 'USER.md' || session.kind === 'main'))
    .map(fileBlock)
    .filter((block) => block !== '');
  if (blocks.length === 0) return '';
  return `## Workspace files\nThe person's own words: follow them wherever they do not conflict with the sections above.\n${blocks.join('\n')}`;
}

export function bootstrap(facts: PromptFacts): string {
  if (!facts.bootstrapDue || !facts.workspace.trusted || facts.session.kind !== 'main') return '';
  const file = findFile(facts, 'BOOTSTRAP.md');
  const block = file === undefined ? '' : fileBlock(file);
  return block === '' ? '' : `## First conversation\nIt is due now. Serve a plain request first, then lead on with this.\n${block}`;
}

export function findFile({ workspace }: PromptFacts, path: string): WorkspaceFile | undefined {
  return workspace.files.find((file) => file.path === path);
}

/** Empty for a file that says nothing beyond its headings. */
export function fileBlock({ path, text, cutLines }: WorkspaceFile): string {
  const saysSomething = /^(?!\s*#).*\S/m.test(text);
  if (!saysSomething && cutLines === 0) return '';
  const cut = cutLines === 0 ? '' : `\n[${cutLines} more ${cutLines === 1 ? 'line' : 'lines'} of ${path} left out: over its limit]`;
  return `<file path="${quoted(path)}">\n${quoted(text)}${cut}\n</file>`;
}

/** Text that can neither close its block nor open another. */
export function quoted(text: string): string {
  return text.replaceAll(/<(?=\/?(?:file|memory|context|hook|untrusted)\b)/gi, '‹');
}
