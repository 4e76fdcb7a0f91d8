import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { linkSync, readdirSync, readFileSync, rmSync, symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Changes } from '#runtime/changes/changes';
import type { FileWall } from '#runtime/sandbox/file-wall';
import { createChangeTools } from './change-tools.ts';
import { type FileToolsBed, openFileToolsBed } from './file-tools-bed.ts';

const sum = (text: string) => createHash('sha256').update(text).digest('hex');
const onLinux = process.platform === 'linux';
let bed: FileToolsBed;
beforeEach(async () => {
  bed = await openFileToolsBed();
});
afterEach(async () => {
  expect([readdirSync(bed.out), readFileSync(join(bed.out, 'canary.txt'), 'utf8')]).toEqual([['canary.txt'], 'CANARY']);
  await bed.close();
});

const allow = { write: 'allow' } as const;
const yes = { approve: true } as const;

test('all four give their own words, are short in the prompt, and can be asked about', () => {
  const tools = createChangeTools({ files: {} as FileWall, changes: {} as Changes });
  expect(
    tools.map(({ name, untrusted, sessions, summary, describe, covers }) => [
      name,
      untrusted,
      sessions.length,
      summary.length < 90,
      !!describe,
      !!covers,
    ]),
  ).toEqual(['write', 'edit', 'move', 'delete'].map((name) => [name, false, 3, true, true, true]));
});

test('a new file is written with the facts of its card, and its change can be taken back', async () => {
  expect(await bed.call('write', { path: './notes/计划.md', content: '一\n二\n' }, allow)).toEqual({
    verdict: 'allow',
    result: {
      ok: true,
      output: 'Wrote the new file notes/计划.md: 2 lines, 8 bytes.',
      facts: { path: 'notes/计划.md', bytes: 8, lines: 2, created: true, added: 2, removed: 0 },
      change: { id: 'change-1', files: 1, undoable: true },
    },
  });
  expect((await bed.call('write', { path: 'notes/计划.md', content: '一\n三' }, allow)).result).toMatchObject({
    output: 'Wrote notes/计划.md: 2 lines, 7 bytes, 1 lines in and 1 out.',
    facts: { created: false, added: 1, removed: 1 },
  });
  expect(bed.changes.list({ limit: 9 })).toMatchObject([
    { files: [{ change: 'modify', before: 8, after: 7 }] },
    { runId: 'run', sessionId: 's', callId: 'call', tool: 'write', files: [{ change: 'create', before: null, after: 8 }] },
  ]);
});

