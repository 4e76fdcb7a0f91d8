/** A question of the assistant: a field for each missing value, and one for free words. */
import MessageCircleQuestionMark from 'lucide-react/icons/message-circle-question-mark';
import { useId, useRef, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { Button } from '../design/button.tsx';
import { useEnterGuard } from '../design/use-enter-guard.ts';
import { useModel } from '../shell/model-context.tsx';
import type { QuestionView } from '../store/project-run.ts';

interface QuestionProps {
  readonly runId: string;
  readonly question: QuestionView;
}

export function Question({ runId, question }: QuestionProps) {
  const { t } = useTranslation();
  const model = useModel();
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const card = useRef<HTMLDivElement>(null);
  const given = Object.entries(values).filter(([, value]) => value.trim() !== '');
  const send = async (): Promise<void> => {
    if (busy) return;
    if (given.length === 0 && text.trim() === '') return card.current?.querySelector('input')?.focus();
    setBusy(true);
    // Refused: the words stay in their fields.
    await model.answer(runId, {
      ...(given.length === 0 ? {} : { values: Object.fromEntries(given) }),
      ...(text.trim() === '' ? {} : { text: text.trim() }),
    });
    setBusy(false);
  };
  return (
    <div ref={card} className="outcome">
      <MessageCircleQuestionMark aria-hidden="true" />
      <div className="grow">
        <h3>{question.question}</h3>
        {question.tool === '' ? null : (
          <p className="t2">
            <Trans t={t} i18nKey="question.keeps" values={{ tool: question.tool }} components={{ 1: <code /> }} />
          </p>
        )}
        <div className="slots">
          {question.slots.map((slot) => (
            <Slot
              key={slot}
              name={slot}
              value={values[slot] ?? ''}
              onChange={(value) => setValues({ ...values, [slot]: value })}
              onEnter={() => void send()}
            />
          ))}
          <Slot name={t('question.own-words')} value={text} onChange={setText} onEnter={() => void send()} />
          <div className="row">
            <Button look="primary" onClick={() => void send()}>
              {t('question.answer')}
            </Button>
          </div>
        </div>
      </div>
    </div>
  );
}

interface SlotProps {
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onEnter: () => void;
}

function Slot({ name, value, onChange, onEnter }: SlotProps) {
  const id = useId();
  const guard = useEnterGuard({ onEnter });
  return (
    <div className="field">
      <label htmlFor={id}>{name}</label>
      <input {...guard} id={id} className="input" autoComplete="off" value={value} onChange={(event) => onChange(event.target.value)} />
    </div>
  );
}
