import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import AxeBuilder from '@axe-core/playwright';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openBrowser, openPage, say } from './browser.ts';
import { type OllamaDouble, startOllamaDouble } from './doubles/ollama-double.ts';
import { parseScenario, type ScenarioInput } from './doubles/scenario.ts';
import { type HostProcess, startHostProcess } from './host-process.ts';

const headless = fileURLToPath(new URL('../out/host/headless.js', import.meta.url));
const MODEL = 'ollama/qwen3:8b';
const qwen = { name: 'qwen3:8b', size: 5_225_388_164, parameterSize: '8.2B', trainedContext: 40_960 };

let browser: Browser;
let place = '';
const open: { close(): Promise<unknown> }[] = [];
beforeAll(async () => {
  browser = await openBrowser();
  place = mkdtempSync(join(tmpdir(), 'reins-window-models-'));
});
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});
afterAll(async () => {
  await browser.close();
  rmSync(place, { recursive: true, force: true });
});

const respond = (answer: string) => ({ action: 'RESPOND', answer, reason: '', goal_satisfied: true });

async function double(
  scenario: Omit<ScenarioInput, 'shows' | 'models'> & Pick<Partial<ScenarioInput>, 'models'>,
  port?: number,
): Promise<OllamaDouble> {
  const server = await startOllamaDouble(
    parseScenario('test', { shows: 'A test.', models: [qwen], ...scenario }),
    port === undefined ? {} : { port },
  );
  open.push(server);
  return server;
}

async function start(
  name: string,
  url: string,
  order: readonly string[] = [MODEL],
  windows: Record<string, number> = {},
): Promise<HostProcess> {
  const args = ['--data', join(place, name, 'data'), '--workspace', join(place, name, 'work'), '--tied'];
  const host = await startHostProcess(headless, args);
  open.push({ close: () => host.stop('SIGKILL') });
  const { settings } = await host.client['app.state']({});
  await host.client['settings.set']({
    models: { ...settings.models, ollama: { ...settings.models.ollama, url }, order: [...order], windows },
  });
  await host.client['model.list']({});
  return host;
}

async function view(host: HostProcess, options: BrowserContextOptions = {}) {
  const opened = await openPage(browser, host.url, options);
  open.push(opened.context);
  return opened;
}

const faults = async (page: Page): Promise<string[]> =>
  (await new AxeBuilder({ page }).analyze()).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);

test('a model that loads says so and for how long, then its answer grows; stop ends a load at once', async () => {
  const answer = 'The sea is wide and the boats are small. '.repeat(12);
  const server = await double({
    turns: [
      { loadMs: 4_000, decision: respond(answer), pieceLength: 8, delayMs: 10 },
      { firstDelayMs: 40_000, decision: respond('never') },
    ],
  });
  const { page, errors } = await view(await start('load', server.url));
  await say(page, 'Tell me about the sea');
  await page
    .locator('.msg')
    .getByText(/Loading qwen3:8b, \d+ s/)
    .waitFor();
  await page
    .locator('.statusbar')
    .getByText(/Loading qwen3:8b/)
    .waitFor();
  await page.locator('.msg').getByText('The sea is wide').waitFor();
  await page.locator('.statusbar').getByText('Ready').waitFor();
  expect(((await page.locator('.reply .msg').first().textContent()) ?? '').length).toBeGreaterThan(400);
  await say(page, 'And now?');
  await expect.poll(() => server.chats().length).toBe(2);
  await page.keyboard.press('Escape');
  await page.locator('.statusbar').getByText('Ready').waitFor();
  await expect.poll(() => server.chats()[1]?.aborted).toBe(true);
  expect(errors).toEqual([]);
});

test('a call of the model waits for the person, a missing argument is asked for, and both end in an answer', async () => {
  const server = await double({
    turns: [
      {
        decision: { action: 'CALL_TOOL', reason: 'as asked', tool_name: 'write', arguments: { path: 'notes/sea.md', content: '# Sea\n' } },
      },
      { decision: respond('It is written.') },
      {
        decision: {
          ...{ action: 'CLARIFY', clarification_question: 'Which file do you mean?', missing_slots: ['path'] },
          ...{ tool_name: 'read', arguments: {} },
        },
      },
      { decision: respond('It says: Sea.') },
    ],
  });
  const { page, errors } = await view(await start('call', server.url));
  await say(page, 'Write a note about the sea');
  await page.locator('.dialog footer:not([data-fresh])').waitFor();
  expect(await page.locator('.dialog').textContent()).toContain('notes/sea.md');
  await page.waitForTimeout(100);
  await page.keyboard.press('Control+Enter');
  await page.locator('.msg').getByText('It is written.').waitFor();
  expect(existsSync(join(place, 'call', 'work', 'notes', 'sea.md'))).toBe(true);
  await say(page, 'Now read it to me');
  await page.locator('.reply').getByText('Which file do you mean?').waitFor();
  await say(page, 'notes/sea.md');
  await page.locator('.msg').getByText('It says: Sea.').waitFor();
  expect(errors).toEqual([]);
});

