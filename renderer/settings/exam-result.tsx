/** What came of a check-up: what follows from it and why, then each part with its points. */
import Check from 'lucide-react/icons/check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useTranslation } from 'react-i18next';
import type { Exam } from '#shared/schema/model';
import { duration, wholeNumber } from '../i18n/format.ts';
import { wordNotice } from '../i18n/notice-words.ts';

export function ExamResult({ exam }: { readonly exam: Exam }) {
  const { t } = useTranslation('models');
  const sum = (of: 'passed' | 'tries'): number => exam.parts.reduce((before, part) => before + part[of], 0);
  return (
    <>
      <ul className="t2 fs12 reasons">
        {exam.reasons.map((reason) => (
          <li key={reason.code}>{wordNotice(t, reason)}</li>
        ))}
      </ul>
      <details className="examresult fs12">
        <summary>{t('models.exam-parts', { passed: sum('passed'), tries: sum('tries') })}</summary>
        <ul>
          {exam.parts.map((part) => (
            <Part key={part.part} {...part} />
          ))}
        </ul>
        <Speeds exam={exam} />
      </details>
    </>
  );
}

function Part({ part, passed, tries, ms, detail }: Exam['parts'][number]) {
  const { t, i18n } = useTranslation('models');
  const whole = passed === tries;
  const Icon = whole ? Check : TriangleAlert;
  return (
    <li>
      <div className="row">
        <Icon className={`i-14 ${whole ? 'plus' : 'warn-mark'}`} aria-hidden="true" />
        <span className="grow">{t(`models.part-${part}`)}</span>
        <span className="num">{t('models.passed', { passed, tries })}</span>
        <span className="num t3 longest">{t('models.longest', { time: duration(ms, t, i18n.language) })}</span>
      </div>
      {detail === '' ? null : (
        <code className="t3 why" dir="auto">
          {detail}
        </code>
      )}
    </li>
  );
}

function Speeds({ exam: { reads, writes } }: { readonly exam: Exam }) {
  const { t, i18n } = useTranslation('models');
  const words = [
    ...(reads === null ? [] : [t('models.reads', { speed: wholeNumber(reads, i18n.language) })]),
    ...(writes === null ? [] : [t('models.writes', { speed: wholeNumber(writes, i18n.language) })]),
  ];
  return words.length === 0 ? null : <p className="t3">{words.join(' · ')}</p>;
}
