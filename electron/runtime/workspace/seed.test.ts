import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { countTokens, loadTokenizer } from '#runtime/text/token-counter';
import { withoutComments } from './cut.ts';
import { createPersonaReader } from './persona-files.ts';
import { SEED_FILES } from './seed.ts';

beforeAll(loadTokenizer);
const seedFrom = resolve(import.meta.dirname, '../../../workspace-default');

describe.each([
  { language: 'en', han: false, vows: /announced/, trash: /Trash over rm/, quality: /Quality over quantity/ },
  { language: 'zh-CN', han: true, vows: /都会明说/, trash: /回收站/, quality: /宁缺毋滥/ },
])('the default files of $language', ({ language, han, vows, trash, quality }) => {
  const text = (name: string) => readFileSync(join(seedFrom, language, name), 'utf8');

  test('are the nine, in their language', () => {
    expect(readdirSync(join(seedFrom, language)).toSorted()).toEqual([...SEED_FILES].toSorted());
    for (const name of SEED_FILES) expect([name, /\p{Script=Han}/u.test(text(name))]).toEqual([name, han]);
  });

  test('keep their promises', () => {
    expect(text('SOUL.md')).toMatch(vows);
    expect(text('AGENT.md')).toMatch(trash);
    expect(text('AGENT.md')).toMatch(quality);
  });

  test('ask for nothing by themselves: BOOT, HEARTBEAT, TOOLS and MEMORY are a heading and a comment', () => {
    for (const name of ['BOOT.md', 'HEARTBEAT.md', 'TOOLS.md', 'MEMORY.md']) expect(withoutComments(text(name))).toMatch(/^# .+$/);
  });

  test('are within their limits, and cost at most 900 tokens together', async () => {
    const { files, notices } = await createPersonaReader({ root: join(seedFrom, language) }).read();
    expect(notices).toEqual([]);
    const tokens = files.reduce((sum, file) => sum + countTokens(file.text).tokens, 0);
    expect(tokens).toBeLessThan(900);
  });
});
