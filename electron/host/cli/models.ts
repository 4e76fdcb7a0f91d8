/** `reins models list | use ID ... | pull NAME | check ID`: which models there are, which decides, how fit one is. */
import { visible } from '#runtime/text/shown';
import type { Client } from '#shared/contract/methods';
import type { Transport } from '#shared/contract/wire';
import { type Exam, type ModelInfo, type ModelSource, OFFLINE_MODEL, type Pull } from '#shared/schema/model';
import { notice } from '#shared/schema/notice';
import type { Command, CommandInput, ExitCode } from './command.ts';
import { connect } from './connect.ts';

export const command: Command = {
  async run(input) {
    const [what = 'list', ...names] = input.positionals;
    const [name] = names;
    const usable = what === 'list' ? names.length === 0 : what === 'use' || ((what === 'pull' || what === 'check') && names.length === 1);
    if (!usable) {
      input.err(input.words.say('usage.models'));
      return 2;
    }
    const { client, transport, close } = await connect(input);
    try {
      if (what === 'use') return await use(input, client, names);
      if (what === 'pull' && name !== undefined) return await pull(input, { client, transport }, name);
      if (what === 'check' && name !== undefined) return examined(input, await client['model.exam']({ id: idOf(name) }));
      return await list(input, client);
    } finally {
      await close();
    }
  },
};

/** A name without a source is one of Ollama's. */
const idOf = (name: string): string => (name === OFFLINE_MODEL || name.includes('/') ? name : `ollama/${name}`);

/** The command on a client; without names the offline rules decide. */
async function use({ json, out, err, words }: CommandInput, client: Client, names: readonly string[]): Promise<ExitCode> {
  const order = [...new Set(names.map(idOf))];
  const { settings } = await client['app.state']({});
  // What a server says of a model decides its window; one that cannot be reached may have it all the same.
  const { sources } = await client['model.list']({});
  const missing = order.filter((id) => id !== OFFLINE_MODEL && !mayHave(sources, id));
  for (const id of missing) err(words.notice(notice('model_unknown', { model: visible(id) })));
  if (missing.length > 0) return 1;
  const { models } = await client['settings.set']({ models: { ...settings.models, order } });
  out(json ? JSON.stringify({ order: models.order }) : words.say('models.order', { order: order.join(', ') || OFFLINE_MODEL }));
  return 0;
}

function mayHave(sources: readonly ModelSource[], id: string): boolean {
  const source = sources.find((one) => id.startsWith(`${one.id}/`));
  return source !== undefined && (source.state === 'unreachable' || source.models.some((model) => model.id === id));
}

async function list({ json, out, err, words }: CommandInput, client: Client): Promise<ExitCode> {
  const { settings } = await client['app.state']({});
  const { sources } = await client['model.list']({});
  for (const source of sources) {
    if (json) out(JSON.stringify(source));
    else {
      for (const model of source.models) out(line(model, settings.models.order, words));
      if (source.problem !== null) err(`${source.name}: ${words.notice(source.problem)}`);
      else if (source.models.length === 0) err(words.say('models.none', { source: source.name }));
    }
  }
  return 0;
}

function line(
  { id, size, parameters, quantization, window, trained, exam }: ModelInfo,
  order: readonly string[],
  words: CommandInput['words'],
) {
  const place = order.indexOf(id);
  const facts = [
    visible(id),
    parameters,
    quantization,
    size === null ? '' : `${(size / 1e9).toFixed(1)} GB`,
    words.say('models.window', { window, trained: trained ?? '?' }),
    exam === null ? '' : words.say('models.examined', { mode: exam.mode, tools: exam.tools }),
    place < 0 ? '' : words.say('models.place', { place: place + 1 }),
  ];
  return facts.filter((fact) => fact !== '').join('  ');
}

/** Until it is there or has failed; Ctrl+C leaves what was fetched with the server. */
async function pull(input: CommandInput, { client, transport }: { client: Client; transport: Transport }, name: string): Promise<ExitCode> {
  const { json, out, err, words, signal } = input;
  const end = new AbortController();
  const { cursor } = await client['app.state']({});
  const pushes = transport.events(cursor, AbortSignal.any([signal, end.signal]));
  await client['model.pull']({ name });
  let told = -1;
  try {
    for await (const push of pushes) {
      if (push.kind !== 'pull' || push.pull.name !== name) continue;
      const { pull: now } = push;
      const part = now.total === 0 ? 0 : Math.floor((now.completed / now.total) * 100);
      if (json) out(JSON.stringify(now));
      else if (now.state === 'pulling' && part > told) {
        told = part;
        err(words.say('models.pulling', { name: visible(name), part }));
      }
      if (now.state === 'done' || now.state === 'failed') return ended(input, now);
    }
  } finally {
    end.abort();
  }
  await client['model.pause']({ name }).catch(() => undefined);
  err(words.say('models.paused', { name: visible(name) }));
  return 1;
}

function ended({ json, out, err, words }: CommandInput, { name, state, problem }: Pull): ExitCode {
  if (state === 'done') {
    if (!json) out(words.say('models.pulled', { name: visible(name) }));
    return 0;
  }
  if (problem !== null) err(words.notice(problem));
  return 1;
}

function examined({ json, out, words }: CommandInput, exam: Exam): ExitCode {
  if (json) out(JSON.stringify(exam));
  else {
    for (const { part, passed, tries, detail } of exam.parts)
      out([words.say(`models.part.${part}`), `${passed}/${tries}`, visible(detail)].filter((one) => one !== '').join('  '));
    for (const reason of exam.reasons) out(words.notice(reason));
  }
  return 0;
}
