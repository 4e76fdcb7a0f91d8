import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withoutComments } from './cut.ts';
import { NO_IDENTITY, parseIdentity } from './identity.ts';

const CLAW = { name: '小爪', kind: '龙虾', vibe: '活泼调皮', emoji: '🦞', avatar: 'avatars/小爪.png' };

test.each([
  ['English list', '# Identity\n- Name: 小爪\n- Kind: 龙虾\n- Vibe: 活泼调皮\n- Emoji: 🦞\n- Avatar: avatars/小爪.png'],
  ['Chinese list', '# 身份\n- 名字：小爪\n- 类型：龙虾\n- 气质：活泼调皮\n- 表情：🦞\n- 头像：avatars/小爪.png'],
  ['bold, colon inside', '- **Name:** 小爪\n- **Creature:** 龙虾\n- **Vibe:** 活泼调皮\n- **Emoji:** 🦞\n- **Avatar:** `avatars/小爪.png`'],
  [
    'bold, colon outside',
    '* **名称**： “小爪”\n* **身份**：龙虾\n* **性格**：_活泼调皮_\n* **专属表情**：🦞（龙虾）\n* **头像路径**：avatars/小爪.png',
  ],
  ['headings', '## Name\n小爪\n\n## Kind\n\n龙虾\n## 气质\n活泼调皮\n## Emoji\n🦞\n## 头像\navatars/小爪.png'],
  ['table', '| name | 小爪 |\n| kind | 龙虾 |\n| vibe | 活泼调皮 |\n| emoji | 🦞 |\n| avatar | avatars/小爪.png |'],
])('%s is read', (_, text) => {
  expect(parseIdentity(text)).toEqual(CLAW);
});

test.each(['en', 'zh-CN'])('the template of %s counts as empty', (language) => {
  const text = readFileSync(new URL(`../../../workspace-default/${language}/IDENTITY.md`, import.meta.url), 'utf8');
  expect(parseIdentity(withoutComments(text))).toEqual(NO_IDENTITY);
  expect(parseIdentity(withoutComments(text.replace(/(Name:|名字：)/, '$1 小爪')))).toEqual({ ...NO_IDENTITY, name: '小爪' });
});

test.each(['(pick one)', '_(your name)_', '<name>', '[name]', '（还没有）', '【待填】', '—', '...', 'TBD', '待定', '暂无', '**'])(
  'the placeholder %s counts as empty',
  (value) => {
    expect(parseIdentity(`- Name: ${value}\n- 名字：${value}`)).toEqual(NO_IDENTITY);
  },
);

test('a value is one bounded line, an emoji one whole grapheme', () => {
  const long = parseIdentity(`名字：${'爪'.repeat(500)}\n表情：👩‍🚀 宇航员 🦞\nVibe: a\u0007b`);
  expect(long).toEqual({ ...NO_IDENTITY, name: '爪'.repeat(40), emoji: '👩‍🚀', vibe: 'a b' });
  expect(parseIdentity('Emoji: lobster').emoji).toBe('');
});

test('the first value of a field counts, and other lines mean nothing', () => {
  expect(parseIdentity('Name: A\nName: B\nNot a name: C\n名字太长了所以不算：D')).toEqual({ ...NO_IDENTITY, name: 'A' });
});

test('a title is no field, and a heading does not take another field for its value', () => {
  expect(parseIdentity('# 身份\n- 名字：小爪\n## 气质\n- 表情：🦞')).toEqual({ ...NO_IDENTITY, name: '小爪', emoji: '🦞' });
});

test('no text makes it throw', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => parseIdentity(`Name: ${text}`).name.length <= 40));
});
