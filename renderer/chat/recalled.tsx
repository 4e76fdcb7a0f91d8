/** What memory gave for this message, each with its place and, opened, the parts of its score. */
import Bookmark from 'lucide-react/icons/bookmark';
import { useTranslation } from 'react-i18next';
import type { MemoryHit } from '#shared/schema/memory';
import { SourceChip } from './source-chip.tsx';

export function Recalled({ hits }: { readonly hits: readonly MemoryHit[] }) {
  const { t, i18n } = useTranslation();
  const format = new Intl.NumberFormat(i18n.language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return (
    <div className="recall">
      <span className="fs12 t3">{t('chat.recalled')}</span>
      {hits.map((hit) => (
        <SourceChip key={`${hit.path}:${hit.from}`} icon={Bookmark} place={hit} text={hit.text}>
          <p className="fs12 t3 num">
            {[
              t('chat.score', { score: format.format(hit.score) }),
              t('chat.score-keyword', { score: format.format(hit.keyword) }),
              ...(hit.vector === null ? [] : [t('chat.score-vector', { score: format.format(hit.vector) })]),
              t('chat.score-age', { score: format.format(hit.age) }),
            ].join(' · ')}
          </p>
        </SourceChip>
      ))}
    </div>
  );
}
