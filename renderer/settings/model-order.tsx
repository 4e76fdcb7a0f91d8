/** What decides now, and what stands in for it, in the person's order; the rules where there is none. */
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Cpu from 'lucide-react/icons/cpu';
import X from 'lucide-react/icons/x';
import { type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../design/badge.tsx';
import { IconButton } from '../design/button.tsx';
import { useHost, useModel, useModels } from '../shell/model-context.tsx';
import { useNameOf } from '../shell/use-model-name.ts';
import { sourceOf, standingOf } from '../store/model-standing.ts';
import { movedBy, withoutModel } from '../store/models-store.ts';
import { useModelChange } from './model-change.ts';
import { NotSaved } from './not-saved.tsx';

type Act = 'up' | 'down';
const buttonOf = (act: Act, id: string): string => `order-${act}-${id}`;

export function ModelOrder() {
  const { t } = useTranslation('models');
  const model = useModel();
  const order = useHost((app) => app.settings.models.order);
  const { reason, run } = useModelChange();
  const { heading, next } = useFocusAfter(order);
  const move = (id: string, act: Act): void => {
    next.current = { id, act };
    void run(model.models.change(movedBy(id, act === 'up' ? -1 : 1)));
  };
  const remove = async (id: string): Promise<void> => {
    if (await run(model.models.change(withoutModel(id)))) heading.current?.focus({ preventScroll: true });
  };
  return (
    <section className="col">
      <div className="row">
        <h2 className="grow" ref={heading} tabIndex={-1}>
          {t('models.deciding')}
        </h2>
        {order.length === 0 ? null : <span className="t3 fs12">{t('models.order')}</span>}
      </div>
      {order.length === 0 ? (
        <RulesDecide />
      ) : (
        <ol className="card rows">
          {order.map((id, place) => (
            <Placed key={id} id={id} place={place} last={order.length - 1} onMove={move} onRemove={(one) => void remove(one)} />
          ))}
        </ol>
      )}
      <NotSaved reason={reason} />
      <Said order={order} />
    </section>
  );
}

/** A row that has moved keeps the focus, on the button that can still move it. */
function useFocusAfter(order: readonly string[]): {
  readonly heading: RefObject<HTMLHeadingElement | null>;
  readonly next: RefObject<{ readonly id: string; readonly act: Act } | null>;
} {
  const heading = useRef<HTMLHeadingElement>(null);
  const next = useRef<{ readonly id: string; readonly act: Act } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the order has become another one
  useEffect(() => {
    if (next.current === null) return;
    const { id, act } = next.current;
    next.current = null;
    const other: Act = act === 'up' ? 'down' : 'up';
    const button = document.getElementById(buttonOf(act, id)) ?? document.getElementById(buttonOf(other, id));
    button?.focus({ preventScroll: true });
  }, [order]);
  return { heading, next };
}

interface PlacedProps {
  readonly id: string;
  readonly place: number;
  /** Place of the last one. */
  readonly last: number;
  readonly onMove: (id: string, act: Act) => void;
  readonly onRemove: (id: string) => void;
}

function Placed({ id, place, last, onMove, onRemove }: PlacedProps) {
  const { t } = useTranslation('models');
  const name = useNameOf()(id);
  const standing = useModels((data) => standingOf(id, data));
  const able = standing === 'ready' || standing === 'unknown';
  const server = useModels((data) => sourceOf(id, data.sources)?.name ?? null);
  return (
    <li className="placed">
      <span className="place t3 num" aria-hidden="true">
        {place + 1}
      </span>
      <div className="grow">
        <div className="row wrap">
          <b className="med name">{name}</b>
          <Badge tone={place === 0 && able ? 'ok' : 'plain'}>{t(place === 0 ? 'models.first' : 'models.stands-in')}</Badge>
          {able ? null : <Badge tone="warn">{t(`models.standing-${standing}`)}</Badge>}
        </div>
        {server === null ? null : <p className="t3 fs12">{server}</p>}
      </div>
      <div className="moves">
        {place === 0 ? (
          <span />
        ) : (
          <IconButton id={buttonOf('up', id)} small icon={ArrowUp} label={t('models.move-up', { name })} onClick={() => onMove(id, 'up')} />
        )}
        {place === last ? (
          <span />
        ) : (
          <IconButton
            id={buttonOf('down', id)}
            small
            icon={ArrowDown}
            label={t('models.move-down', { name })}
            onClick={() => onMove(id, 'down')}
          />
        )}
        <IconButton small icon={X} label={t('models.use-not', { name })} onClick={() => onRemove(id)} />
      </div>
    </li>
  );
}

function RulesDecide() {
  const { t } = useTranslation('models');
  return (
    <div className="card rows">
      <div className="placed">
        <Cpu className="t3" aria-hidden="true" />
        <div className="grow">
          <div className="row wrap">
            <b className="med">{t('settings.offline-rules')}</b>
            <Badge tone="ok">{t('models.first')}</Badge>
          </div>
          <p className="t3 fs12">{t('settings.offline-rules-what')}</p>
        </div>
      </div>
    </div>
  );
}

/** Read out when the order has become another one. */
function Said({ order }: { readonly order: readonly string[] }) {
  const { t, i18n } = useTranslation('models');
  const nameOf = useNameOf();
  const [first, ...others] = order.map(nameOf);
  const then = new Intl.ListFormat(i18n.language).format(others);
  const words = first === undefined ? [t('models.now-rules')] : [t('models.now', { name: first })];
  return (
    <p className="sr" role="status">
      {[...words, ...(then === '' ? [] : [t('models.now-then', { names: then })])].join(' ')}
    </p>
  );
}
