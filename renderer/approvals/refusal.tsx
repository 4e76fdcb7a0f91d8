/** Why it is refused: in the person's own words, or with one click. The assistant reads it. */
import { useId } from 'react';
import { refusalsFor } from './approval-words.ts';
import type { Seen } from './use-approval-form.ts';
import { useWords } from './use-words.ts';

interface RefusalProps {
  readonly seen: Seen;
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** Denies with this reason. */
  readonly onRefuse: (at: number, reason: string) => void;
}

/** Characters that the contract takes. */
const LONGEST = 2000;

export function Refusal({ seen, value, onChange, onRefuse }: RefusalProps) {
  const { t } = useWords();
  const id = useId();
  const quick = refusalsFor(seen);
  return (
    <div className="col">
      <label className="sr" htmlFor={id}>
        {t('ask.refusal')}
      </label>
      <input
        id={id}
        className="input"
        autoComplete="off"
        maxLength={LONGEST}
        placeholder={t('ask.refusal-hint')}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {quick.length === 0 ? null : (
        <div className="row wrap fs12 t3">
          <span>{t('ask.deny-with')}</span>
          {quick.map((word) => (
            <button key={word} type="button" className="chip" onClick={(event) => onRefuse(event.timeStamp, t(`refuse.${word}`))}>
              {t(`refuse.${word}`)}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
