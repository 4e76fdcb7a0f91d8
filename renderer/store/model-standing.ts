/** How things stand with a model of the person's order: found, or why not. */
import { type ModelInfo, type ModelSource, OFFLINE_MODEL } from '#shared/schema/model';
import type { ModelsData } from './models-store.ts';

/** unknown: nobody was asked yet. no-server: its server is not set up any more. */
export type Standing = 'unknown' | 'ready' | 'unreachable' | 'missing' | 'no-server';

export function standingOf(id: string, { state, sources }: Pick<ModelsData, 'state' | 'sources'>): Standing {
  if (id === OFFLINE_MODEL) return 'ready';
  const source = sourceOf(id, sources);
  if (source === null) return state === 'ready' ? 'no-server' : 'unknown';
  if (source.state === 'unreachable') return 'unreachable';
  return source.models.some((model) => model.id === id) ? 'ready' : 'missing';
}

export function sourceOf(id: string, sources: readonly ModelSource[]): ModelSource | null {
  return sources.find((source) => source.id === id.slice(0, id.indexOf('/'))) ?? null;
}

/** What each is called, by id: its name, with its server's where another one has a model of the same name. */
export function labelsOf(models: readonly ModelInfo[], sources: readonly ModelSource[]): Map<string, string> {
  const twice = (name: string): boolean => models.filter((one) => one.name === name).length > 1;
  return new Map(models.map(({ id, name }) => [id, twice(name) ? `${name} · ${sourceOf(id, sources)?.name ?? ''}` : name]));
}

/** Those that can decide, by server and name, so that nothing moves when another one is chosen. */
export function listed(sources: readonly ModelSource[], language: string): ModelInfo[] {
  const byName = new Intl.Collator(language, { numeric: true });
  return sources.flatMap(({ models }) =>
    models
      .filter(({ capabilities }) => capabilities.length === 0 || capabilities.includes('completion'))
      .toSorted((one, other) => byName.compare(one.name, other.name)),
  );
}
