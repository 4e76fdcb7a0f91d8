/** One simple command of a line: whether its form is safe, what it names outside, and what it is called when it is not. */
import { type Notice, notice } from '#shared/schema/notice';
import type { SessionKind } from '#shared/schema/session';
import type { FileWall } from '../file-wall.ts';
import { shownPath } from '../path-rules.ts';
import { floorName } from './floor-command.ts';
import { isKeyPlace } from './key-places.ts';
import { type Ground, isWhole, isWithin, spread, wholeOf } from './places.ts';
import type { Redirect, SimpleCommand } from './read-shell.ts';
import type { ReadWord } from './read-word.ts';
import { programName, safeForm } from './safe-form.ts';
import { folderChange } from './where-it-runs.ts';
import { isWrapper, SHELLS } from './wrappers.ts';

export interface JudgedPart {
  readonly safe: boolean;
  /** Stable name of what kept it from being safe; empty for a safe one. */
  readonly rule: string;
  readonly reason: Notice | null;
  /** A wall that no approval opens. */
  readonly refusal: { readonly rule: string; readonly reason: Notice } | null;
  readonly destructive: boolean;
  readonly prefixable: boolean;
  /** Real places beyond the workspace. */
  readonly reads: readonly string[];
  readonly writes: readonly string[];
}

export interface PartContext {
  readonly files: FileWall;
  readonly session: SessionKind;
  readonly ground: Ground;
}

const set = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** Programs that take away what is there. */
const DESTRUCTIVE = set('rm rmdir unlink shred srm truncate dd wipe');
/** Programs whose operands are written, made or taken away. */
const WRITERS = set(
  'rm rmdir unlink shred truncate mv cp install ln touch mkdir tee chmod chown chgrp dd rsync tar unzip zip gzip gunzip split csplit patch sed sort',
);
export const INTERPRETERS = set(
  'python python2 python3 node nodejs deno bun perl ruby php lua luajit osascript tclsh Rscript awk gawk mawk pypy3',
);
const NO_PREFIX = set(
  'sudo find xargs sed awk tar rsync ssh scp docker podman kubectl npx pnpx bunx uvx pipx make cmake curl wget chmod chown kill pkill killall crontab at go java dotnet gradle mvn ant bazel just rake bundle poetry uv pytest tsx ts-node vim vi nano emacs ed ex sqlite3 psql mysql gdb zip pandoc',
);
const SYSTEM_WRITES =
  /^\/(etc|usr|bin|sbin|lib|lib64|boot|sys|proc|dev|var|run|System|Library|Applications|private\/etc|private\/var)(\/|$)/;
const KERNEL = /^\/(proc|sys|dev)(\/|$)/;
const HARMLESS_DEVICE = /^\/dev\/(null|stdin|stdout|stderr|zero)$/;

export async function judgePart(command: SimpleCommand, context: PartContext): Promise<JudgedPart> {
  const { words, assigns, redirects } = command;
  const name = floorName(words[0]);
  const found: Found = { reads: [], writes: [], refusal: null, unsafe: null };
  const form = words.length === 0 ? null : safeForm(words);
  if (assigns.length > 0) note(found, 'assignment', notice('command_assigns', { name: assigns[0] ?? '' }));
  for (const redirect of redirects) await judgeRedirect(redirect, found, context);
  judgeHere(found, context);
  if (form === null) note(found, 'redirect', notice('command_form', { program: '>', at: '' }));
  else if (name === 'cd' || name === 'pushd') judgeFolderChange(words, found, context);
  else if (form.safe) for (const word of form.reads) await judgeRead(word, found, context);
  else {
    note(found, ...whyUnsafe(name, words, form));
    await judgeOperands(name, words, found, context);
  }
  const { reads, writes, refusal, unsafe } = found;
  const outside = [...writes, ...reads][0];
  const destructive =
    DESTRUCTIVE.has(name) || undoesHistory(name, words) || words.some(({ text }) => name === 'find' && text === '-delete');
  const literal = words.every(({ text, glob }) => text !== null && !glob);
  return {
    safe: unsafe === null && refusal === null && outside === undefined,
    rule: unsafe?.rule ?? (outside === undefined ? '' : 'outside'),
    reason: unsafe?.reason ?? (outside === undefined ? null : notice('command_outside', { path: shownPath(outside) })),
    refusal,
    destructive,
    prefixable:
      literal &&
      !destructive &&
      outside === undefined &&
      redirects.every(isQuiet) &&
      assigns.length === 0 &&
      command.fed === null &&
      mayHead(words, name),
    reads,
    writes,
  };
}

