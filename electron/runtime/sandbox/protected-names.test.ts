import { expect, test } from 'vitest';
import { headsSecrets, isPrivateFrom, personaOf, protectionOf } from './protected-names.ts';

test.each([
  '.git/config',
  '.git',
  'deep/repo/.git/hooks/x',
  '.GIT/config',
  '.g\u200cit/config',
  '.ssh/known_hosts',
  '.\u017fsh/config',
  '.\u212aube/config',
  '.env',
  '.env.local',
  'sub/.ENV.production',
  'prod.env',
  '.envrc',
  'id_rsa',
  'server.pem',
  'tls/私钥.key',
  '.docker/config.json',
  '.config/gcloud/credentials.db',
  '.aws/credentials',
  '.npmrc',
  '.bash_history',
  'sub/.zsh_history',
])('%j is a secret', (path) => {
  expect(protectionOf(path)).toBe('secret');
});

test.each([
  '.bashrc',
  '.vscode/tasks.json',
  '.idea/workspace.xml',
  'my.code-workspace',
  '.gitmodules',
  '.config/fish/config.fish',
  'x/Microsoft.PowerShell_profile.ps1',
  '.xprofile',
  '.claude/settings.json',
  'a/x.desktop',
])('%j is guarded', (path) => {
  expect(protectionOf(path)).toBe('guarded');
});

test.each([
  'SOUL.md',
  '.gitignore',
  '.github/workflows/ci.yml',
  '.env.example',
  'id_rsa.pub',
  'environment.ts',
  'key.ts',
  'monkey',
  'git/x',
  '中文.md',
  '.hidden',
  '.config/app/settings.json',
  'history.md',
  'desktop.md',
  '',
])('%j is ordinary', (path) => {
  expect(protectionOf(path)).toBeNull();
});

test('private notes belong to main sessions, under every spelling some disk takes for theirs', () => {
  for (const path of ['MEMORY.md', 'USER.md', 'memory', 'memory/2026-04-14.md', 'Memory/x', 'user.MD', 'MEMORY\u200b.md']) {
    expect([path, isPrivateFrom('main', path), isPrivateFrom('shared', path), isPrivateFrom('sub-agent', path)]).toEqual([
      path,
      false,
      true,
      true,
    ]);
  }
  for (const path of ['SOUL.md', 'notes/MEMORY.md', 'memory-plan.md', ''])
    expect([path, isPrivateFrom('shared', path)]).toEqual([path, false]);
});

test('persona files are those of the root, under every spelling some disk takes for theirs', () => {
  const of = (paths: string[]) => paths.map(personaOf);
  expect(of(['SOUL.md', 'soul.MD', 'S\u200bOUL.md', '\u017foul.md', 'SOUL.md/x'])).toEqual(Array(5).fill('soul'));
  const names = ['AGENT', 'AGENTS', 'IDENTITY', 'USER', 'TOOLS', 'BOOT', 'BOOTSTRAP', 'HEARTBEAT', 'MEMORY'].map((name) => `${name}.md`);
  expect(of([...names, 'memory', 'Memory/2026-04-14.md', 'TOOLS.MD'])).toEqual(Array(12).fill('persona'));
  expect(of(['notes/SOUL.md', 'SOUL.md.bak', 'memory-plan.md', 'README.md', ''])).toEqual(Array(5).fill(null));
});

test('folders whose name makes a secret of what is in them are known', () => {
  const paths = ['.docker', 'x/.Docker', '.config', '.local', '.local/share', 'a/library', '.git', 'docker', 'share', 'x.docker', ''];
  expect(paths.filter(headsSecrets)).toEqual(['.docker', 'x/.Docker', '.config', '.local', '.local/share', 'a/library']);
});
