/** Finds the way to the host: the preload's bridge in Electron, the token of the address bar in a browser. */
import type { Transport } from '#shared/contract/wire';
import { type ElectronBridge, electronTransport } from './electron.ts';
import { loopbackTransport } from './loopback.ts';

declare global {
  interface Window {
    readonly reins?: ElectronBridge;
  }
}

const KEY = 'reins.token';

/** Takes the token out of the address bar, where it would be copied along; it lives as long as this tab. */
function takeToken(): string {
  const hash = new URLSearchParams(location.hash.slice(1));
  const given = hash.get('token');
  if (given === null) return sessionStorage.getItem(KEY) ?? '';
  sessionStorage.setItem(KEY, given);
  hash.delete('token');
  const rest = hash.toString();
  history.replaceState(null, '', location.pathname + location.search + (rest === '' ? '' : `#${rest}`));
  return given;
}

export function chooseTransport(): Transport {
  return window.reins === undefined ? loopbackTransport({ token: takeToken() }) : electronTransport(window.reins);
}
