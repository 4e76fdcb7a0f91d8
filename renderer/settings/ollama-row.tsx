/** Ollama: where it was found, or why not and the way out; its address can be another one. */
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleDashed from 'lucide-react/icons/circle-dashed';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ModelSource } from '#shared/schema/model';
import { Button } from '../design/button.tsx';
import { useEnterGuard } from '../design/use-enter-guard.ts';
import { wordNotice } from '../i18n/notice-words.ts';
import { useHost, useModel, useModels } from '../shell/model-context.tsx';
import { isHere } from './endpoint-fields.ts';
import { useModelChange } from './model-change.ts';
import { NotSaved } from './not-saved.tsx';

/** Where Ollama listens unless it was told otherwise. */
const USUAL = 'http://127.0.0.1:11434';

export function OllamaRow() {
  const { t } = useTranslation('models');
  const model = useModel();
  const source = useModels((data) => data.sources.find(({ id }) => id === 'ollama')) ?? null;
  const [editing, setEditing] = useState(false);
  const [busy, setBusy] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const again = async (): Promise<void> => {
    setBusy(true);
    await model.models.refresh();
    setBusy(false);
  };
  const close = (): void => {
    setEditing(false);
    opener.current?.focus();
  };
  const Icon = source === null ? CircleDashed : source.problem === null ? CircleCheck : TriangleAlert;
  const tone = source === null ? 't3' : source.problem === null ? 'plus' : 'warn-mark';
  return (
    <div className="serverrow">
      <Icon className={tone} aria-hidden="true" />
      <div className="grow">
        <About source={source} />
        {editing ? <Address onDone={close} /> : null}
      </div>
      <div className="act">
        <Button ref={opener} look="ghost" aria-expanded={editing} onClick={() => (editing ? close() : setEditing(true))}>
          {t('models.address')}
        </Button>
        <Button icon={RefreshCw} aria-busy={busy} onClick={() => void (busy || again())}>
          {t('models.again')}
        </Button>
      </div>
      <span className="sr" role="status">
        {busy ? t('models.asking') : ''}
      </span>
    </div>
  );
}

function About({ source }: { readonly source: ModelSource | null }) {
  const { t } = useTranslation('models');
  if (source === null) {
    return (
      <>
        <b className="med">{t('models.ollama')}</b>
        <p className="t3 fs12">{t('models.asking')}</p>
      </>
    );
  }
  const { url, version, problem } = source;
  const where = url.replace(/^https?:\/\//, '');
  return (
    <div role="status">
      <b className="med">{problem !== null ? t('models.ollama-missing') : t(isHere(url) ? 'models.ollama-here' : 'models.ollama-there')}</b>
      {problem === null ? (
        <p className="t3 fs12 path">{t('models.ready', { where, version })}</p>
      ) : (
        <p className="t2 fs12">{wordNotice(t, problem)}</p>
      )}
    </div>
  );
}

function Address({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation('models');
  const model = useModel();
  const known = useHost((app) => app.settings.models.ollama.url);
  const [url, setUrl] = useState(known);
  const { reason, run } = useModelChange();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const save = async (): Promise<void> => {
    const next = url.trim();
    const saved = await run(model.models.change((models) => ({ ...models, ollama: { ...models.ollama, url: next } })));
    if (!saved) return;
    onDone();
    await model.models.refresh();
  };
  const guard = useEnterGuard({ onEnter: () => void save(), onEscape: onDone });
  return (
    <div className="addressfield">
      <div className="row wrap">
        <input
          {...guard}
          ref={field}
          className="input mono grow"
          aria-label={t('models.address-of')}
          aria-describedby="ollama-address-what"
          placeholder={USUAL}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          dir="ltr"
          value={url}
          onChange={(event) => setUrl(event.target.value)}
        />
        <Button look="primary" onClick={() => void save()}>
          {t('models.save')}
        </Button>
        <Button onClick={onDone}>{t('models.cancel')}</Button>
      </div>
      <p className="t3 fs12" id="ollama-address-what">
        {t('models.address-what')}
      </p>
      <NotSaved reason={reason} />
    </div>
  );
}