test('the policy decides for ordinary names; persona, guarded and deleted ones ask under both', async () => {
  bed.fill({ 'a.md': 'a', 'SOUL.md': 'a', '.vscode/x.json': '{}', 'MEMORY.md': 'a', 'proj/.git/config': '' });
  const calls: [string, Record<string, string>][] = [
    ['write', { path: 'a.md', content: 'x' }],
    ['edit', { path: 'a.md', old_text: 'a', new_text: 'b' }],
    ['move', { from: 'a.md', to: 'b/a.md' }],
    ['delete', { path: 'a.md' }],
    ['write', { path: 'SOUL.md', content: 'x' }],
    ['write', { path: 'sub/../soul.MD', content: 'x' }],
    ['write', { path: 'SOUL\u200b.md', content: 'x' }],
    ['edit', { path: './SOUL.md', old_text: 'a', new_text: 'b' }],
    ['write', { path: 'HEARTBEAT.md', content: 'x' }],
    ['write', { path: 'memory/2026-04-14.md', content: 'x' }],
    ['move', { from: 'a.md', to: 'AGENT.md' }],
    ['move', { from: 'MEMORY.md', to: 'm.md' }],
    ['delete', { path: 'SOUL.md' }],
    ['write', { path: '.bashrc', content: 'x' }],
    ['move', { from: 'proj', to: 'work' }],
    ['delete', { path: '.vscode' }],
  ];
  const verdicts: string[][] = [];
  for (const [name, args] of calls) {
    const [ask, let_] = [await bed.call(name, args), await bed.call(name, args, { ...allow, signal: AbortSignal.abort() })];
    verdicts.push([name, Object.values(args)[0] ?? '', ask.verdict, let_.verdict]);
    bed.fill({ 'a.md': 'a' });
    rmSync(join(bed.root, 'b'), { recursive: true, force: true });
  }
  const persona = 'ask policy_persona_asks';
  const guarded = 'ask policy_guarded_asks';
  expect(verdicts).toEqual([
    ['write', 'a.md', 'ask policy_files_ask', 'allow'],
    ['edit', 'a.md', 'ask policy_files_ask', 'invalid cancelled'],
    ['move', 'a.md', 'ask policy_files_ask', 'allow'],
    ['delete', 'a.md', 'ask policy_delete_asks', 'ask policy_delete_asks'],
    ['write', 'SOUL.md', persona, persona],
    ['write', 'sub/../soul.MD', persona, persona],
    ['write', 'SOUL\u200b.md', persona, persona],
    ['edit', './SOUL.md', persona, 'deny cancelled'],
    ['write', 'HEARTBEAT.md', persona, persona],
    ['write', 'memory/2026-04-14.md', persona, persona],
    ['move', 'a.md', persona, persona],
    ['move', 'MEMORY.md', persona, persona],
    ['delete', 'SOUL.md', persona, persona],
    ['write', '.bashrc', guarded, guarded],
    ['move', 'proj', guarded, guarded],
    ['delete', '.vscode', guarded, guarded],
  ]);
});

