/** The scenario files beside this are right, and a wrong one says what is wrong with it. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { loadScenario, parseScenario, scenarioNames } from './scenario.ts';
import { createTurnQueue } from './turn-queue.ts';

const folder = mkdtempSync(join(tmpdir(), 'reins-scenario-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a scenario file', () => {
  test.each(scenarioNames())('%s loads and says what it shows', (name) => {
    const scenario = loadScenario(name);
    expect(scenario.name).toBe(name);
    expect(scenario.shows).toMatch(/^[A-Z].*\.$/);
  });

  test('that is not there is refused with the names of those that are', () => {
    expect(() => loadScenario('nonsense')).toThrow(/no scenario 'nonsense'; there are: answer, /);
  });

  test('outside of the folder loads by its path', () => {
    const path = join(folder, 'mine.json');
    writeFileSync(path, JSON.stringify({ shows: 'Mine.', turns: [{ text: 'x' }] }));
    expect(loadScenario(path)).toMatchObject({ name: 'mine', turns: [{ text: 'x', repeat: 1, pieceLength: 12 }] });
  });

  test('that is not JSON is named', () => {
    const path = join(folder, 'broken.json');
    writeFileSync(path, '{ "shows": ');
    expect(() => loadScenario(path)).toThrow(/scenario 'broken' is not JSON/);
  });

  test('with a misspelt field is refused by that name', () => {
    expect(() => parseScenario('typo', { shows: 'A.', turns: [{ text: 'x', dealyMs: 3 }] })).toThrow(/typo[\s\S]*dealyMs[\s\S]*turns\[0\]/);
  });

  test('with a turn that says nothing, or two things at once, is refused', () => {
    expect(() => parseScenario('empty', { shows: 'A.', turns: [{}] })).toThrow(/needs one of/);
    expect(() => parseScenario('both', { shows: 'A.', turns: [{ text: 'x', decision: {} }] })).toThrow(/either decision or text/);
  });
});

describe('turns', () => {
  const queueOf = (...turns: readonly object[]) => createTurnQueue(parseScenario('queue', { shows: 'A.', turns }));

  test('come in order, as often as they say, and then end', () => {
    const queue = queueOf({ text: 'a', repeat: 2 }, { text: 'b' });
    expect(queue.left()).toBe(3);
    expect([1, 2, 3, 4].map(() => queue.next('')?.text)).toEqual(['a', 'a', 'b', undefined]);
    expect(queue.played()).toBe(3);
  });

  test('that ask for a word wait for it, and let others pass', () => {
    const queue = queueOf({ match: '/^PLAN/i', text: 'a' }, { match: '计划', text: 'b' }, { text: 'c', repeat: 'forever' });
    expect(queue.next('hello')?.text).toBe('c');
    expect(queue.next('我的计划')?.text).toBe('b');
    expect(queue.next('plan it')?.text).toBe('a');
    expect(queue.next('plan it')?.text).toBe('c');
    expect(queue.left()).toBe(Number.POSITIVE_INFINITY);
  });

  test('that are put in by a test come first', () => {
    const queue = queueOf({ text: 'later' });
    queue.play({ text: 'first' }, { text: 'second' });
    expect([1, 2, 3].map(() => queue.next('')?.text)).toEqual(['first', 'second', 'later']);
  });
});

test('the command lists the scenarios for a name it does not know, and ends with 2', () => {
  const run = fileURLToPath(new URL('./run.ts', import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, [run, 'nonsense'], { encoding: 'utf8' });
  expect(status).toBe(2);
  expect(stderr).toContain("There is no scenario 'nonsense'.");
  for (const name of scenarioNames()) expect(stderr).toContain(name);
});
