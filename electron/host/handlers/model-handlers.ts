/** Models, their servers and keys, and the choice of one for a conversation. */
import type { Handlers } from '#shared/contract/methods';
import { type ModelSettings, OFFLINE_MODEL } from '#shared/schema/model';
import { refuseCall } from '../dispatch.ts';
import type { HostParts } from '../host-parts.ts';

type ModelMethods = Extract<keyof Handlers, `model.${string}` | `endpoint.${string}`>;

export function modelHandlers(parts: HostParts): Pick<Handlers, ModelMethods> {
  const { settings, sessions, keys, log, models } = parts;
  const changeModels = (next: ModelSettings): void => {
    settings.change({ models: next });
    log.signal({ kind: 'changed', what: 'settings' });
    log.signal({ kind: 'changed', what: 'models' });
  };
  return {
    'model.list': (_, signal) => models.list(signal),
    'model.pull': async ({ name }) => {
      models.pull(name);
      return { done: true };
    },
    'model.pause': async ({ name, forget = false }) => {
      models.pause(name, forget);
      return { done: true };
    },
    'model.exam': async ({ id }) => models.exam(id),
    'model.stop-exam': async ({ id }) => {
      models.stopExam(id);
      return { done: true };
    },
    'model.choose': async ({ sessionId, model }, signal) => {
      const session = sessions.get(sessionId);
      if (session === undefined || session.deletedAt !== null) return refuseCall('session_unknown', { id: sessionId });
      if (model !== '' && model !== OFFLINE_MODEL && models.decider(model).id !== model) refuseCall('model_unknown', { model });
      sessions.setModel(sessionId, model);
      log.signal({ kind: 'changed', what: 'sessions' });
      await learnOf(parts, model, signal);
      return { ...session, model };
    },
    'endpoint.save': async ({ endpoint, key }) => {
      if (endpoint.id === 'ollama' || endpoint.id === OFFLINE_MODEL) refuseCall('bad_input', { method: 'endpoint.save', field: 'id' });
      if (key !== undefined) await keys.set(endpoint.id, key);
      const now = settings.current().models;
      const known = now.endpoints.some(({ id }) => id === endpoint.id);
      const endpoints = known ? now.endpoints.map((one) => (one.id === endpoint.id ? endpoint : one)) : [...now.endpoints, endpoint];
      changeModels({ ...now, endpoints });
      return { kept: keys.kept };
    },
    'endpoint.remove': async ({ id }) => {
      await keys.set(id, null);
      const now = settings.current().models;
      const stays = (model: string): boolean => !model.startsWith(`${id}/`);
      const windows = Object.fromEntries(Object.entries(now.windows).filter(([model]) => stays(model)));
      changeModels({ ...now, windows, order: now.order.filter(stays), endpoints: now.endpoints.filter((one) => one.id !== id) });
      return { done: true };
    },
  };
}

/** What a server says of a model decides its window from the first message on; asked when it is chosen, not when it has to answer. */
async function learnOf({ models, modelStore }: HostParts, id: string, signal: AbortSignal): Promise<void> {
  if (id !== '' && id !== OFFLINE_MODEL && modelStore.facts(id) === null) await models.list(signal);
}