test('what can never be done is refused and not asked about', async () => {
  bed.fill({
    'a.md': 'a',
    'SOUL.md': 'soul',
    'b.md': 'b',
    '.git/config': 'x',
    'sub/x.md': 'x',
    'a.png': Buffer.from('89504e470d0a1a0a0000', 'hex'),
  });
  symlinkSync(bed.out, join(bed.root, 'd'));
  symlinkSync('a.md', join(bed.root, 'in'));
  linkSync(join(bed.out, 'canary.txt'), join(bed.root, 'hard'));
  if (process.platform !== 'win32') spawnSync('mkfifo', [join(bed.root, 'fifo')]);
  const content = 'x';
  const [old_text, new_text] = ['zz', 'y'];
  const tell = async (name: string, args: Record<string, unknown>) => [
    name,
    Object.values(args)[0],
    (await bed.tell(name, args)).split(' | ')[0],
  ];
  expect(
    await Promise.all([
      tell('write', { path: '.git/config', content }),
      tell('write', { path: 'd/new.txt', content }),
      tell('write', { path: 'd', content }),
      tell('write', { path: 'in', content }),
      tell('write', { path: 'hard', content }),
      tell('write', { path: '../out/x', content }),
      tell('write', { path: '~/x', content }),
      tell('write', { path: 'sub', content }),
      tell('write', { path: '.', content }),
      tell('write', { path: 'a.md/x', content }),
      tell('write', { path: 'a\nb', content }),
      tell('write', { path: 'c.md', content: 'half \ud800' }),
      tell('edit', { path: 'none', old_text, new_text }),
      tell('edit', { path: 'a.md', old_text, new_text }),
      tell('edit', { path: 'a.md', old_text: 'a', new_text: 'a' }),
      tell('edit', { path: 'a.png', old_text, new_text }),
      tell('edit', { path: 'SOUL.md', old_text, new_text }),
      tell('edit', { path: '.git/config', old_text, new_text }),
      tell('move', { from: 'evil.md', to: 'SOUL.md' }),
      tell('move', { from: 'evil.md', to: 'AGENT.md' }),
      tell('move', { from: 'a.md', to: 'b.md' }),
      tell('move', { from: 'a.md', to: '.git/hooks/x' }),
      tell('move', { from: 'd', to: 'e' }),
      tell('move', { from: 'sub', to: 'sub/y' }),
      tell('move', { from: '.', to: 'y' }),
      tell('move', { from: 'none', to: 'y' }),
      tell('delete', { path: '.' }),
      tell('delete', { path: '..' }),
      tell('delete', { path: '.git' }),
      tell('delete', { path: 'none' }),
      tell('delete', { path: 'd/canary.txt' }),
    ]),
  ).toEqual([
    ['write', '.git/config', 'deny path_protected'],
    ['write', 'd/new.txt', 'deny path_link_outside'],
    ['write', 'd', 'deny path_link_outside'],
    ['write', 'in', 'deny path_link'],
    ['write', 'hard', 'deny path_hard_link'],
    ['write', '../out/x', 'deny path_outside'],
    ['write', '~/x', 'deny path_home'],
    ['write', 'sub', 'invalid path_not_a_file'],
    ['write', '.', 'invalid path_not_a_file'],
    ['write', 'a.md/x', 'invalid path_not_a_folder'],
    ['write', 'a\nb', 'invalid path_malformed'],
    ['write', 'c.md', 'invalid tool_arguments'],
    ['edit', 'none', 'invalid path_not_found'],
    ['edit', 'a.md', 'invalid edit_text_missing'],
    ['edit', 'a.md', 'invalid tool_arguments'],
    ['edit', 'a.png', 'invalid file_binary'],
    ['edit', 'SOUL.md', 'deny edit_text_missing'],
    ['edit', '.git/config', 'deny path_protected'],
    ['move', 'evil.md', 'deny path_taken'],
    ['move', 'evil.md', 'deny path_not_found'],
    ['move', 'a.md', 'invalid path_taken'],
    ['move', 'a.md', 'deny path_protected'],
    ['move', 'd', 'deny path_link'],
    ['move', 'sub', 'invalid path_itself'],
    ['move', '.', 'deny path_workspace'],
    ['move', 'none', 'invalid path_not_found'],
    ['delete', '.', 'deny path_workspace'],
    ['delete', '..', 'deny path_outside'],
    ['delete', '.git', 'deny path_protected'],
    ['delete', 'none', 'invalid path_not_found'],
    ['delete', 'd/canary.txt', 'deny path_link_outside'],
  ]);
  if (process.platform !== 'win32')
    expect(
      await Promise.all([
        tell('write', { path: 'fifo', content }),
        tell('delete', { path: 'fifo' }),
        tell('move', { from: 'fifo', to: 'f' }),
      ]),
    ).toEqual([
      ['write', 'fifo', 'invalid path_special_file'],
      ['delete', 'fifo', 'invalid path_special_file'],
      ['move', 'fifo', 'invalid path_special_file'],
    ]);
  expect(await bed.tell('edit', { path: 'sub/x.md', old_text: 'q', new_text: 'y' })).toBe(
    'invalid edit_text_missing | argument edit_text_missing',
  );
  expect(bed.changes.list({ limit: 9 })).toEqual([]);
});

test('private notes are closed to changes outside main sessions', async () => {
  bed.fill({ 'MEMORY.md': 'a', 'memory/a.md': 'a' });
  for (const session of ['shared', 'sub-agent'] as const) {
    const how = { session, ...allow };
    expect([
      await bed.tell('write', { path: 'memory/a.md', content: 'x' }, how),
      await bed.tell('edit', { path: './memory.MD', old_text: 'a', new_text: 'b' }, how),
      await bed.tell('move', { from: 'MEMORY.md', to: 'open.md' }, how),
      await bed.tell('delete', { path: 'memory' }, how),
    ]).toEqual(Array(4).fill('deny path_private | denied path_private'));
  }
});

