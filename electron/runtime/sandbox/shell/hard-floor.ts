/** The hard floor: what never runs, under any mode and with any approval. Judged on every command of a line, wrappers looked through. */
import { basename } from 'node:path';
import { type Ground, isRoot, isWithin, placeOf, wholeOf } from './places.ts';
import type { Redirect } from './read-shell.ts';
import type { ReadWord } from './read-word.ts';
import { SHELLS } from './wrappers.ts';

export type FloorRule =
  | 'privilege'
  | 'wipe'
  | 'device'
  | 'rights'
  | 'kill-all'
  | 'power'
  | 'fork-bomb'
  | 'fetch-and-run'
  | 'listener'
  | 'credentials'
  | 'data-folder'
  | 'sandbox-off';

/** One command of the line as the floor sees it. */
export interface FloorCommand {
  /** Name without its folder, in lower case; empty where only a run would tell. */
  readonly name: string;
  readonly words: readonly ReadWord[];
  readonly redirects: readonly Redirect[];
  readonly ground: Ground;
  readonly pipeline: number;
  readonly stage: number;
  readonly nested: boolean;
}

const set = (names: string): ReadonlySet<string> => new Set(names.split(' '));

const PRIVILEGE = set('sudo su doas pkexec runuser gosu su-exec sudoedit visudo sudo-rs run0 machinectl newgrp sg setpriv capsh setcap');
const POWER = set(
  'shutdown reboot halt poweroff systemctl service launchctl init telinit rc-service initctl openrc loginctl sv svc s6-svc pm-suspend pm-hibernate',
);
const DEVICE = set(
  'mkswap wipefs fdisk sfdisk cfdisk gdisk sgdisk parted blkdiscard cryptsetup hdparm nvme diskutil badblocks partprobe losetup swapoff swapon',
);
const REMOVERS = set('rm rmdir unlink shred srm wipe trash gio truncate');
const RIGHTS = set('chmod chown chgrp setfacl chattr chflags');
const KEY_TOOLS = set('secret-tool keyctl kwallet-query gnome-keyring keychain pass gopass op bw lpass vault');
const NETWORK = set(
  'curl wget nc ncat netcat socat ssh scp sftp rsync ftp telnet http https xh aria2c fetch lynx w3m links dig nslookup host ping openssl mail sendmail rclone',
);
const FETCHERS = set('curl wget fetch aria2c http https xh lynx w3m nc ncat netcat socat ftp scp ssh');
const DECODERS = set('base64 base32 xxd openssl uudecode gpg basenc gunzip zcat');
const INTERPRETERS = set(
  'python python2 python3 perl ruby node nodejs deno bun php lua luajit osascript tclsh Rscript pypy pypy3 gawk awk source . eval xargs',
);
const SANDBOX = set(
  'setenforce aa-disable aa-teardown aa-complain apparmor_parser csrutil spctl seinfo semanage auditctl iptables nft ufw pfctl',
);

/** Names of variables that hold keys. */
const SECRET_VARIABLE = /(API_?KEY|KEY$|_KEY_|TOKEN|SECRET|PASSWO?R?D|PASSWD|CREDENTIAL|PRIVATE)/i;
/** Places of keys and passwords below a home, and of the system's own. */
const KEY_PLACES =
  /^(\.ssh|\.aws|\.azure|\.gnupg|\.kube|\.docker\/config\.json|\.netrc|\.npmrc|\.pypirc|\.git-credentials|\.password-store|\.config\/(gh|gcloud|op)|\.local\/share\/keyrings|Library\/Keychains|\.mozilla|\.config\/(google-chrome|chromium)|\.vault-token|\.pgpass)(\/|$)/;
const SYSTEM_KEYS =
  /^(\/private)?\/etc\/(shadow|gshadow|sudoers|ssh|ssl\/private|security)|^\/root(\/|$)\.|^\/proc\/[^/]+\/(environ|mem|maps|fd|root|cwd)(\/|$)|^\/(var\/lib|run)\/(secrets|credentials|docker\.sock)/;

