/** The answer: streamed with a still caret at its end, then whole, with its sources under it. */
import Quote from 'lucide-react/icons/quote';
import { useTranslation } from 'react-i18next';
import type { Citation } from '#shared/schema/tool-call';
import { linesOfRead } from '../store/file-lines.ts';
import type { RunView } from '../store/project-run.ts';
import { Markdown } from './markdown.tsx';
import { usePhase } from './phase-words.ts';
import { SourceChip } from './source-chip.tsx';

export function Answer({ run }: { readonly run: RunView }) {
  const { t } = useTranslation();
  const { answer, live, state } = run;
  const phase = usePhase(run.runId);
  if (answer === null) {
    const text = live?.text ?? '';
    if (text === '' && state !== 'running') return null;
    return (
      <div className="msg">
        {text === '' ? (
          <p className="t3 num">
            <span className="caret" aria-hidden="true" /> {phase?.words}
          </p>
        ) : (
          <Markdown text={text} streaming={state === 'running'} />
        )}
      </div>
    );
  }
  // What was just written down is shown as such already.
  const sources = answer.citations.filter(({ path, from }) => !run.written.some((entry) => entry.path === path && entry.from === from));
  return (
    <>
      <div className="msg">
        <Markdown text={answer.text} />
      </div>
      {answer.replaced ? <p className="note">{t('chat.replaced')}</p> : null}
      {sources.length === 0 ? null : (
        <div className="recall">
          <span className="fs12 t3">{t('chat.sources')}</span>
          {sources.map((citation) => (
            <SourceChip
              key={`${citation.path}:${citation.from}-${citation.to}`}
              icon={Quote}
              place={citation}
              known={readText(run, citation)}
            />
          ))}
        </div>
      )}
    </>
  );
}

/** The lines that this run read from the file, where it did: the source of the answer as it was then. */
function readText(run: RunView, place: Citation): string | null {
  const call = run.calls.find(({ tool, arguments: args, result }) => tool === 'read' && args['path'] === place.path && result?.ok === true);
  return call?.result?.ok === true ? linesOfRead(call.result, place) : null;
}
