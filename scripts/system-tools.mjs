/** Sees to what the tests need from the system: Chromium for the window, and the sandbox's helpers. As root they are installed through apt. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const TOOLS = [
  { name: 'chromium', commands: ['chromium', 'chromium-browser', 'google-chrome'], needed: true },
  { name: 'bubblewrap', commands: ['bwrap'], needed: false },
  { name: 'socat', commands: ['socat'], needed: false },
  { name: 'ripgrep', commands: ['rg'], needed: false },
];

const pathOf = (command) => spawnSync('sh', ['-c', `command -v ${command}`], { encoding: 'utf8' }).stdout.trim();
const missing = () => TOOLS.filter(({ commands }) => commands.every((command) => pathOf(command) === ''));

/** Path of Chromium; undefined when there is none and it cannot be installed (the reason is printed then). */
export function chromiumPath() {
  const given = process.env.REINS_CHROMIUM;
  if (given !== undefined && existsSync(given)) return given;
  return TOOLS[0].commands.map(pathOf).find((path) => path !== '');
}

/** Installs what is missing where it may; returns the names of what a test run cannot do without and still lacks. */
export function ensureSystemTools() {
  const names = missing().map(({ name }) => name);
  if (names.length > 0 && process.platform === 'linux' && process.getuid?.() === 0 && pathOf('apt-get') !== '') {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    console.log(`Installing through apt: ${names.join(', ')}`);
    try {
      execFileSync('apt-get', ['update', '-qq'], { stdio: ['ignore', 'ignore', 'inherit'], env });
      execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names, 'fonts-noto-cjk'], {
        stdio: ['ignore', 'ignore', 'inherit'],
        env,
      });
    } catch (error) {
      console.error(String(error));
    }
  }
  const left = missing();
  for (const { name, needed } of left) console.error(`${needed ? 'Missing' : 'Not there'}: ${name}. Debian: sudo apt install ${name}`);
  return left.filter(({ needed }) => needed).map(({ name }) => name);
}
