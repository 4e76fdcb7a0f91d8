/** Fetching models: a field for a name, and a row for each one on its way. */
import Check from 'lucide-react/icons/check';
import Download from 'lucide-react/icons/download';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Pull } from '#shared/schema/model';
import type { Notice } from '#shared/schema/notice';
import { Button } from '../design/button.tsx';
import { useEnterGuard } from '../design/use-enter-guard.ts';
import { wordNotice } from '../i18n/notice-words.ts';
import { useModel } from '../shell/model-context.tsx';
import { pulledName } from './pull-name.ts';
import { usePullWords } from './pull-words.ts';

const FIELD = 'model-to-fetch';

export function PullField() {
  const { t } = useTranslation('models');
  const { models } = useModel();
  const [text, setText] = useState('');
  const [reason, setReason] = useState<Notice | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const begin = async (): Promise<void> => {
    const name = pulledName(text);
    if (name === '') return field.current?.focus();
    const refused = await models.pull(name);
    setReason(refused);
    if (refused === null) setText('');
  };
  const guard = useEnterGuard({ onEnter: () => void begin() });
  return (
    <>
      <div className="row">
        <div className="search grow">
          <Download aria-hidden="true" />
          <input
            {...guard}
            id={FIELD}
            ref={field}
            className="input"
            aria-label={t('models.pull-label')}
            aria-invalid={reason !== null}
            placeholder={t('models.pull-hint')}
            spellCheck={false}
            autoComplete="off"
            autoCapitalize="off"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        <Button onClick={() => void begin()}>{t('models.pull')}</Button>
      </div>
      <Failed reason={reason} />
      <p className="t3 fs12">{t('models.pull-what')}</p>
    </>
  );
}

function Failed({ reason }: { readonly reason: Notice | null }) {
  const { t } = useTranslation('models');
  if (reason === null) return null;
  return (
    <p className="minus fs12" role="alert">
      {wordNotice(t, reason)}
    </p>
  );
}

const ICONS = { pulling: Download, paused: Download, done: Check, failed: TriangleAlert } as const;
const TONES = { pulling: 't3', paused: 't3', done: 'plus', failed: 'warn-mark' } as const;

export function PullRow({ pull }: { readonly pull: Pull }) {
  const { t } = useTranslation('models');
  const { models } = useModel();
  const [reason, setReason] = useState<Notice | null>(null);
  const { name, state, completed, total, problem } = pull;
  const words = usePullWords(pull);
  const part = total === 0 ? 0 : Math.min(100, Math.floor((completed / total) * 100));
  const Icon = ICONS[state];
  const pulling = state === 'pulling';
  const run = (call: Promise<Notice | null>): void => void call.then(setReason);
  // The row is gone then: the focus goes to where another one is begun.
  const forget = async (): Promise<void> => {
    const refused = await models.pause(name, true);
    setReason(refused);
    if (refused === null) document.getElementById(FIELD)?.focus({ preventScroll: true });
  };
  const away = t(state === 'done' ? 'models.close' : 'models.forget');
  return (
    <li className="pullrow">
      <Icon className={TONES[state]} aria-hidden="true" />
      <div className="grow">
        <div className="row wrap">
          <b className="med name grow">{name}</b>
          <span className="fs12 num t2">{words}</span>
        </div>
        <div
          className="meter thin"
          role="progressbar"
          aria-label={t('models.pull-of', { name })}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={state === 'done' ? 100 : part}
          aria-valuetext={words}
        >
          <i style={{ width: `${state === 'done' ? 100 : part}%` }} />
        </div>
        <Failed reason={reason ?? problem} />
      </div>
      <div className="act">
        {state === 'done' ? null : (
          <Button
            small
            aria-label={t(pulling ? 'models.pull-pause' : 'models.pull-resume', { name })}
            onClick={() => run(pulling ? models.pause(name) : models.pull(name))}
          >
            {t(pulling ? 'models.pause' : 'models.resume')}
          </Button>
        )}
        {pulling ? null : (
          <Button small look="ghost" aria-label={`${away} ${name}`} onClick={() => void forget()}>
            {away}
          </Button>
        )}
      </div>
    </li>
  );
}