/** The first rule that the line breaks; null for none. `raw` is the line as it was written. */
export function floorRule(commands: readonly FloorCommand[], raw: string): FloorRule | null {
  if (/([\w:.]+)\s*\(\)\s*\{[^}]*\1\s*\|\s*\1/.test(raw) || /:\s*\(\s*\)\s*\{.*:\s*\|/.test(raw)) return 'fork-bomb';
  for (const command of commands) {
    const rule = ruleOf(command);
    if (rule !== null) return rule;
  }
  if (fetchesAndRuns(commands)) return 'fetch-and-run';
  const sends = commands.some(({ name }) => NETWORK.has(name));
  const secret = commands.some(({ words }) => words.some(({ variables }) => variables.some((name) => SECRET_VARIABLE.test(name))));
  return sends && secret ? 'credentials' : null;
}

function ruleOf(command: FloorCommand): FloorRule | null {
  const { name, words, redirects } = command;
  if (PRIVILEGE.has(name)) return 'privilege';
  if (POWER.has(name)) return 'power';
  if (DEVICE.has(name) || name.startsWith('mkfs')) return 'device';
  if (SANDBOX.has(name) || (name === 'sysctl' && words.some(({ text }) => text === '-w' || text?.includes('=')))) return 'sandbox-off';
  if (KEY_TOOLS.has(name) || (name === 'security' && words.some(({ text }) => /^(find|dump|export|unlock)/.test(text ?? ''))))
    return 'credentials';
  if (name === 'gpg' && words.some(({ text }) => /^--export-secret/.test(text ?? ''))) return 'credentials';
  if (name === 'dd' && words.some(({ text }) => /^of=\/dev\/(?!null$|stdout$)/.test(text ?? ''))) return 'device';
  if (killsAll(command)) return 'kill-all';
  if (listens(command)) return 'listener';
  if (wipes(command)) return 'wipe';
  if (RIGHTS.has(name) && isRecursive(words) && operands(words).some((word) => namesRoot(word, command.ground))) return 'rights';
  for (const word of [...words.slice(1), ...redirects.flatMap(({ target }) => (target === null ? [] : [target]))]) {
    const rule = placeRule(word, command.ground);
    if (rule !== null) return rule;
  }
  return redirects.some(({ operator, target }) => operator !== '<' && isDevice(target)) ? 'device' : null;
}

const operands = (words: readonly ReadWord[]): ReadWord[] => words.slice(1).filter(({ text }) => !(text ?? '').startsWith('-'));
const isRecursive = (words: readonly ReadWord[]): boolean => words.some(({ text }) => /^(-\w*[rR]\w*|--recursive)$/.test(text ?? ''));

function isDevice(target: ReadWord | null): boolean {
  return /^\/dev\/(?!null$|stdout$|stderr$|tty$|fd\/)/.test(target?.text ?? '');
}

/** An unknown value before a slash may be empty, and then the root of the disk is meant. */
function namesRoot(word: ReadWord, ground: Ground): boolean {
  if (word.text === null) return /^"?\$\{?\w+\}?"?\/(\*|\.\*|"?)*$/.test(word.raw);
  const place = placeOf(word, ground);
  return place !== null && isRoot(wholeOf(place), ground);
}

function wipes({ name, words, ground }: FloorCommand): boolean {
  if (REMOVERS.has(name)) {
    // A plain `rm` takes no folder, and `trash` can be taken back, but both spread over a whole root are meant as a wipe.
    return operands(words).some((word) => namesRoot(word, ground));
  }
  if (name === 'find' || name === 'fd') {
    const removes = words.some(({ text }) => text === '-delete') || words.some(({ text }) => /(^|\/)(rm|shred|unlink)$/.test(text ?? ''));
    const places = words.slice(1).filter(({ text }) => !/^[-(!]/.test(text ?? ''));
    const first = words.findIndex(({ text }, at) => at > 0 && /^[-(!]/.test(text ?? ''));
    const starts = first < 0 ? places : words.slice(1, first);
    return removes && starts.some((word) => namesRoot(word, ground) && placeOf(word, ground) !== ground.root);
  }
  return name === 'rsync' && words.some(({ text }) => text === '--delete') && operands(words).some((word) => namesRoot(word, ground));
}

function killsAll({ name, words }: FloorCommand): boolean {
  const texts = words.slice(1).map(({ text }) => text ?? '');
  if (name === 'killall5') return true;
  if (name === 'kill')
    return texts.slice(texts[0]?.startsWith('-') && texts.length > 1 ? 1 : 0).some((text) => text === '-1' || text === '0' || text === '1');
  if (name === 'pkill' || name === 'skill') return texts.some((text) => /^(\.|\.\*|\^?|-u|--euid|-U|--uid)$/.test(text));
  return name === 'killall' && texts.some((text) => /^(-u|--user|-r|--regexp|\.\*?)$/.test(text));
}

function listens({ name, words }: FloorCommand): boolean {
  const texts = words.slice(1).map(({ text }) => text ?? '');
  if (/^(nc|ncat|netcat|nc\.\w+)$/.test(name)) return texts.some((text) => /^(-\w*l\w*|--listen|-\w*e|--exec|--sh-exec|-c)$/.test(text));
  if (name === 'socat') return texts.some((text) => /LISTEN|EXEC:|SYSTEM:/i.test(text));
  if (name === 'ssh') return texts.some((text) => /^-\w*[RLDw]/.test(text) || /^-o(Remote|Local|Dynamic)Forward/i.test(text));
  if (/^(python|pypy)[\d.]*$/.test(name))
    return texts.some((text, at) => text === '-m' && /^(http\.server|SimpleHTTPServer|pyftpdlib|smtpd)/.test(texts[at + 1] ?? ''));
  if (name === 'php') return texts.includes('-S');
  if (name === 'ruby') return texts.some((text) => /^-run$|httpd/.test(text));
  if (name === 'busybox') return texts.some((text) => /^(httpd|telnetd|ftpd|nc)$/.test(text));
  return /^(ngrok|cloudflared|chisel|frpc|frps|sshd|dropbear|telnetd|localtunnel|lt|bore|gost|sslh|stunnel|autossh|tailscale|http-server|serve)$/.test(
    name,
  );
}

function placeRule(word: ReadWord, ground: Ground): FloorRule | null {
  // A flag may carry a path: `--file=/etc/shadow`, `-f/etc/shadow`, `if=/etc/shadow`, `@/etc/shadow`.
  const texts = [word.text ?? '', ...(/(?:=|@|^-\w)([~/.].*)$/.exec(word.text ?? '')?.slice(1) ?? [])];
  for (const [at, text] of texts.entries()) {
    const place = placeOf(
      { ...word, text: word.text === null && at === 0 ? null : text, tilde: at === 0 ? word.tilde : text.startsWith('~') },
      ground,
    );
    if (place === null) continue;
    if (isWithin(place, ground.dataFolder)) return 'data-folder';
    if (SYSTEM_KEYS.test(place)) return 'credentials';
    if (isWithin(place, ground.home) && KEY_PLACES.test(place.slice(ground.home.length + 1))) return 'credentials';
  }
  // `$HOME/.ssh` within a word of otherwise unknown value.
  return /(\$\{?HOME\}?|~)"?\/\.(ssh|aws|gnupg|netrc|kube)\b/.test(word.raw) ? 'credentials' : null;
}

/** What was fetched or decoded goes into something that runs it. */
function fetchesAndRuns(commands: readonly FloorCommand[]): boolean {
  const runs = ({ name }: FloorCommand): boolean => SHELLS.has(name) || INTERPRETERS.has(name);
  const gives = ({ name, words }: FloorCommand): boolean =>
    FETCHERS.has(name) ||
    (DECODERS.has(name) &&
      (name === 'gunzip' || name === 'zcat' || words.some(({ text }) => /^(-\w*[dDr]\w*|--decode|--decrypt|enc)$/.test(text ?? ''))));
  for (const giver of commands.filter(gives)) {
    const later = commands.some((one) => runs(one) && one.pipeline === giver.pipeline && one.stage > giver.stage && !readsFile(one));
    if (later || (giver.nested && commands.some((one) => runs(one) && one !== giver))) return true;
  }
  return commands.some(
    ({ name, words }) =>
      (INTERPRETERS.has(name) || SHELLS.has(name)) &&
      words.some(
        ({ text }) => /urlopen|urllib|requests\.get|http\.get|fetch\(/.test(text ?? '') && /exec|eval|system|Function\(/.test(text ?? ''),
      ),
  );
}

/** An interpreter with a script of its own reads its input as data, not as a program. */
function readsFile({ name, words }: FloorCommand): boolean {
  if (name === 'xargs' || name === 'eval') return false;
  if (name === 'awk' || name === 'gawk') return true;
  return words.slice(1).some(({ text }) => text !== null && !text.startsWith('-') && text !== '/dev/stdin');
}

/** Name of a program without its folder, as the floor compares it. */
export function floorName(word: ReadWord | undefined): string {
  const text = word?.text ?? null;
  return text === null
    ? ''
    : basename(text)
        .toLowerCase()
        .replace(/\.exe$/, '');
}
