/** That another model answered in the place of the one that was asked, and why: once for a run, however many steps it took. */
import ArrowRightLeft from 'lucide-react/icons/arrow-right-left';
import { useTranslation } from 'react-i18next';
import { wordNotice } from '../i18n/notice-words.ts';
import { useNameOf } from '../shell/use-model-name.ts';
import type { RunView, StandIn } from '../store/project-run.ts';

const keyOf = ({ from, to, reason }: StandIn): string => `${from} ${to} ${reason.code}`;

export function StandIns({ run }: { readonly run: RunView }) {
  const { t } = useTranslation('models');
  const nameOf = useNameOf();
  const once = new Map(run.standIns.map((standIn) => [keyOf(standIn), standIn]));
  return [...once].map(([key, { from, to, reason }]) => (
    <p key={key} className="note">
      <ArrowRightLeft aria-hidden="true" />
      {t('models.stood-in', { from: nameOf(from), to: nameOf(to), reason: wordNotice(t, reason) })}
    </p>
  ));
}
