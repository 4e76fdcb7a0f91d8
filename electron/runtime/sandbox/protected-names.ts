/** Names that the file tools keep away from, as data: secrets, what other programs run by themselves, and private notes. */
import type { SessionKind } from '#shared/schema/session';

/** Places that are neither read nor written, with all below them; `/` between parts, at any depth. */
export const SECRET_PLACES = [
  '.git',
  '.hg',
  '.svn',
  '.ssh',
  '.gnupg',
  '.aws',
  '.azure',
  '.kube',
  '.docker/config.json',
  '.password-store',
  '.config/gcloud',
  '.config/gh',
  '.config/rclone',
  '.subversion/auth',
  '.local/share/keyrings',
  'library/keychains',
] as const;

/** Files that hold keys or passwords; `*` stands for any characters of a name. */
export const SECRET_FILES = [
  '.env*',
  '*.env',
  '.netrc',
  '_netrc',
  '.npmrc',
  '.pypirc',
  '.pgpass',
  '.my.cnf',
  '.git-credentials',
  '.htpasswd',
  '.vault-token',
  '.dockercfg',
  '.s3cfg',
  '.boto',
  '.terraformrc',
  '.*_history',
  'id_rsa',
  'id_dsa',
  'id_ecdsa',
  'id_ed25519',
  'id_ecdsa_sk',
  'id_ed25519_sk',
  'credentials.json',
  'client_secret*.json',
  'service-account*.json',
  '*.pem',
  '*.key',
  '*.p12',
  '*.pfx',
  '*.jks',
  '*.keystore',
  '*.kdbx',
  '*.ppk',
  '*.keychain',
  '*.keychain-db',
] as const;

/** Templates without secrets, made to be read. */
export const OPEN_FILES = ['.env.example', '.env.sample', '.env.template', '.env.dist', '*.example.env', 'example.env'] as const;

/** Readable, but never replaced: a shell, an editor or a tool runs what stands in them. */
export const GUARDED = [
  '.bashrc',
  '.bash_profile',
  '.bash_login',
  '.bash_logout',
  '.profile',
  '.zshrc',
  '.zshenv',
  '.zprofile',
  '.zlogin',
  '.zlogout',
  '.kshrc',
  '.cshrc',
  '.tcshrc',
  '.login',
  '.inputrc',
  '.xinitrc',
  '.xprofile',
  '.xsession',
  '.xsessionrc',
  '.tmux.conf',
  '.screenrc',
  '*profile.ps1',
  'autorun.inf',
  'desktop.ini',
  '*.desktop',
  '*.lnk',
  '.vimrc',
  '.gvimrc',
  '.nvimrc',
  '.nvim.lua',
  '.exrc',
  '.emacs',
  '.emacs.d',
  '.dir-locals.el',
  '.gdbinit',
  '.lldbinit',
  '.pdbrc',
  '.irbrc',
  '.rprofile',
  'sitecustomize.py',
  'usercustomize.py',
  '.curlrc',
  '.wgetrc',
  '.hgrc',
  '.yarnrc',
  '.yarnrc.yml',
  '.pnpmfile.cjs',
  '.pre-commit-config.yaml',
  'lefthook.yml',
  '.lefthook.yml',
  '.gitconfig',
  '.gitmodules',
  '.gitattributes',
  '.mcp.json',
  '.vscode',
  '.idea',
  '.fleet',
  '.zed',
  '.cursor',
  '.claude',
  '.codex',
  '.gemini',
  '.windsurf',
  '.continue',
  '.husky',
  '.devcontainer',
  '*.code-workspace',
  '*.sublime-project',
] as const;

/** Folders of the same kind, with all below them; `/` between parts, at any depth. */
export const GUARDED_PLACES = [
  '.config/fish',
  '.config/nvim',
  '.config/autostart',
  '.config/systemd',
  '.config/git',
  'library/launchagents',
  'library/launchdaemons',
] as const;

/** What belongs to main sessions alone: these files of the workspace's root, and everything below the folder. */
export const PRIVATE_NAMES = ['memory.md', 'user.md', 'memory'] as const;

/** Files of the workspace's root that say who the assistant is; a change of one asks under every policy. Folders under such a name too. */
export const PERSONA_NAMES = [
  'soul.md',
  'agent.md',
  'agents.md',
  'identity.md',
  'user.md',
  'tools.md',
  'memory.md',
  'boot.md',
  'bootstrap.md',
  'heartbeat.md',
  'memory',
] as const;

/**
 * One spelling for all that some disk takes for the same name: composed, without ignorable characters (HFS+ drops them), case-folded as
 * APFS does (`ſ` is `s`, the Kelvin sign is `k`). Used on every system, for a Linux folder may be case-insensitive too.
 */
export function foldName(name: string): string {
  return name
    .normalize('NFC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFC');
}

const secretFile = namesPattern(SECRET_FILES);
const openFile = namesPattern(OPEN_FILES);
const guarded = namesPattern(GUARDED);

/** secret: neither read nor written; guarded: read, never replaced; null: ordinary. `relative` has `/` between parts. */
export function protectionOf(relative: string): 'secret' | 'guarded' | null {
  const parts = foldName(relative).split('/');
  const framed = `/${parts.join('/')}/`;
  if (SECRET_PLACES.some((place) => framed.includes(`/${place}/`))) return 'secret';
  if (parts.some((part) => secretFile.test(part) && !openFile.test(part))) return 'secret';
  const guardedPlace = GUARDED_PLACES.some((place) => framed.includes(`/${place}/`));
  return guardedPlace || parts.some((part) => guarded.test(part)) ? 'guarded' : null;
}

/** Whether a path of the workspace is the soul or another persona file, under any spelling that some disk takes for it; null for neither. */
export function personaOf(relative: string): 'soul' | 'persona' | null {
  const [first = ''] = foldName(relative).split('/');
  if (!(PERSONA_NAMES as readonly string[]).includes(first)) return null;
  return first === 'soul.md' ? 'soul' : 'persona';
}

const secretHeads = SECRET_PLACES.flatMap((place) => place.split('/').map((_, index, parts) => parts.slice(0, index).join('/'))).filter(
  Boolean,
);

/** Whether what lies in a folder of this name may be secret because of the name: `.docker` with its `config.json`. */
export function headsSecrets(relative: string): boolean {
  const framed = `/${foldName(relative)}`;
  return secretHeads.some((head) => framed.endsWith(`/${head}`));
}

/** Whether a path of the workspace belongs to main sessions and the session is another kind. */
export function isPrivateFrom(session: SessionKind, relative: string): boolean {
  if (session === 'main') return false;
  const [first = ''] = foldName(relative).split('/');
  return (PRIVATE_NAMES as readonly string[]).includes(first);
}

function namesPattern(names: readonly string[]): RegExp {
  const alternatives = names.map((name) => name.replace(/[.$^+?()[\]{}|\\]/g, '\\$&').replaceAll('*', '.*'));
  return new RegExp(`^(?:${alternatives.join('|')})$`, 's');
}
