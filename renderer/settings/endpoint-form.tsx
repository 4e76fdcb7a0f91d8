/** Adds, changes or removes an OpenAI-compatible server; its key goes in and never comes back. */
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Endpoint } from '#shared/schema/model';
import type { Notice } from '#shared/schema/notice';
import { Button } from '../design/button.tsx';
import { useEnterGuard } from '../design/use-enter-guard.ts';
import { useHost, useModel, useModels } from '../shell/model-context.tsx';
import { type EndpointFields, endpointOf, faultsOf, isHere } from './endpoint-fields.ts';
import { EndpointRemoval } from './endpoint-removal.tsx';
import { NotSaved } from './not-saved.tsx';

interface EndpointFormProps {
  /** null for a new one. */
  readonly endpoint: Endpoint | null;
  readonly onDone: () => void;
}

export function EndpointForm({ endpoint, onDone }: EndpointFormProps) {
  const { t } = useTranslation('models');
  const { fields, put, key, setKey, shown, reason, busy, save } = useEndpointForm(endpoint, onDone);
  const away = faultsOf(fields).url === null && !isHere(fields.url.trim());
  const plain = away && /^http:/i.test(fields.url.trim());
  return (
    <div className="endpointform">
      <h3>{endpoint === null ? t('models.endpoint-new') : endpoint.name}</h3>
      <Field
        first
        label={t('models.endpoint-name')}
        value={fields.name}
        onChange={(name) => put({ name })}
        onEnter={save}
        onEscape={onDone}
        wrong={shown.name === null ? '' : t('models.endpoint-bad-name')}
      />
      <Field
        label={t('models.endpoint-url')}
        hint={t('models.endpoint-url-hint')}
        value={fields.url}
        onChange={(url) => put({ url })}
        onEnter={save}
        onEscape={onDone}
        mono
        wrong={shown.url === null ? '' : t('models.endpoint-bad-url')}
      >
        <p className="hint">{t(plain ? 'models.endpoint-plain' : away ? 'models.endpoint-away' : 'models.endpoint-url-what')}</p>
      </Field>
      <KeyField endpoint={endpoint} value={key} onChange={setKey} onEnter={save} onEscape={onDone} />
      <Field
        label={t('models.endpoint-window')}
        hint={t('models.endpoint-window-hint')}
        value={fields.window}
        onChange={(window) => put({ window })}
        onEnter={save}
        onEscape={onDone}
        wrong={shown.window === null ? '' : t('models.endpoint-bad-window')}
      >
        <p className="hint">{t('models.endpoint-window-what')}</p>
      </Field>
      <NotSaved reason={reason} />
      <div className="row wrap">
        <Button look="primary" disabled={busy} onClick={save}>
          {t('models.save')}
        </Button>
        <Button onClick={onDone}>{t('models.cancel')}</Button>
        {endpoint === null ? null : <EndpointRemoval endpoint={endpoint} onDone={onDone} />}
      </div>
    </div>
  );
}

/** A text that was entered, null to remove what is kept, undefined to leave it. */
type Key = string | null | undefined;

function useEndpointForm(endpoint: Endpoint | null, onDone: () => void) {
  const model = useModel();
  const known = useHost((app) => app.settings.models.endpoints);
  const [fields, setFields] = useState<EndpointFields>({
    name: endpoint?.name ?? '',
    url: endpoint?.url ?? '',
    window: endpoint?.window == null ? '' : String(endpoint.window),
  });
  const [key, setKey] = useState<Key>(undefined);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [reason, setReason] = useState<Notice | null>(null);
  const faults = faultsOf(fields);
  const wrong = Object.values(faults).some((fault) => fault !== null);
  const keep = async (): Promise<void> => {
    setTried(true);
    if (wrong || busy) return;
    setBusy(true);
    const next = endpointOf(
      fields,
      endpoint?.id ?? null,
      known.map(({ id }) => id),
    );
    const kept = typeof key === 'string' ? key.trim() || undefined : key;
    const saved = await model.models.saveEndpoint(next, kept);
    setBusy(false);
    if (!saved.ok) return setReason(saved.reason);
    if (typeof kept === 'string') model.toasts.show({ words: { key: `models:models.key-in-${saved.value}` }, tone: 'ok' });
    onDone();
  };
  return {
    fields,
    put: (part: Partial<EndpointFields>) => setFields((before) => ({ ...before, ...part })),
    key,
    setKey,
    shown: tried ? faults : { name: null, url: null, window: null },
    reason,
    busy,
    save: () => void keep(),
  };
}

interface KeyFieldProps {
  readonly endpoint: Endpoint | null;
  readonly value: Key;
  readonly onChange: (value: Key) => void;
  readonly onEnter: () => void;
  readonly onEscape: () => void;
}

function KeyField({ endpoint, value, onChange, onEnter, onEscape }: KeyFieldProps) {
  const { t } = useTranslation('models');
  const hasKey = useModels((data) => data.sources.find(({ id }) => id === endpoint?.id)?.hasKey ?? false);
  const said = useModels((data) => data.keysIn);
  const inFile = useHost((app) => app.problems.some(({ code }) => code === 'keys_in_file'));
  const where = said ?? (inFile ? 'file' : null);
  const place = t(where === null ? 'models.key-what' : `models.key-what-${where}`);
  return (
    <Field
      label={t('models.endpoint-key')}
      hint={hasKey && value !== null ? t('models.key-kept-hint') : t('models.key-hint')}
      value={value ?? ''}
      onChange={(text) => onChange(text === '' ? undefined : text)}
      onEnter={onEnter}
      onEscape={onEscape}
      secret
    >
      <p className="hint">{value === null ? t('models.key-goes') : place}</p>
      {hasKey ? (
        <div>
          <Button small onClick={() => onChange(value === null ? undefined : null)}>
            {t(value === null ? 'models.key-stay' : 'models.key-remove')}
          </Button>
        </div>
      ) : null}
    </Field>
  );
}

interface FieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onEnter: () => void;
  readonly onEscape: () => void;
  /** Takes the focus when the form opens. */
  readonly first?: boolean;
  readonly mono?: boolean;
  readonly secret?: boolean;
  readonly wrong?: string;
  readonly children?: ReactNode;
}

function Field({
  label,
  hint,
  value,
  onChange,
  onEnter,
  onEscape,
  first = false,
  mono = false,
  secret = false,
  wrong = '',
  children,
}: FieldProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const guard = useEnterGuard({ onEnter, onEscape });
  useEffect(() => {
    if (first) field.current?.focus();
  }, [first]);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        {...guard}
        ref={field}
        id={id}
        className={`input${mono ? ' mono' : ''}`}
        type={secret ? 'password' : 'text'}
        autoComplete={secret ? 'new-password' : 'off'}
        autoCapitalize="off"
        spellCheck={false}
        dir={mono ? 'ltr' : undefined}
        placeholder={hint}
        aria-invalid={wrong !== ''}
        aria-describedby={`${id}-wrong ${id}-what`}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {wrong === '' ? null : (
        <p className="minus fs12" id={`${id}-wrong`} role="alert">
          {wrong}
        </p>
      )}
      <div id={`${id}-what`} className="fieldwhat">
        {children}
      </div>
    </div>
  );
}
