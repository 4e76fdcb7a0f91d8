/** The check-up of a model: not done yet, on its way, or what came of it. */
import Square from 'lucide-react/icons/square';
import Stethoscope from 'lucide-react/icons/stethoscope';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExamProgress, ModelInfo } from '#shared/schema/model';
import type { Notice } from '#shared/schema/notice';
import { Button } from '../design/button.tsx';
import { clockTime, shortDate } from '../i18n/format.ts';
import { wordNotice } from '../i18n/notice-words.ts';
import { useHost, useModel, useModels } from '../shell/model-context.tsx';
import { ExamResult } from './exam-result.tsx';

export function ModelExam({ model, label }: { readonly model: ModelInfo; readonly label: string }) {
  const { t } = useTranslation('models');
  const { models } = useModel();
  const running = useModels((data) => data.exams[model.id]);
  const [reason, setReason] = useState<Notice | null>(null);
  const begin = async (): Promise<void> => {
    setReason(null);
    setReason(await models.exam(model.id));
  };
  return (
    <div className="exam">
      <div className="examline">
        {running === undefined ? <Standing model={model} /> : <Progress name={label} progress={running} />}
        <Button
          small
          look="ghost"
          icon={running === undefined ? Stethoscope : Square}
          title={running === undefined ? t('models.check-what') : undefined}
          aria-label={t(running === undefined ? 'models.check-of' : 'models.check-stop-of', { name: label })}
          onClick={() => void (running === undefined ? begin() : models.stopExam(model.id).then(setReason))}
        >
          {t(running === undefined ? 'models.check' : 'models.check-stop')}
        </Button>
      </div>
      {reason === null || reason.code === 'cancelled' ? null : (
        <p className="minus fs12" role="alert">
          {wordNotice(t, reason)}
        </p>
      )}
      {model.exam === null || running !== undefined ? null : <ExamResult exam={model.exam} />}
    </div>
  );
}

function Standing({ model: { exam } }: { readonly model: ModelInfo }) {
  const { t, i18n } = useTranslation('models');
  const zone = useHost((app) => app.settings.zone);
  if (exam === null) return <span className="t3 fs12">{t('models.not-checked')}</span>;
  const at = `${shortDate(exam.at, Date.now(), i18n.language, zone)} ${clockTime(exam.at, i18n.language, zone)}`;
  return <span className="t2 fs12">{t(`models.checked-${exam.mode}`, { at, tools: exam.tools })}</span>;
}

function Progress({ name, progress }: { readonly name: string; readonly progress: ExamProgress | null }) {
  const { t } = useTranslation('models');
  const part = progress === null ? 0 : Math.round((progress.done / Math.max(1, progress.total)) * 100);
  const words = progress === null ? t('models.checking-first') : t('models.checking', { done: progress.done, total: progress.total });
  return (
    <>
      <div
        className="meter thin"
        role="progressbar"
        aria-label={t('models.check-of', { name })}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={part}
        aria-valuetext={words}
      >
        <i style={{ width: `${part}%` }} />
      </div>
      <span className="t3 fs12 num">{words}</span>
    </>
  );
}
