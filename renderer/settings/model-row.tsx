/** One model of a server: its place in the order, what it can do, how much it takes in, and how it did in its check-up. */
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { type ModelInfo, OFFLINE_MODEL } from '#shared/schema/model';
import { Badge } from '../design/badge.tsx';
import { Button } from '../design/button.tsx';
import { byteSize } from '../i18n/format.ts';
import { useHost, useModel } from '../shell/model-context.tsx';
import { alsoUsed, ORDER_LIMIT, usedFirst } from '../store/models-store.ts';
import { useModelChange } from './model-change.ts';
import { ModelExam } from './model-exam.tsx';
import { ModelWindow } from './model-window.tsx';
import { NotSaved } from './not-saved.tsx';

const SHOWN = ['tools', 'thinking', 'vision'] as const;

interface ModelRowProps {
  readonly model: ModelInfo;
  /** What it is called where its name alone would not tell it from others. */
  readonly label: string;
  /** Name of its server, where there are several. */
  readonly server: string | null;
}

export function ModelRow({ model, label, server }: ModelRowProps) {
  const { t } = useTranslation('models');
  const { models } = useModel();
  const order = useHost((app) => app.settings.models.order);
  const change = useModelChange();
  const pick = useId();
  const { id, name, capabilities } = model;
  const place = order.indexOf(id);
  // The button is gone then: the focus stays in its row.
  const standIn = async (): Promise<void> => {
    if (await change.run(models.change(alsoUsed(id)))) document.getElementById(pick)?.focus({ preventScroll: true });
  };
  return (
    <li className="modelrow">
      <Choose id={pick} name={label} decides={place === 0} onPick={() => void change.run(models.change(usedFirst(id)))} />
      <div className="grow">
        <div className="row wrap">
          <label className="med name" htmlFor={pick}>
            {name}
          </label>
          {place === 0 ? <Badge tone="ok">{t('models.first')}</Badge> : null}
          {place > 0 ? <Badge>{t('models.stands-in')}</Badge> : null}
          <Loaded model={model} />
          {SHOWN.filter((one) => capabilities.includes(one)).map((one) => (
            <Badge key={one} tone="line">
              {t(`models.cap-${one}`)}
            </Badge>
          ))}
        </div>
        <Facts model={model} server={server} />
        <ModelExam model={model} label={label} />
        <NotSaved reason={change.reason} />
      </div>
      <div className="act">
        {place < 0 && order.length > 0 && order.length < ORDER_LIMIT ? (
          <Button small aria-label={t('models.use-also', { name: label })} onClick={() => void standIn()}>
            {t('models.stand-in')}
          </Button>
        ) : null}
        <ModelWindow model={model} label={label} run={change.run} />
      </div>
    </li>
  );
}

/** With less than was asked for, the server would cut what is longer. */
function Loaded({ model: { loaded, window } }: { readonly model: ModelInfo }) {
  const { t } = useTranslation('models');
  if (loaded === null) return null;
  if (loaded < window) return <Badge tone="warn">{t('models.loaded-less', { tokens: loaded })}</Badge>;
  return <Badge tone="ok">{t('models.loaded')}</Badge>;
}

function Facts({ model, server }: Pick<ModelRowProps, 'model' | 'server'>) {
  const { t, i18n } = useTranslation('models');
  const { size, parameters, quantization, window, trained } = model;
  const facts = [
    server ?? '',
    size === null ? '' : byteSize(size, t, i18n.language),
    parameters,
    quantization,
    trained === null ? t('models.window', { window }) : t('models.window-of', { window, trained }),
  ];
  return <p className="t3 fs12 num">{facts.filter((fact) => fact !== '').join(' · ')}</p>;
}

interface ChooseProps {
  readonly id: string;
  readonly name: string;
  readonly decides: boolean;
  readonly onPick: () => void;
}

/** Each is a group of its own: with arrow keys through one group every model passed by would come into the order. */
function Choose({ id, name, decides, onPick }: ChooseProps) {
  const { t } = useTranslation('models');
  return (
    <input
      id={id}
      type="radio"
      name={id}
      className="pickradio"
      aria-label={t(decides ? 'models.decides' : 'models.use', { name })}
      checked={decides}
      onChange={onPick}
    />
  );
}

/** The rules that work without a model: they decide where none is chosen. */
export function RulesRow() {
  const { t } = useTranslation('models');
  const model = useModel();
  const order = useHost((app) => app.settings.models.order);
  const { reason, run } = useModelChange();
  const pick = useId();
  const name = t('settings.offline-rules');
  const choose = async (): Promise<void> => {
    if (!(await run(model.models.change(usedFirst(OFFLINE_MODEL))))) return;
    const undo = (): void => void run(model.models.change((models) => ({ ...models, order: [...order] })));
    model.toasts.show({ words: { key: 'models:models.now-rules' }, tone: 'ok', undo });
  };
  return (
    <li className="modelrow">
      <Choose id={pick} name={name} decides={order.length === 0} onPick={() => void choose()} />
      <div className="grow">
        <div className="row wrap">
          <label className="med name" htmlFor={pick}>
            {name}
          </label>
          <Badge>{t('models.rules-always')}</Badge>
        </div>
        <p className="t3 fs12">{t('settings.offline-rules-what')}</p>
        <NotSaved reason={reason} />
      </div>
    </li>
  );
}
