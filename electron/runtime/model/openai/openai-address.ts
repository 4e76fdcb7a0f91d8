/** Reads the address of an OpenAI-compatible endpoint as people write it. */
import type { Answer } from '#runtime/model/chat-model';
import { notice } from '#shared/schema/notice';

export interface OpenAiAddress {
  /** For notices: without what may be a secret. */
  readonly shown: string;
  /** Path before `/chat/completions`, without a slash at its end; may be empty. */
  readonly path: string;
  /** Of a path on that server, with the query that the person wrote. */
  at(path: string): string;
}

/** Takes the address of one of the protocol's calls for its base. Refuses with `model_address`. */
export function openAiAddress(text: string): Answer<OpenAiAddress> {
  const url = URL.parse(text.trim());
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return refused(text, 'only http and https can be asked');
  if (url.username !== '' || url.password !== '') return refused(text, 'a name and password cannot stand in it');
  const path = url.pathname.replace(/\/+$/, '').replace(/\/(chat\/completions|completions|models|responses)$/, '');
  return {
    ok: true,
    value: { shown: url.origin + path, path, at: (place) => `${url.origin}${place}${url.search}` },
  };
}

function refused(text: string, why: string): Answer<never> {
  const shown = text.replace(/[^/@]*@/, '').replace(/[?#].*$/s, '');
  return { ok: false, error: notice('model_address', { url: shown.slice(0, 200) }, why) };
}
