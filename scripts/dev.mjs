/** Development without Electron: the host from source (Node strips the types), the window from vite, calls proxied to the host. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { loadConfigFromFile } from 'electron-vite';
import { createServer } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const child = spawn(process.execPath, ['electron/host/headless.ts', '--tied', ...process.argv.slice(2)], {
  cwd: root,
  stdio: ['pipe', 'pipe', 'inherit'],
});
const line = await new Promise((resolve, reject) => {
  createInterface({ input: child.stdout }).once('line', resolve);
  child.once('exit', () => reject(new Error('the host did not start')));
});
const host = new URL(JSON.parse(line).url);
const { config } = await loadConfigFromFile({ command: 'serve', mode: 'development' });
const proxy = { target: host.origin, changeOrigin: true, headers: { origin: host.origin } };
const server = await createServer({
  ...config.renderer,
  configFile: false,
  server: { host: '127.0.0.1', proxy: { '/call': proxy, '/events': proxy } },
});
await server.listen();
console.log(`${server.resolvedUrls.local[0]}${host.hash}`);
const stop = () => {
  child.once('exit', () => server.close().then(() => process.exit(0))); // the host first: vite waits for the proxied event stream
  child.kill('SIGTERM');
};
process.on('SIGTERM', stop).on('SIGINT', stop);
