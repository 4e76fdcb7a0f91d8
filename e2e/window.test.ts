import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import AxeBuilder from '@axe-core/playwright';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openBrowser, openPage, say } from './browser.ts';
import { type HostProcess, startHostProcess } from './host-process.ts';

const headless = fileURLToPath(new URL('../out/host/headless.js', import.meta.url));
const faultHost = fileURLToPath(new URL('./fault-host.ts', import.meta.url));

let browser: Browser;
let place = '';
const open: { close(): Promise<unknown> }[] = [];
beforeAll(async () => {
  browser = await openBrowser();
  place = mkdtempSync(join(tmpdir(), 'reins-window-'));
});
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});
afterAll(async () => {
  await browser.close();
  rmSync(place, { recursive: true, force: true });
});

async function start(name: string, entry = headless, extra: readonly string[] = ['--tied']): Promise<HostProcess> {
  const host = await startHostProcess(entry, ['--data', join(place, name, 'data'), '--workspace', join(place, name, 'work'), ...extra]);
  open.push({ close: () => host.stop('SIGKILL') });
  return host;
}

/** The scripted planner: remembers what it is told, then answers at length. */
const startSlow = (name: string): Promise<HostProcess> =>
  start(name, faultHost, ['--trace', join(place, `${name}.trace`), '--pause', '150']);

/** A window on a host; any error on its console fails the test that looks at `errors`. */
async function view(host: HostProcess, options: BrowserContextOptions = {}) {
  const opened = await openPage(browser, host.url, options);
  open.push(opened.context);
  return opened;
}

const thread = (page: Page) => page.locator('main');

test.each([
  { locale: 'en-US', told: 'Remember that I prefer Django', asked: 'Which framework do I prefer?', fresh: 'New conversation' },
  { locale: 'zh-CN', told: '记住我喜欢用 Django', asked: '我喜欢什么框架？', fresh: '新建对话' },
])('what is remembered is answered in a new conversation with file and line ($locale)', async ({ locale, told, asked, fresh }) => {
  const host = await start(`memory-${locale}`);
  const { page, errors } = await view(host, { locale });
  expect(await page.locator('html').getAttribute('lang')).toBe(locale === 'en-US' ? 'en' : 'zh-CN');
  await say(page, told);
  await thread(page)
    .getByText(/USER\.md:\d+/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: fresh }).first().click();
  await say(page, asked);
  await thread(page).locator('blockquote', { hasText: 'Django' }).waitFor();
  await thread(page)
    .getByText(/USER\.md:\d+/)
    .first()
    .waitFor();
  expect(await page.locator('nav, aside').getByText(told).count()).toBe(1);
  expect(errors).toEqual([]);
});

test('an answer streams, Stop ends it at once, and what was said stays after a reload', async () => {
  const host = await startSlow('stop');
  const { page } = await view(host);
  await say(page, 'a long answer');
  await thread(page)
    .getByText(/word 词 word 词/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await thread(page)
    .getByText(/[Ss]topped/)
    .first()
    .waitFor();
  await page.reload();
  await thread(page)
    .getByRole('paragraph')
    .filter({ hasText: /^a long answer$/ })
    .waitFor();
  await thread(page)
    .getByText(/word 词 word 词/)
    .first()
    .waitFor();
});

test('a host killed in mid-answer and started again: message, note and partial answer are there', async () => {
  const first = await startSlow('killed');
  const before = await view(first);
  await say(before.page, '记下这一句');
  await thread(before.page)
    .getByText(/word 词 word 词/)
    .first()
    .waitFor();
  await expect
    .poll(async () =>
      JSON.stringify(
        (await first.client['session.events']({ sessionId: (await first.client['session.list']({})).sessions[0]?.id ?? '' })).events,
      ),
    )
    .toContain('answer.checkpoint');
  await first.stop('SIGKILL');
  await before.page.getByText('Reins cannot be reached').waitFor();

  const second = await startSlow('killed');
  const { page } = await view(second);
  await page.locator('nav, aside').getByText('记下这一句').click();
  await thread(page).getByText('记下这一句', { exact: true }).first().waitFor();
  await thread(page)
    .getByText(/word 词 word 词/)
    .first()
    .waitFor();
  expect(await second.client['memory.search']({ query: '记下这一句' })).toMatchObject({
    hits: [{ path: expect.stringMatching(/^memory\//) }],
  });
});

test('Enter while composing Chinese never sends, and the text stays', async () => {
  const host = await start('composing');
  const { page } = await view(host, { locale: 'zh-CN' });
  const field = page.locator('#message');
  await field.fill('nihao');
  await field.evaluate((element) => {
    element.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }));
    element.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', code: 'Enter', keyCode: 229, isComposing: true, bubbles: true, cancelable: true }),
    );
    element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', code: 'Enter', keyCode: 229, bubbles: true, cancelable: true }));
  });
  expect(await field.inputValue()).toBe('nihao');
  expect((await host.client['session.list']({})).sessions).toEqual([]);
  await field.evaluate((element) => element.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true })));
  await field.fill('你好');
  await field.press('Enter');
  await expect.poll(async () => (await host.client['session.list']({})).sessions.length).toBe(1);
});