test('a question shows the target and the difference, is bound to the content, and offers rules', async () => {
  bed.fill({ 'report/a.md': '一\n二\n' });
  expect(await bed.ask('write', { path: 'report/a.md', content: '一\n三\n' })).toEqual({
    risk: 'change',
    reasons: [{ code: 'policy_files_ask', params: { path: 'report/a.md' } }],
    effect: {
      targets: [{ path: 'report/a.md', type: 'file', change: 'modify', where: 'workspace', files: 1, bytes: 8 }],
      count: 1,
      files: 1,
      bytes: 8,
      more: false,
      undo: 'snapshot',
      diff: { path: 'report/a.md', before: '一\n二\n', after: '一\n三\n', added: 1, removed: 1, cut: false },
      notices: [],
    },
    binding: { path: 'report/a.md', before: sum('一\n二\n'), content: sum('一\n三\n') },
    rules: ['report/a.md', 'report/', ''].map((path) => ({ tool: 'write', match: { kind: 'path', path } })),
  });
  expect(await bed.ask('write', { path: 'new.md', content: 'x' })).toMatchObject({
    effect: { targets: [{ type: 'missing', change: 'create' }], diff: { before: null, after: 'x', added: 1, removed: 0 } },
    binding: { before: 'none' },
  });
  bed.fill({ 'SOUL.md': 'old\n', 'a.dat': Buffer.from([0, 1, 2]), 'gbk.txt': Buffer.from('c4e3bac30a', 'hex') });
  expect(await bed.ask('edit', { path: 'SOUL.md', old_text: 'old', new_text: 'new' })).toMatchObject({
    risk: 'persona',
    reasons: [{ code: 'policy_persona_asks' }],
    effect: { diff: { before: 'old\n', after: 'new\n', added: 1, removed: 1 } },
    rules: [],
  });
  expect((await bed.ask('write', { path: 'a.dat', content: 'x' })).effect).toMatchObject({ notices: [{ code: 'file_binary' }] });
  expect((await bed.ask('write', { path: 'gbk.txt', content: '你好\n' })).effect.diff).toMatchObject({
    before: '你好\n',
    added: 0,
    removed: 0,
  });
  expect(bed.changes.list({ limit: 9 })).toEqual([]);
});

test('a move and a deletion show what they are about, a link where it leads', async () => {
  bed.fill({ 'report/a.md': 'abc', 'report/b.md': 'de', 'report/.vscode/x.json': '' });
  symlinkSync(bed.out, join(bed.root, 'd'));
  expect(await bed.ask('delete', { path: 'report' })).toEqual({
    risk: 'destructive',
    reasons: [
      { code: 'policy_guarded_asks', params: { path: 'report' } },
      { code: 'policy_delete_asks', params: { path: 'report' } },
    ],
    effect: {
      targets: [{ path: 'report', type: 'folder', change: 'trash', where: 'workspace', files: 3, bytes: 5 }],
      count: 1,
      files: 3,
      bytes: 5,
      more: false,
      undo: 'trash',
      notices: [],
    },
    binding: { path: 'report', type: 'folder', files: '3', bytes: '5' },
    rules: [],
  });
  expect(await bed.ask('delete', { path: 'd' })).toMatchObject({
    effect: { targets: [{ path: 'd', type: 'link', files: 1, leads: bed.out }] },
    binding: { path: 'd', type: 'link', leads: bed.out },
    rules: [{ match: { path: 'd' } }],
  });
  expect(await bed.ask('move', { from: 'report/a.md', to: 'old/a.md' })).toMatchObject({
    risk: 'change',
    effect: { targets: [{ path: 'report/a.md', change: 'move', leads: 'old/a.md', files: 1, bytes: 3 }], undo: 'snapshot' },
    binding: { path: 'report/a.md', to: 'old/a.md', before: sum('abc') },
    rules: [{ match: { path: '' } }],
  });
});