test('a server that dies in mid-answer leaves what was written with the reason, and answers again once it is back', async () => {
  const long = respond('One line after another comes slowly. '.repeat(40));
  const server = await double({ turns: [{ decision: long, pieceLength: 6, delayMs: 30, repeat: 'forever' }] });
  const { page } = await view(await start('dies', server.url));
  await say(page, 'Write slowly');
  await page.locator('.msg').getByText('One line after another').waitFor();
  await server.close();
  await page
    .getByText(/ended in the middle|does not answer/)
    .first()
    .waitFor();
  await page.locator('.msg').getByText('One line after another').waitFor();
  await double({ turns: [{ decision: respond('Back again.'), repeat: 'forever' }] }, server.port);
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.locator('.msg').getByText('Back again.').waitFor();
});

test('a cut prompt raises a banner whose button enlarges the window, and the inspector shows both counts', async () => {
  const server = await double({ turns: [{ decision: respond('Done.'), repeat: 'forever' }] });
  const host = await start('cut', server.url, [MODEL], { [MODEL]: 4_096 });
  const { page, errors } = await view(host);
  await say(page, `Summarise: ${'a line of a report. '.repeat(900)}`);
  await page.locator('.msg').getByText('Done.').waitFor();
  await page
    .getByText(/tokens of this prompt|longer than the window/)
    .first()
    .waitFor();
  await page.keyboard.press('Control+i');
  const inspector = page.locator('.inspector');
  await inspector.getByText('decision-contract').waitFor();
  await inspector.getByText('4,096').first().waitFor();
  expect(await faults(page)).toEqual([]);
  for (const tab of ['Prompt', 'Memory', 'Events']) {
    await inspector.getByRole('tab', { name: tab }).click();
    expect(await faults(page)).toEqual([]);
  }
  await page.getByRole('button', { name: /Use a window of/ }).click();
  await expect.poll(async () => (await host.client['app.state']({})).settings.models.windows[MODEL]).toBeGreaterThan(4_096);
  expect(errors).toEqual([]);
});

test.each([
  { colorScheme: 'light', viewport: { width: 1280, height: 800 }, locale: 'en-US', models: 'Models' },
  { colorScheme: 'dark', viewport: { width: 360, height: 740 }, locale: 'zh-CN', models: '模型' },
] as const)(
  'models are found, fetched and chosen on their page, without an accessibility fault ($locale)',
  async ({ models, ...options }) => {
    const server = await double({
      models: [qwen, { name: 'llama3.2:3b', trainedContext: 131_072 }],
      pulls: { 'gemma3:4b': { total: 3_000_000, chunkBytes: 300_000, delayMs: 20, model: { trainedContext: 131_072 } } },
      turns: [{ decision: respond('Hello from the model.'), repeat: 'forever' }],
    });
    const host = await start(`page-${options.locale}`, server.url, []);
    const { page, errors } = await view(host, options);
    await page.locator('.rail-item').last().click();
    await page.getByRole('button', { name: models, exact: true }).first().click();
    await page.getByText('llama3.2:3b').waitFor();
    expect(await faults(page)).toEqual([]);
    await page.getByPlaceholder(/qwen3:4b/).fill('gemma3:4b');
    await page.getByPlaceholder(/qwen3:4b/).press('Enter');
    await expect.poll(async () => (await host.client['model.list']({})).pulls[0]?.state).toBe('done');
    await page.getByRole('radio', { name: /qwen3:8b/ }).click();
    await expect.poll(async () => (await host.client['app.state']({})).settings.models.order).toEqual([MODEL]);
    await page
      .locator('.statusbar')
      .getByText('qwen3:8b')
      .waitFor({ state: options.viewport.width > 720 ? 'visible' : 'attached' })
      .catch(() => undefined);
    expect(await faults(page)).toEqual([]);
    expect(errors).toEqual([]);
  },
);