test('a draft is there after a reload', async () => {
  const host = await start('draft');
  const { page } = await view(host);
  await say(page, 'what time is it?');
  await thread(page).getByText(/\d/).first().waitFor();
  await page.locator('#message').fill('还没写完的话');
  await expect.poll(async () => (await host.client['session.list']({})).sessions[0]?.draft).toBe('还没写完的话');
  await page.reload();
  await page.locator('nav, aside').getByText('what time is it?').first().click();
  await expect.poll(() => page.locator('#message').inputValue()).toBe('还没写完的话');
});

test('a message of five megabytes is refused in words and stays in the window', async () => {
  const host = await start('paste');
  const { page } = await view(host);
  const field = page.locator('#message');
  await field.evaluate((element) => {
    const data = new DataTransfer();
    data.setData('text/plain', '长文 '.repeat(1_700_000));
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  });
  await page
    .getByText(/5,100,000/)
    .first()
    .waitFor();
  await field.press('Enter');
  await page
    .getByText(/1,000,000|1000000/)
    .first()
    .waitFor();
  expect((await host.client['session.list']({})).sessions).toEqual([]);
  await page
    .getByText(/5,100,000/)
    .first()
    .waitFor();
});

test('a conversation is renamed, deleted, taken back, and a second window agrees', async () => {
  const host = await start('two');
  const one = await view(host);
  const two = await view(host);
  await say(one.page, 'list the files');
  const rowOf = (page: Page, title: string) => page.locator('nav, aside').getByText(title, { exact: true });
  await rowOf(two.page, 'list the files').waitFor();
  const [session] = (await host.client['session.list']({})).sessions;
  await host.client['session.rename']({ sessionId: session?.id ?? '', title: '文件一览' });
  await rowOf(one.page, '文件一览').waitFor();
  await rowOf(two.page, '文件一览').hover();
  await two.page.getByRole('button', { name: 'More for 文件一览' }).click();
  await two.page.getByRole('menuitem', { name: 'Delete' }).click();
  await rowOf(one.page, '文件一览').waitFor({ state: 'detached' });
  await two.page.getByRole('button', { name: /Undo/ }).click();
  await rowOf(one.page, '文件一览').waitFor();
});

test('language and theme change at once, last, and 360 pixels are enough', async () => {
  const host = await start('look');
  const { page } = await view(host, { viewport: { width: 360, height: 740 } });
  await say(page, 'read SOUL.md');
  await thread(page).getByText('Who I am').first().waitFor();
  await host.client['settings.set']({ language: 'zh-CN', theme: 'dark' });
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('zh-CN');
  await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark');
  await page
    .getByRole('link', { name: '设置' })
    .or(page.getByRole('button', { name: '设置' }))
    .first()
    .click();
  await page.getByText('工作区文件夹').first().waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.reload();
  await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark');
});

test.each(['light', 'dark', 'contrast'] as const)('axe finds nothing in chat and settings (%s)', async (theme) => {
  const host = await start(`axe-${theme}`);
  await host.client['settings.set']({ theme });
  const { page, errors } = await view(host);
  const check = async (): Promise<unknown[]> => {
    const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze();
    return violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)]);
  };
  expect(await check()).toEqual([]);
  await say(page, 'Remember that the blue folder holds the contracts');
  await thread(page)
    .getByText(/\.md:\d+/)
    .first()
    .waitFor();
  await say(page, 'read SOUL.md');
  await thread(page).getByText('Who I am').first().waitFor();
  expect(await check()).toEqual([]);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('7');
  await page.getByText('Workspace folder').first().waitFor();
  expect(await check()).toEqual([]);
  expect(errors).toEqual([]);
});

test('everything can be done by keyboard: a message, the last conversation, settings and back', async () => {
  const host = await start('keys');
  const { page } = await view(host);
  await page.keyboard.type('what day is it?');
  await page.keyboard.press('Enter');
  await thread(page)
    .getByText(/20\d\d/)
    .first()
    .waitFor();
  for (let n = 0; n < 6; n += 1) {
    await page.keyboard.press('Shift+Tab');
    expect(await page.evaluate(() => document.activeElement !== document.body && document.activeElement?.matches(':focus-visible'))).toBe(
      true,
    );
  }
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('7');
  await page.getByText('Workspace folder').first().waitFor();
  await page.keyboard.press('1');
  await page.locator('#message').waitFor();
});