test.runIf(onLinux)('what was allowed is done, and a changed persona file is announced', async () => {
  bed.fill({ 'SOUL.md': 'old\n', 'notes/a.md': 'A', 'sub/x.md': 'X', '.vscode/x.json': '{}' });
  expect(await bed.tell('edit', { path: 'SOUL.md', old_text: 'old', new_text: 'new' }, yes)).toBe(
    'ask policy_persona_asks | Edited SOUL.md at line 1: 1 lines, 4 bytes, 1 lines in and 1 out.',
  );
  expect((await bed.call('write', { path: 'USER.md', content: 'me' }, yes)).result).toMatchObject({
    notices: [{ code: 'persona_changed', params: { path: 'USER.md' } }],
    change: { files: 1, undoable: true },
  });
  expect(await bed.tell('move', { from: 'notes/a.md', to: 'BOOT.md' }, yes)).toBe('ask policy_persona_asks | Moved notes/a.md to BOOT.md.');
  expect((await bed.call('delete', { path: 'sub' }, yes)).result).toEqual({
    ok: true,
    output: `Moved sub to the trash: ${join(bed.trash, 'files', 'sub')}.`,
    facts: { path: 'sub', place: join(bed.trash, 'files', 'sub'), type: 'folder', files: 1, bytes: 1 },
    change: { id: 'change-4', files: 1, undoable: true },
  });
  expect(await bed.tell('write', { path: '.vscode/x.json', content: '[]' }, yes)).toMatch(/^ask policy_guarded_asks \| Wrote /);
  expect([bed.content('SOUL.md'), bed.content('BOOT.md'), bed.content('.vscode/x.json')]).toEqual(['new\n', 'A', '[]']);
});

test('what has changed since it was shown is not done', async () => {
  const meanwhile = (change: () => void) => ({ ...yes, meanwhile: change });
  const write = { path: 'a.md', content: 'new' };
  const reset = () => bed.fill({ 'a.md': 'old', 'sub/x.md': 'x', 'other.md': 'other' });
  const tell = async (name: string, args: Record<string, unknown>, change: () => void) => {
    reset();
    return (await bed.tell(name, args, meanwhile(change))).split(' | ')[1];
  };
  const changed = 'failed file_changed';
  expect([
    await tell('write', write, () => bed.fill({ 'a.md': 'older' })),
    await tell('write', write, () => rmSync(join(bed.root, 'a.md'))),
    await tell('edit', { path: 'a.md', old_text: 'old', new_text: 'x' }, () => bed.fill({ 'a.md': 'old and more' })),
    await tell('delete', { path: 'a.md' }, () => bed.fill({ 'a.md': 'precious' })),
    await tell('delete', { path: 'sub' }, () => bed.fill({ 'sub/precious.md': 'x' })),
    await tell('move', { from: 'a.md', to: 'b.md' }, () => bed.fill({ 'a.md': 'another' })),
  ]).toEqual(Array(6).fill(changed));
  expect(await tell('write', { path: 'fresh.md', content: 'x' }, () => bed.fill({ 'fresh.md': 'theirs' }))).toBe(changed);
  expect(await tell('move', { from: 'a.md', to: 'c.md' }, () => bed.fill({ 'c.md': 'theirs' }))).toBe('failed path_taken');
  const swapped = await tell('write', write, () => {
    rmSync(join(bed.root, 'a.md'));
    symlinkSync(join(bed.out, 'canary.txt'), join(bed.root, 'a.md'));
  });
  expect(swapped).toBe('denied path_link_outside');
  rmSync(join(bed.root, 'a.md'));
  expect([bed.content('fresh.md'), bed.content('c.md'), bed.content('sub/precious.md')]).toEqual(['theirs', 'theirs', 'x']);
});

