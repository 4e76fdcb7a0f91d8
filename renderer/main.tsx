/** Entry: the window. */
import './zod-without-eval.ts';
import './design/tokens.css';
import './design/base.css';
import './design/controls.css';
import './design/marks.css';
import './design/surfaces.css';
import './shell/shell.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { pickLanguage, showLanguage } from './i18n/language.ts';
import { panePlace } from './inspector/pane-place.ts';
import { ModelProvider } from './shell/model-context.tsx';
import { createWindowModel } from './store/window-model.ts';
import { chooseTransport } from './transport/choose-transport.ts';
import { UnreachableError } from './transport/unreachable.ts';

const PLACE = 'reins.session';
/** How often (ms) a window that nobody sees takes what came. */
const HIDDEN_MS = 200;
/** Pause (ms) before a very long text is drawn anew. */
const HEAVY_MS = 100;

const model = createWindowModel({
  transport: chooseTransport(),
  isRefused: (error) => error instanceof UnreachableError && error.refused,
  frame(run, heavy) {
    if (document.visibilityState !== 'visible') setTimeout(run, HIDDEN_MS);
    else if (heavy) setTimeout(() => requestAnimationFrame(run), HEAVY_MS);
    else requestAnimationFrame(run);
  },
  later(run, ms) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  now: () => performance.now(),
  newKey: () => crypto.randomUUID(),
  pane: panePlace,
  place: {
    read: () => sessionStorage.getItem(PLACE),
    write: (id) => (id === null ? sessionStorage.removeItem(PLACE) : sessionStorage.setItem(PLACE, id)),
  },
});

/** Nothing is drawn before there are words for it, so that the language never changes under the eyes. */
async function show(place: HTMLElement): Promise<void> {
  void model.start(new AbortController().signal);
  await new Promise<void>((resolve) => {
    const ready = (): boolean => model.app.store.getState().link !== 'starting';
    if (ready()) return resolve();
    const stop = model.app.store.subscribe(() => {
      if (!ready()) return;
      stop();
      resolve();
    });
  });
  await showLanguage(pickLanguage(model.app.store.getState().app?.settings.language ?? 'system', navigator.languages));
  createRoot(place).render(
    <StrictMode>
      <ModelProvider model={model}>
        <App />
      </ModelProvider>
    </StrictMode>,
  );
}

// What was typed a moment ago is kept, too.
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') void model.composer.flush();
});

const root = document.getElementById('root');
if (root !== null) void show(root);