interface Found {
  readonly reads: string[];
  readonly writes: string[];
  refusal: JudgedPart['refusal'];
  unsafe: { readonly rule: string; readonly reason: Notice } | null;
}

function note(found: Found, rule: string, reason: Notice): void {
  found.unsafe ??= { rule, reason };
}

function refuse(found: Found, rule: string, reason: Notice): void {
  found.refusal ??= { rule, reason };
}

function whyUnsafe(name: string, words: readonly ReadWord[], form: { why: 'unknown' | 'form'; at: string }): [string, Notice] {
  const program = shownPath(words[0]?.raw ?? '');
  if (DESTRUCTIVE.has(name)) return ['destructive', notice('command_destructive', { program })];
  if (isWrapper(name)) return ['wrapper', notice('command_wrapper', { program })];
  if (SHELLS.has(name) || INTERPRETERS.has(name)) return ['interpreter', notice('command_inline', { program })];
  if (form.why === 'form') return ['form', notice('command_form', { program, at: shownPath(form.at) })];
  return ['unknown-program', notice('command_unknown', { program })];
}

/** `git clean`, `reset --hard`, `push --force`: what the program itself cannot bring back. */
function undoesHistory(name: string, words: readonly ReadWord[]): boolean {
  if (name !== 'git') return false;
  const texts = words.slice(1).map(({ text }) => text ?? '');
  return (
    texts.includes('clean') ||
    texts.some((text) => /^(--hard|--force|--force-with-lease|-f|--delete|-D)$/.test(text)) ||
    texts.includes('filter-branch')
  );
}

/** Words by which git runs a program of the caller's choice. */
const GIT_RUNS =
  /^(-[xcO]|--(up|rec|exe|open|conf|ext|text|templ)|rebase$|bisect$|submodule$|difftool$|mergetool$|config$|hook$|clone$|run$|foreach$)|::/;

function mayHead(words: readonly ReadWord[], name: string): boolean {
  // A program alone, or with a flag before what it is told to do, would cover whatever it can.
  if (words.length < 2 || /^[-+]/.test(words[1]?.text ?? '')) return false;
  if (name === 'git' && words.some(({ text }) => GIT_RUNS.test(text ?? ''))) return false;
  const program = programName(words[0]);
  return program !== null && !NO_PREFIX.has(name) && !isWrapper(name) && !SHELLS.has(name) && !INTERPRETERS.has(name);
}

const isQuiet = ({ operator, target }: Redirect): boolean =>
  target === null || (operator !== '<' && HARMLESS_DEVICE.test(target.text ?? ''));

async function judgeRedirect(redirect: Redirect, found: Found, context: PartContext): Promise<void> {
  const { operator, target } = redirect;
  if (isQuiet(redirect) || target === null) return;
  if (operator === '<') return judgeRead(target, found, context);
  note(found, 'redirect', notice('command_redirect', { path: shownPath(target.raw) }));
  await judgeWrite(target, found, context);
}

/** A program works on the folder it runs in, whether it names it or not. */
function judgeHere(found: Found, { ground }: PartContext): void {
  const { cwd, root } = ground;
  if (cwd === null) note(found, 'folder', notice('command_form', { program: 'cd', at: '' }));
  else if (!isWithin(cwd, root)) judgeOutside(cwd, 'read', found, ground);
}