test('without an approval the wall itself refuses what always asks', async () => {
  bed.fill({ 'SOUL.md': 'old', 'proj/.vscode/x': '' });
  const tools = createChangeTools({ files: bed.files, changes: bed.changes }) as unknown as {
    name: string;
    run(args: unknown, context: unknown): Promise<{ ok: boolean; kind?: string; error?: { code: string } }>;
  }[];
  const context = {
    signal: new AbortController().signal,
    session: { id: 's', kind: 'main' },
    at: 0,
    runId: null,
    callId: 'c',
    policy: { commands: { mode: 'full', allow: [] }, files: { write: 'allow', roots: [] } },
    approved: null,
  };
  const run = async (name: string, args: unknown) => (await tools.find((tool) => tool.name === name)?.run(args, context))?.error?.code;
  expect([
    await run('write', { path: 'soul.md', content: 'x' }),
    await run('edit', { path: 'SOUL.md', old_text: 'old', new_text: 'x' }),
    await run('move', { from: 'SOUL.md', to: 'x.md' }),
    await run('move', { from: 'proj', to: 'p2' }),
    await run('delete', { path: 'SOUL.md' }),
    await run('write', { path: '.profile', content: 'x' }),
  ]).toEqual([
    'policy_persona_asks',
    'policy_persona_asks',
    'policy_persona_asks',
    'policy_guarded_asks',
    'policy_persona_asks',
    'policy_guarded_asks',
  ]);
});

test('a rule covers ordinary names below it and never one that always asks', async () => {
  bed.fill({
    'report/a.md': 'a',
    'report/.vscode/x': '',
    'report/proj/.git/x': '',
    'SOUL.md': 'a',
    'memory/a.md': 'a',
    'report/sub/b.md': 'b',
  });
  symlinkSync('report', join(bed.root, 'alias'));
  symlinkSync('../memory', join(bed.root, 'report', 'notes'));
  const rule = (tool: string, path: string) => ({ tool, match: { kind: 'path' as const, path } });
  const content = 'x';
  const write = (path: string, at: string) => bed.covers('write', { path, content }, rule('write', at));
  expect({
    below: await write('report/new.md', 'report/'),
    spelled: await write('./x/../report//new.md', 'report/'),
    throughLink: await write('alias/new.md', 'report/'),
    aliasRule: await write('alias/new.md', 'alias/'),
    linkOut: await write('report/notes/x.md', 'report/'),
    climbs: await write('report/../a.md', 'report/'),
    beside: await write('reports/a.md', 'report/'),
    guarded: await write('report/.vscode/x', 'report/'),
    closed: await write('report/.git/config', ''),
    soul: await write('SOUL.md', ''),
    soulByName: await write('SOUL.md', 'SOUL.md'),
    twin: await write('soul.md', ''),
    memory: await write('memory/a.md', ''),
    all: await write('x/y.md', ''),
    granted: await write(join(bed.granted, 'x.md'), ''),
  }).toEqual({
    below: true,
    spelled: true,
    throughLink: true,
    aliasRule: false,
    linkOut: false,
    climbs: false,
    beside: false,
    guarded: false,
    closed: false,
    soul: false,
    soulByName: false,
    twin: false,
    memory: false,
    all: true,
    granted: false,
  });
  const remove = (path: string, at: string) => bed.covers('delete', { path }, rule('delete', at));
  expect([
    await remove('report/a.md', 'report/'),
    await remove('report/sub', 'report/'),
    await remove('report', 'report/'),
    await remove('report/proj', 'report/'),
    await remove('report/sub', 'report/sub'),
  ]).toEqual([true, true, false, false, false]);
  const move = (from: string, to: string, at: string) => bed.covers('move', { from, to }, rule('move', at));
  expect([
    await move('report/a.md', 'report/b.md', 'report/'),
    await move('report/a.md', 'b.md', 'report/'),
    await move('report/a.md', 'SOUL2.md', ''),
    await move('report/a.md', 'AGENTS.md', ''),
  ]).toEqual([true, false, true, false]);
});

