/** Chromium for tests and benchmarks, with nothing that reaches out. */
import { type Browser, chromium } from 'playwright-core';
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
