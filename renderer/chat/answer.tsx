/** The answer: streamed with a still caret at its end, then whole, with its sources under it. */
import Quote from 'lucide-react/icons/quote';
import { useTranslation } from 'react-i18next';
import type { RunView } from '../store/project-run.ts';
import { Markdown } from './markdown.tsx';
import { SourceChip } from './source-chip.tsx';

export function Answer({ run }: { readonly run: RunView }) {
  const { t } = useTranslation();
  const { answer, live, state } = run;
  if (answer === null) {
    const text = live?.text ?? '';
    if (state !== 'running' && text === '') return null;
    return (
      <div className="msg">
        {text === '' ? null : <Markdown text={text} streaming />}
        {state === 'running' ? (
          <p>
            <span className="caret" aria-hidden="true" />
          </p>
        ) : null}
      </div>
    );
  }
  return (
    <>
      <div className="msg">
        <Markdown text={answer.text} />
      </div>
      {answer.replaced ? <p className="note">{t('chat.replaced')}</p> : null}
      {answer.citations.length === 0 ? null : (
        <div className="recall">
          <span className="fs12 t3">{t('chat.sources')}</span>
          {answer.citations.map((citation) => (
            <SourceChip key={`${citation.path}:${citation.from}-${citation.to}`} icon={Quote} place={citation} />
          ))}
        </div>
      )}
    </>
  );
}