test.runIf(onLinux)(
  'a tree too large to be kept still goes to the trash, and the result says where; other changes are refused',
  async () => {
    const small = await openFileToolsBed({ snapshotLimit: 10 });
    small.fill({ 'big.md': 'x'.repeat(50), 'tree/a.md': 'x'.repeat(50), 'move.md': 'x'.repeat(50) });
    const full = 'failed snapshot_full';
    expect([
      await small.tell('write', { path: 'big.md', content: 'y' }, allow),
      await small.tell('edit', { path: 'big.md', old_text: 'x'.repeat(50), new_text: 'y' }, allow),
      await small.tell('move', { from: 'move.md', to: 'm.md' }, allow),
      small.content('big.md'),
      small.content('move.md'),
    ]).toEqual([`allow | ${full}`, `allow | ${full}`, `allow | ${full}`, 'x'.repeat(50), 'x'.repeat(50)]);
    expect((await small.ask('delete', { path: 'tree' })).effect.undo).toBe('partly');
    const { result } = await small.call('delete', { path: 'tree' }, yes);
    const place = join(small.trash, 'files', 'tree');
    expect(result).toEqual({
      ok: true,
      output: `Moved tree to the trash: ${place}. It was too large to be kept for undo.`,
      facts: { path: 'tree', place, type: 'folder', files: 1, bytes: 50 },
      notices: [{ code: 'change_not_kept', params: { path: 'tree', place } }],
    });
    expect((await small.call('move', { from: 'move.md', to: 'm.md' }, yes)).result).toMatchObject({
      ok: true,
      notices: [{ code: 'change_not_kept' }],
    });
    await small.close();
  },
);

test.runIf(onLinux)('with no trash nothing is deleted', async () => {
  const none = await openFileToolsBed({ environment: { XDG_DATA_HOME: join(bed.root, 'plain'), HOME: bed.root } });
  bed.fill({ plain: '' });
  none.fill({ 'a.md': 'A' });
  expect([await none.tell('delete', { path: 'a.md' }, yes), none.content('a.md'), none.changes.list({ limit: 9 })]).toEqual([
    'ask policy_delete_asks | failed trash_unavailable',
    'A',
    [],
  ]);
  await none.close();
});

test('granted folders are changed by their absolute path, and only ask once for more', async () => {
  const path = join(bed.granted, 'new', 'a.md');
  expect(await bed.ask('write', { path, content: 'x' })).toMatchObject({
    risk: 'outside',
    effect: { targets: [{ path, where: 'granted' }] },
    rules: [{ match: { path } }],
  });
  expect(await bed.tell('write', { path, content: 'x' }, yes)).toMatch(/^ask policy_files_ask \| Wrote the new file /);
  expect(readFileSync(path, 'utf8')).toBe('x');
  expect(await bed.tell('search', { path: bed.granted, query: 'canary' })).toContain(`${join(bed.granted, 'canary.txt')}:1: CANARY`);
  expect(await bed.tell('read', { path: join(bed.granted, 'canary.txt') })).toBe('allow | CANARY');
  expect(await bed.tell('delete', { path: bed.granted }, yes)).toMatch(/^deny path_(workspace|protected) /);
});

test('huge files are refused with a limit before they are read', async () => {
  bed.fill({ 'big.bin': '' });
  truncateSync(join(bed.root, 'big.bin'), 4 * 1024 ** 3);
  expect(await bed.tell('edit', { path: 'big.bin', old_text: 'a', new_text: 'b' })).toBe('invalid file_too_large | failed file_too_large');
  expect(await bed.tell('write', { path: 'big.bin', content: 'b' })).toBe('invalid file_too_large | failed file_too_large');
  expect(await bed.tell('write', { path: 'a.md', content: 'x'.repeat(10 * 1024 * 1024 + 1) })).toBe(
    'invalid tool_arguments | argument tool_arguments',
  );
  expect((await bed.ask('delete', { path: 'big.bin' })).effect).toMatchObject({ bytes: 4 * 1024 ** 3, undo: 'partly' });
});

test('of two runs that write one file, one is told that it changed', async () => {
  bed.fill({ 'a.md': 'old' });
  const both = await Promise.all([
    bed.tell('write', { path: 'a.md', content: 'first' }, allow),
    bed.tell('edit', { path: 'a.md', old_text: 'old', new_text: 'second' }, allow),
  ]);
  expect(both.filter((one) => one.endsWith('file_changed')).length).toBeLessThanOrEqual(1);
  expect(['first', 'second']).toContain(bed.content('a.md'));
});
