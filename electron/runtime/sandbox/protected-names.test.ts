import { expect, test } from 'vitest';
import { isPrivateFrom, protectionOf } from './protected-names.ts';

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
])('%j is a secret', (path) => {
  expect(protectionOf(path)).toBe('secret');
});

test.each(['.bashrc', '.vscode/tasks.json', '.idea/workspace.xml', 'my.code-workspace', '.gitmodules'])('%j is guarded', (path) => {
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
