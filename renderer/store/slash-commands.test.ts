/** Tests of what begins with a slash. */
import { expect, test } from 'vitest';
import { isWhole, readAssignment, readSlash, suggest } from './slash-commands.ts';

test('a command of the window is told from a message, whatever its case, width and blanks', () => {
  expect(readSlash('/undo')).toEqual({ kind: 'command', name: 'undo', rest: '' });
  expect(readSlash('  /UNDO \n')).toEqual({ kind: 'command', name: 'undo', rest: '' });
  expect(readSlash('／mode ask')).toEqual({ kind: 'command', name: 'mode', rest: 'ask' });
  expect(readSlash('/deny 不要动这个文件\n它是我的')).toEqual({ kind: 'command', name: 'deny', rest: '不要动这个文件\n它是我的' });
});

test('commands that the assistant answers go to it as they stand', () => {
  expect(readSlash('/remember 我喜欢 Django')).toEqual({ kind: 'message', text: '/remember 我喜欢 Django' });
  expect(readSlash('／memory  备用钥匙')).toEqual({ kind: 'message', text: '/memory 备用钥匙' });
  expect(readSlash('/help')).toEqual({ kind: 'message', text: '/help' });
});

test('what merely begins with a slash is a message', () => {
  for (const text of ['/usr/bin/git status', '/ undo', '/', '/1', 'run /undo', '/etc/hosts 里有什么？', '']) {
    expect(readSlash(text)).toEqual({ kind: 'message', text });
  }
});

test('two slashes send a text that begins with one', () => {
  expect(readSlash('//undo')).toEqual({ kind: 'message', text: '/undo' });
  expect(readSlash('／／帮助')).toEqual({ kind: 'message', text: '/帮助' });
});

test('an unknown command is told by its name', () => {
  expect(readSlash('/compact 10')).toEqual({ kind: 'unknown', name: 'compact' });
  expect(readSlash('/撤销')).toEqual({ kind: 'unknown', name: '撤销' });
});

test('names are completed as they are typed, then the modes', () => {
  const shown = (text: string): string[] => suggest(text).map((one) => one.shown);
  expect(shown('/')).toEqual(['/new', '/undo', '/approve', '/deny', '/mode', '/model', '/stop', '/input', '/remember', '/memory', '/help']);
  expect(shown('/M')).toEqual(['/mode', '/model', '/memory']);
  expect(shown('/mode ')).toEqual(['deny', 'allowlist', 'ask', 'strict', 'full']);
  expect(suggest('/mode s')).toEqual([{ text: '/mode strict', shown: 'strict', command: 'mode', takes: '', mode: 'strict' }]);
  for (const text of ['', 'undo', '//', '/usr/', '/deny no', '/mode ask', '/undo ']) expect(shown(text)).toEqual([]);
});

test('Enter runs what is typed whole and completes the rest', () => {
  expect(isWhole('/undo', suggest('/undo'))).toBe(true);
  expect(isWhole('／Undo', suggest('／Undo'))).toBe(true);
  expect(isWhole('/m', suggest('/m'))).toBe(false);
});

test('a value is assigned as it stands', () => {
  expect(readAssignment('path=notes/计划 1.md')).toEqual({ name: 'path', value: 'notes/计划 1.md' });
  expect(readAssignment('content ＝ a=b')).toEqual({ name: 'content', value: 'a=b' });
  for (const rest of ['', 'path', '=x', 'path=', '1=2']) expect(readAssignment(rest)).toBe(null);
});
