/** What was counted here, what the server counted, and whether the model saw all of the newest prompt. */
import type { LucideIcon } from 'lucide-react';
import Check from 'lucide-react/icons/check';
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark';
import Scissors from 'lucide-react/icons/scissors';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { Context } from '#shared/schema/context';
import { OFFLINE_MODEL } from '#shared/schema/model';
import { wholeNumber } from '../i18n/format.ts';
import { useWords } from './use-words.ts';
import { NO_FIGURE } from './window-section.tsx';

interface TruthProps {
  readonly context: Context | null;
  /** Its name; null where there is none. */
  readonly server: string | null;
}

export function TruthSection({ context, server }: TruthProps) {
  const { t, i18n } = useWords();
  const use = context?.use ?? null;
  const number = (value: number): string => wholeNumber(value, i18n.language);
  const told = (value: number | null | undefined): string =>
    value === undefined ? NO_FIGURE : value === null ? t('inspector.not-told') : number(value);
  const isLess = use !== null && use.loaded !== null && use.loaded !== use.window;
  return (
    <section className="sec">
      <h3 className="sect">{t('inspector.truth')}</h3>
      <dl className="facts">
        <dt>{t('inspector.estimated')}</dt>
        <dd>{told(use?.estimated)}</dd>
        <dt>{server === null ? t('inspector.counted-server') : t('inspector.counted', { server })}</dt>
        <dd>{told(use?.counted)}</dd>
        <dt>{isLess ? t('inspector.loaded-asked', { window: number(use.window) }) : t('inspector.loaded')}</dt>
        <dd>{told(use?.loaded)}</dd>
        <dt>{t('inspector.cached')}</dt>
        <dd>
          {use !== null && use.cached !== null && use.counted !== null && use.counted > 0
            ? t('inspector.cached-of', { tokens: number(use.cached), share: number((use.cached / use.counted) * 100) })
            : told(use?.cached)}
        </dd>
      </dl>
      {context === null ? <p className="verdict">{NO_FIGURE}</p> : <Verdict context={context} />}
    </section>
  );
}

const LOOKS: { readonly [S in Context['truth']['state']]: { readonly icon: LucideIcon; readonly tone: string } } = {
  fits: { icon: Check, tone: 'ok' },
  cut: { icon: Scissors, tone: 'danger' },
  over: { icon: TriangleAlert, tone: 'warn' },
  unknown: { icon: CircleQuestionMark, tone: 'plain' },
};

function Verdict({ context: { truth, use, modelId } }: { readonly context: Context }) {
  const { t } = useWords();
  const { icon: Icon, tone } = LOOKS[truth.state];
  if (truth.state === 'fits' && use === null) {
    return <p className="verdict">{t(modelId === OFFLINE_MODEL ? 'inspector.truth-rules' : 'inspector.truth-none')}</p>;
  }
  return (
    <p className={`verdict ${tone}`}>
      <Icon aria-hidden="true" />
      {t(`inspector.truth-${truth.state}`, { count: truth.missing })}
    </p>
  );
}
