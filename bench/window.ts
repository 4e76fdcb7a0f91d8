/** Window figures in Chromium: size of the first paint, and when it can be typed into. JSON lines. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { openBrowser } from '../e2e/browser.ts';
import { startHostProcess } from '../e2e/host-process.ts';
import { percentile, report } from './report.ts';

const headless = fileURLToPath(new URL('../out/host/headless.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'reins-bench-'));
const host = await startHostProcess(headless, ['--data', join(folder, 'data'), '--workspace', join(folder, 'work'), '--tied']);
const browser = await openBrowser();

const interactive: number[] = [];
const loaded = new Set<string>();
for (let n = 0; n < 7; n += 1) {
  const context = await browser.newContext({ locale: n % 2 === 0 ? 'en-US' : 'zh-CN' });
  const page = await context.newPage();
  page.on('response', (response) => loaded.add(new URL(response.url()).pathname));
  const start = performance.now();
  await page.goto(host.url);
  await page.locator('textarea').fill('x');
  interactive.push(performance.now() - start);
  await context.close();
}
report('window.interactive', { unit: 'ms', p50: percentile(interactive, 50), max: Math.max(...interactive), budget: 1500 });

const root = fileURLToPath(new URL('../out/renderer', import.meta.url));
const files = [...loaded]
  .filter((path) => /\.(js|css|html)$/.test(path) || path === '/')
  .map((path) => (path === '/' ? '/index.html' : path));
const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(join(root, file))).length, 0);
report('window.first-paint', { unit: 'KB gzip', size: bytes / 1024, files: files.length, budget: 350 });

await browser.close();
await host.stop();
rmSync(folder, { recursive: true, force: true });
