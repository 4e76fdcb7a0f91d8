/**
 * Opens the app: in Electron where its runtime is there or can be fetched, else in a browser window, else it prints the address.
 * What stands behind `--` goes to the app whichever it is: --data, --workspace, --language, --port.
 * REINS_SHELL=browser skips Electron, REINS_SHELL=none opens nothing; ELECTRON_MIRROR names another place to fetch Electron from.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ensureBuild } from './build.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const args = process.argv.slice(2);
const wish = args.find((_, index) => args[index - 1] === '--language') ?? process.env.REINS_LANGUAGE;
const chinese = /^zh/i.test(wish ?? process.env.LC_ALL ?? process.env.LANG ?? '');
const say = (english, han) => console.error(chinese ? han : english);
const shell = process.env.REINS_SHELL ?? '';
const display = process.platform !== 'linux' || Boolean(process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY);

/** Path of Electron's binary, or undefined. */
function electronBinary() {
  const file = join(root, 'node_modules/electron/path.txt');
  const name = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  const binary = join(root, 'node_modules/electron/dist', name);
  return name !== '' && existsSync(binary) ? binary : undefined;
}

/** Fetches Electron's runtime with its own progress bar; Ctrl+C gives it up and the browser is used. Returns the binary or undefined. */
function fetchElectron() {
  say(
    'Fetching the Electron runtime (about 120 MB, once). Ctrl+C: go on in the browser.',
    '正在下载 Electron 运行时（约 120 MB，只需一次）。按 Ctrl+C 改用浏览器。',
  );
  const ignore = () => undefined;
  process.on('SIGINT', ignore);
  const { status } = spawnSync(process.execPath, [join(root, 'node_modules/electron/install.js')], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'ignore'],
  });
  process.off('SIGINT', ignore);
  const binary = status === 0 ? electronBinary() : undefined;
  if (binary === undefined) {
    say(
      'Electron could not be fetched; the app opens in the browser instead. Start again to retry; ELECTRON_MIRROR=https://… names another source.',
      '没能下载 Electron，改用浏览器打开。重新启动可再试一次；可用 ELECTRON_MIRROR=https://… 指定镜像。',
    );
  }
  return binary;
}

function runElectron(binary) {
  const child = spawn(binary, [root, ...args], { stdio: 'inherit' });
  child.on('exit', (code) => process.exit(code ?? 1));
}

/** Opens the page without its token on any command line. Returns false when nothing could open it. */
function openBrowser(door) {
  const [command, ...rest] =
    process.platform === 'darwin'
      ? ['open', door]
      : process.platform === 'win32'
        ? ['rundll32', 'url.dll,FileProtocolHandler', door]
        : ['xdg-open', pathToFileURL(door).href];
  const child = spawn(command, rest, { stdio: 'ignore', detached: true });
  child.on('error', () => say('No browser could be opened; open the address above.', '没能打开浏览器，请手动打开上面的地址。'));
  child.unref();
}

function runHeadless() {
  const child = spawn(process.execPath, [join(root, 'out/host/headless.js'), '--tied', ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (!line.startsWith('{')) return console.log(line);
    const { url, door, started } = JSON.parse(line);
    console.log(url);
    say(
      started ? 'Reins is running at this address. Ctrl+C stops it.' : 'Reins is running already, at this address.',
      started ? 'Reins 正在这个地址运行。按 Ctrl+C 停止。' : 'Reins 已经在这个地址运行。',
    );
    if (display && shell !== 'none') openBrowser(door);
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill('SIGTERM'));
  child.on('exit', (code) => process.exit(code ?? 1));
}

if (Number(process.versions.node.split('.')[0]) < 22) {
  say(
    `Reins needs Node 22 or newer; this is ${process.version}. Use "npm start", which brings its own.`,
    `Reins 需要 Node 22 或更新版本，当前是 ${process.version}。请用 “npm start”，它自带合适的版本。`,
  );
  process.exit(2);
}
if (ensureBuild()) say('Built.', '构建完成。');
const wantsElectron = display && shell !== 'browser' && shell !== 'none';
const binary = wantsElectron ? (electronBinary() ?? fetchElectron()) : undefined;
if (binary === undefined) runHeadless();
else runElectron(binary);
