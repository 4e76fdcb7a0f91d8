/** What the assistant did and said in one run, in the order in which it came. */
import BookmarkPlus from 'lucide-react/icons/bookmark-plus';
import { useTranslation } from 'react-i18next';
import { PersonaNotices } from '../changes/persona-notices.tsx';
import { useHost } from '../shell/model-context.tsx';
import { isOpen, type RunView } from '../store/project-run.ts';
import { Answer } from './answer.tsx';
import { Question } from './question.tsx';
import { Recalled } from './recalled.tsx';
import { RunEnd } from './run-end.tsx';
import { SourceChip } from './source-chip.tsx';
import { StandIns } from './stand-ins.tsx';
import { ToolCards } from './tool-card.tsx';

export function Reply({ run }: { readonly run: RunView }) {
  const { t } = useTranslation();
  const name = useHost((app) => app.identity.name) || 'Reins';
  return (
    <article className="reply" aria-busy={run.state === 'running'}>
      <h2 className="sr">{name}</h2>
      {run.recalled.length === 0 ? null : <Recalled hits={run.recalled} />}
      {run.calls.length === 0 ? null : <ToolCards calls={run.calls} stopped={run.state === 'cancelled'} />}
      <PersonaNotices calls={run.calls} />
      {run.clarified.map((text) => (
        <p key={text} className="note">
          {t('question.answered', { text })}
        </p>
      ))}
      {run.question === null ? null : <Question run={run} question={run.question} />}
      <StandIns run={run} />
      <Answer run={run} />
      {run.written.length === 0 ? null : (
        <div className="recall">
          <span className="fs12 t3">{t('chat.remembered')}</span>
          {run.written.map((entry) => (
            <SourceChip key={`${entry.path}:${entry.from}`} icon={BookmarkPlus} place={entry} text={entry.text} />
          ))}
        </div>
      )}
      {isOpen(run) ? null : <RunEnd run={run} />}
    </article>
  );
}
