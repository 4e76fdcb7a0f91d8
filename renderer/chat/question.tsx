/** A question of the assistant: a field for each missing value, one for free words, and a way out. */
import MessageCircleQuestionMark from 'lucide-react/icons/message-circle-question-mark';
import { type RefObject, useId, useRef, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { Button } from '../design/button.tsx';
import { useEnterGuard } from '../design/use-enter-guard.ts';
import { useNarrow } from '../design/use-narrow.ts';
import { useModel } from '../shell/model-context.tsx';
import type { QuestionView, RunView } from '../store/project-run.ts';
import { keepsOthers, slotWord } from './slot-words.ts';

interface QuestionProps {
  readonly run: RunView;
  readonly question: QuestionView;
}

export function Question({ run, question }: QuestionProps) {
  const { t, i18n } = useTranslation();
  const form = useAnswer(run.runId);
  const { card, values, text, setText, give, send, cancel, empty } = form;
  const problem = useId();
  const { tool, slots } = question;
  const slot = { described: empty ? problem : undefined, onEnter: () => void send() };
  const missing = new Intl.ListFormat(i18n.language).format(slots.map((name) => slotWord(name, t) ?? name));
  return (
    <div ref={card} className="outcome">
      <MessageCircleQuestionMark aria-hidden="true" />
      <div className="grow">
        <h3>{question.question}</h3>
        {tool !== '' && keepsOthers(run, question) ? (
          <p className="t2">
            <Trans t={t} i18nKey="question.keeps" values={{ tool }} components={{ 1: <code /> }} />
          </p>
        ) : null}
        <div className="slots">
          {slots.map((name) => (
            <Slot
              key={name}
              {...slot}
              label={slotWord(name, t) ?? name}
              raw={slotWord(name, t) === null ? null : name}
              value={values[name] ?? ''}
              onChange={(value) => give(name, value)}
            />
          ))}
          <Slot {...slot} label={t('question.own-words')} raw={null} value={text} onChange={setText} />
          {empty ? (
            <p id={problem} className="minus" role="alert">
              {slots.length === 0 ? t('question.missing-words') : t('question.missing', { slots: missing })}
            </p>
          ) : null}
          <div className="row">
            <Button look="primary" onClick={() => void send()}>
              {t('question.answer')}
            </Button>
            <Button onClick={() => void cancel()}>{t('shell.cancel')}</Button>
          </div>
        </div>
      </div>
    </div>
  );
}

interface AnswerForm {
  readonly card: RefObject<HTMLDivElement | null>;
  readonly values: Readonly<Record<string, string>>;
  readonly text: string;
  /** An answer was wanted with nothing in any field. */
  readonly empty: boolean;
  give(slot: string, value: string): void;
  setText(text: string): void;
  send(): Promise<void>;
  cancel(): Promise<void>;
}

function useAnswer(runId: string): AnswerForm {
  const model = useModel();
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [text, setText] = useState('');
  const [empty, setEmpty] = useState(false);
  const [busy, setBusy] = useState(false);
  const card = useRef<HTMLDivElement>(null);
  const given = Object.entries(values).filter(([, value]) => value.trim() !== '');
  const narrow = useNarrow();
  /** `act` says whether the question is settled: it goes away then, and the focus has to be somewhere. */
  const once = async (act: () => Promise<boolean>): Promise<void> => {
    if (busy) return;
    setBusy(true);
    const settled = await act();
    setBusy(false);
    if (settled && !narrow) document.getElementById('message')?.focus({ preventScroll: true });
  };
  return {
    card,
    values,
    text,
    empty,
    give(slot, value) {
      setValues({ ...values, [slot]: value });
      setEmpty(false);
    },
    setText(value) {
      setText(value);
      setEmpty(false);
    },
    async send() {
      if (given.length === 0 && text.trim() === '') {
        setEmpty(true);
        card.current?.querySelector('input')?.focus();
        return;
      }
      // Refused: the words stay in their fields.
      await once(() =>
        model.answer(runId, {
          ...(given.length === 0 ? {} : { values: Object.fromEntries(given) }),
          ...(text.trim() === '' ? {} : { text: text.trim() }),
        }),
      );
    },
    cancel: () =>
      once(async () => {
        await model.cancelRun(runId);
        return true;
      }),
  };
}

interface SlotProps {
  readonly label: string;
  /** The argument's own name, where the label is another word. */
  readonly raw: string | null;
  readonly value: string;
  readonly described: string | undefined;
  readonly onChange: (value: string) => void;
  readonly onEnter: () => void;
}

function Slot({ label, raw, value, described, onChange, onEnter }: SlotProps) {
  const id = useId();
  const guard = useEnterGuard({ onEnter });
  return (
    <div className="field">
      <div className="row">
        <label htmlFor={id}>{label}</label>
        {raw === null ? null : <code className="t3 fs12">{raw}</code>}
      </div>
      <input
        {...guard}
        id={id}
        className="input"
        autoComplete="off"
        aria-invalid={described !== undefined}
        aria-describedby={described}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
