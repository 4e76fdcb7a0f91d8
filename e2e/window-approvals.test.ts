import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import AxeBuilder from '@axe-core/playwright';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openBrowser, openPage, say } from './browser.ts';
import { type HostProcess, startHostProcess } from './host-process.ts';

const headless = fileURLToPath(new URL('../out/host/headless.js', import.meta.url));
const WORDS = {
  en: {
    locale: 'en-US',
    write: 'write notes/plan.md with "# Plan"',
    ls: 'run ls -la',
    rm: 'run rm -rf notes',
    sudo: 'run sudo ls',
    undo: 'Undo',
    refused: 'Refused',
  },
  zh: {
    locale: 'zh-CN',
    write: '把“# Plan”写入 notes/plan.md',
    ls: '运行 ls -la',
    rm: '运行 rm -rf notes',
    sudo: '运行 sudo ls',
    undo: '撤销',
    refused: '已拒绝',
  },
} as const;

let browser: Browser;
let place = '';
const open: { close(): Promise<unknown> }[] = [];
beforeAll(async () => {
  browser = await openBrowser();
  place = mkdtempSync(join(tmpdir(), 'reins-window-approvals-'));
});
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});
afterAll(async () => {
  await browser.close();
  rmSync(place, { recursive: true, force: true });
});

async function start(name: string): Promise<HostProcess> {
  const env = { ...process.env, XDG_DATA_HOME: join(place, name, 'share') };
  const args = ['--data', join(place, name, 'data'), '--workspace', join(place, name, 'work'), '--tied'];
  const host = await startHostProcess(headless, args, env);
  open.push({ close: () => host.stop('SIGKILL') });
  return host;
}

async function view(host: HostProcess, options: BrowserContextOptions = {}) {
  const opened = await openPage(browser, host.url, options);
  open.push(opened.context);
  return opened;
}

const dialog = (page: Page) => page.locator('.dialog');

/** The dialog, once it takes answers: right after it appears it takes none. */
async function asked(page: Page): Promise<void> {
  await page.locator('.dialog footer:not([data-fresh])').waitFor();
  await page.waitForTimeout(100);
}

test.each(['en', 'zh'] as const)(
  'what changes a file waits, shows it, is done and undone; safe commands run, others ask or are refused (%s)',
  async (language) => {
    const words = WORDS[language];
    const host = await start(`walk-${language}`);
    const { page, errors } = await view(host, { locale: words.locale });
    const file = join(place, `walk-${language}`, 'work', 'notes', 'plan.md');

    await say(page, words.write);
    await asked(page);
    expect(existsSync(file)).toBe(false);
    expect(await dialog(page).textContent()).toContain('notes/plan.md');
    expect(await dialog(page).textContent()).toContain('# Plan');
    await page.keyboard.press('Control+Enter');
    await dialog(page).waitFor({ state: 'detached' });
    await expect.poll(() => existsSync(file)).toBe(true);
    await page.getByRole('button', { name: words.undo }).first().click();
    await expect.poll(() => existsSync(file)).toBe(false);

    await say(page, words.ls);
    await page.getByText('SOUL.md').first().waitFor();
    expect(await dialog(page).count()).toBe(0);

    mkdirSync(join(place, `walk-${language}`, 'work', 'notes'), { recursive: true });
    for (const name of ['a.md', 'b.md', '丙.md']) writeFileSync(join(place, `walk-${language}`, 'work', 'notes', name), 'text\n');
    await say(page, words.rm);
    await asked(page);
    const shown = (await dialog(page).textContent()) ?? '';
    expect([shown.includes('rm -rf notes'), shown.includes('3'), shown.includes('notes/')]).toEqual([true, true, true]);
    await page.keyboard.press('Enter'); // on what deletes, the focus is on the refusal
    await dialog(page).waitFor({ state: 'detached' });
    expect(existsSync(join(place, `walk-${language}`, 'work', 'notes', 'a.md'))).toBe(true);

    await say(page, words.sudo);
    await page.getByText('sudo ls').nth(1).waitFor();
    expect(await dialog(page).count()).toBe(0);
    expect(errors).toEqual([]);
  },
);

test('a request outlives a kill, shows in every window, and is answered once for all of them', async () => {
  const first = await start('kill');
  const { page } = await view(first);
  await say(page, WORDS.en.write);
  await asked(page);
  await first.stop('SIGKILL');

  const host = await start('kill');
  const { page: one } = await view(host);
  const { page: other } = await view(host);
  for (const window of [one, other]) await asked(window); // the conversation that was open last is open again
  await one.keyboard.press('Control+Enter');
  await expect.poll(() => existsSync(join(place, 'kill', 'work', 'notes', 'plan.md'))).toBe(true);
  for (const window of [one, other]) await dialog(window).waitFor({ state: 'detached' });
  expect(readFileSync(join(place, 'kill', 'work', 'notes', 'plan.md'), 'utf8')).toBe('# Plan');
  await other.locator('.rail-item').nth(1).click();
  await other.getByText('write notes/plan.md').first().waitFor();
});

test.each([
  { colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  { colorScheme: 'dark', viewport: { width: 360, height: 740 } },
] as const)('the dialog, the queue and the policy page have no accessibility fault ($colorScheme)', async ({ colorScheme, viewport }) => {
  const host = await start(`axe-${colorScheme}`);
  const { page, errors } = await view(host, { colorScheme, viewport });
  const faults = async (): Promise<string[]> =>
    (await new AxeBuilder({ page }).analyze()).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  await say(page, WORDS.en.rm);
  await asked(page);
  expect(await faults()).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  await page.locator('.rail-item').nth(1).click();
  await page.getByText('rm -rf notes').first().waitFor();
  expect(await faults()).toEqual([]);
  expect(errors).toEqual([]);
});
