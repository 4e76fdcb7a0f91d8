/** Chromium for tests and benchmarks, with nothing that reaches out. */
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { chromiumPath } from '../scripts/system-tools.mjs';

export function openBrowser(): Promise<Browser> {
  const executablePath = chromiumPath();
  if (executablePath === undefined) throw new Error('Chromium is missing; REINS_CHROMIUM names one');
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

export interface OpenedWindow {
  readonly context: BrowserContext;
  readonly page: Page;
  /** What was said on its console as an error, and what was thrown. */
  readonly errors: readonly string[];
}

/** A window on a host, ready to be written in. */
export async function openPage(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<OpenedWindow> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US', colorScheme: 'light', ...options });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(String(error)));
  await page.goto(url);
  await page.locator('#message').waitFor();
  return { context, page, errors };
}

export async function say(page: Page, text: string): Promise<void> {
  await page.locator('#message').fill(text);
  await page.locator('#message').press('Enter');
}
