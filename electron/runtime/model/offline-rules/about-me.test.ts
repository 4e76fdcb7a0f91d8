/** Questions about everything that was told: three files, line by line, without what only belongs to their form. */
import { expect, test } from 'vitest';
import { filesAboutMe, toldLines } from './about-me.ts';
import { AT, rows, simulate, world, ZONE } from './simulated-run.ts';

const EVERYTHING = rows(`
What do you know about me?
tell me what you know about me
what do you remember so far
What have you noted?
what's in your memory?
show me everything I told you to remember
What did I ask you to remember?
你都记住了什么？
我让你记住了哪些东西
你的记忆里有什么
关于我你都知道什么
`);

test.each(EVERYTHING)('%s tells every line with its place', (words) => {
  const { calls, answer } = simulate(words, world({ memory: ['the kettle is new', 'I like tea'] }));
  expect(calls.map(({ tool }) => tool)).toEqual(['memory_get', 'memory_get', 'memory_get']);
  expect(calls.map(({ arguments: given }) => given['path'])).toEqual(['USER.md', 'MEMORY.md', 'memory/2026-04-14.md']);
  expect(answer).toContain('the kettle is new (MEMORY.md:1)');
  expect(answer).toContain('I like tea (MEMORY.md:2)');
});

test.each(EVERYTHING)('%s says so when nothing was told', (words) => {
  expect(simulate(words).answer).toMatch(/^Nothing is known|^记忆里没有/);
});

test("today's note is the person's day", () => {
  expect(filesAboutMe({ now: AT, zone: ZONE })[2]).toBe('memory/2026-04-14.md');
  expect(filesAboutMe({ now: Date.parse('2026-04-14T20:00:00Z'), zone: ZONE })[2]).toBe('memory/2026-04-15.md');
});

test('headings, comments, introductions and empty fields are not what was told', () => {
  const text = `# My person

An introduction to the file.

- Name: Ana
- Pronouns:

## Preferences

- [x] tea, not coffee
Works at night.

<!-- A comment
- over two lines -->
1. second
`;
  expect(toldLines('USER.md', text)).toEqual([
    { text: 'Name: Ana', path: 'USER.md', line: 5 },
    { text: 'tea, not coffee', path: 'USER.md', line: 10 },
    { text: 'Works at night.', path: 'USER.md', line: 11 },
    { text: 'second', path: 'USER.md', line: 15 },
  ]);
});