function judgeFolderChange(words: readonly ReadWord[], found: Found, { ground }: PartContext): void {
  const places = folderChange(words, ground)?.places ?? [null];
  if (words.length !== 2 || places.includes(null))
    note(found, 'folder', notice('command_form', { program: 'cd', at: shownPath(words[1]?.raw ?? '') }));
  for (const place of places) if (place !== null && !isWithin(place, ground.root)) judgeOutside(place, 'read', found, ground);
}

async function judgeRead(word: ReadWord, found: Found, context: PartContext): Promise<void> {
  if (word.text === '-') return;
  const all = await spread(word, context.ground);
  if (!all.ok) return note(found, 'form', notice('command_form', { program: '', at: shownPath(word.raw) }));
  if (all.more) note(found, 'form', notice('command_form', { program: '', at: shownPath(word.raw) }));
  const within: Found = { reads: [], writes: [], refusal: null, unsafe: null };
  for (const place of new Set(all.places)) await judgePlace(place, 'read', within, context);
  found.reads.push(...within.reads);
  found.unsafe ??= within.unsafe;
  if (within.refusal === null) return;
  // What a wildcard happens to meet is a question; what is named, and a key however it is named, is refused.
  if (word.glob && !within.refusal.rule.startsWith('floor/')) note(found, within.refusal.rule, within.refusal.reason);
  else found.refusal ??= within.refusal;
}

async function judgeWrite(word: ReadWord, found: Found, context: PartContext): Promise<void> {
  const all = await spread(word, context.ground);
  if (!all.ok) return;
  for (const place of new Set(all.places)) await judgePlace(place, 'write', found, context);
}

async function judgePlace(place: string, use: 'read' | 'write', found: Found, { files, session, ground }: PartContext): Promise<void> {
  if (isWithin(place, ground.root)) {
    const relative = place.slice(ground.root.length + 1) || '.';
    const resolved = await files.resolve(relative, session);
    if (resolved.kind === 'denied') refuse(found, `path/${resolved.reason.code}`, resolved.reason);
    else if (resolved.kind === 'invalid') note(found, 'form', resolved.reason);
    return;
  }
  judgeOutside(place, use, found, ground);
}

function judgeOutside(place: string, use: 'read' | 'write', found: Found, ground: Ground): void {
  if (HARMLESS_DEVICE.test(place)) return;
  const shown = { path: shownPath(place) };
  if (ground.dataFolders.some((folder) => isWithin(place, folder))) refuse(found, 'floor/data-folder', notice('command_floor_data_folder'));
  else if (isKeyPlace(place, ground)) refuse(found, 'floor/credentials', notice('command_floor_credentials'));
  else if (isWhole(wholeOf(place), ground) || KERNEL.test(place)) refuse(found, 'path/root', notice('command_root', shown));
  else if (use === 'write' && SYSTEM_WRITES.test(place)) refuse(found, 'path/system', notice('command_system', shown));
  else (use === 'write' ? found.writes : found.reads).push(place);
}

/** What an unsafe program names: every word that can only be a path. */
async function judgeOperands(name: string, words: readonly ReadWord[], found: Found, context: PartContext): Promise<void> {
  const use = WRITERS.has(name) ? 'write' : 'read';
  for (const word of words.slice(1)) {
    const attached = /^(?:--?[\w-]+=|[\w-]+=|@)([~/.].*)$/.exec(word.text ?? '')?.[1];
    const path = attached === undefined ? word : { ...word, text: attached, raw: attached, tilde: attached.startsWith('~') };
    if (!isPath(path, use, name)) continue;
    if (use === 'write') await judgeWrite(path, found, context);
    else if ((await spread(path, context.ground)).ok) await judgeRead(path, found, context);
  }
}

function isPath({ text, raw }: ReadWord, use: 'read' | 'write', name: string): boolean {
  if (text === null || text.startsWith('-') || /^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return false;
  if ((name === 'sed' || name === 'awk') && /^\/.*\/\w*$/.test(text)) return false;
  if (/^(\/|~|\.\.?(\/|$))|\/\.\.(\/|$)/.test(text) || raw.startsWith('~') || text.startsWith('\0')) return true;
  return use === 'write' && /^[^\s:=]+$/.test(text);
}
