/** The arguments of a request, to be edited in place; they are checked again before they can be allowed. */
import ListChecks from 'lucide-react/icons/list-checks';
import { type RefObject, useId, useState } from 'react';
import { Button } from '../design/button.tsx';
import { FormProblem } from './form-problem.tsx';
import type { ApprovalFormState } from './use-approval-form.ts';
import { useWords } from './use-words.ts';
import { VisibleCommand } from './visible.tsx';
import { hasMarks, visibleCommand } from './visible-text.ts';

interface EditPanelProps {
  readonly form: ApprovalFormState;
  readonly body: RefObject<HTMLElement | null>;
}

/** Arguments that are texts of several lines. */
const LONG: ReadonlySet<string> = new Set(['command', 'content', 'old_text', 'new_text', 'text']);
const KNOWN: ReadonlySet<string> = new Set(['command', 'cwd', 'path', 'from', 'to', 'content', 'old_text', 'new_text', 'url', 'text']);

export function EditPanel({ form, body }: EditPanelProps) {
  const { t } = useWords();
  const [args, setArgs] = useState<Readonly<Record<string, unknown>>>(form.seen.arguments);
  const texts = Object.entries(args).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const others = Object.entries(args).filter(([, value]) => typeof value !== 'string');
  return (
    <>
      <section ref={body} className="body" aria-label={t('ask.edit')}>
        {texts.map(([name, value], index) => (
          <ArgumentField
            key={name}
            name={name}
            label={KNOWN.has(name) ? t(`field.${name}`) : name}
            value={value}
            isDefault={index === 0}
            onChange={(text) => setArgs({ ...args, [name]: text })}
          />
        ))}
        {others.length === 0 ? null : (
          <div className="blk">
            <h4 className="sect">{t('editing.others')}</h4>
            <dl className="kv">
              {others.map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>
                    <code>{JSON.stringify(value)}</code>
                  </dd>
                </div>
              ))}
            </dl>
          </div>
        )}
      </section>
      <FormProblem form={form} />
      <footer className="single" aria-busy={form.busy}>
        <Button look="ghost" onClick={() => form.setMode('view')}>
          {t('editing.back')}
        </Button>
        {form.seen.checked === null ? null : (
          <Button look="ghost" onClick={form.reset}>
            {t('editing.undo')}
          </Button>
        )}
        <span className="push hide-s" />
        <span className="fs12 t3 hide-s">{t('editing.first')}</span>
        <Button look="primary" icon={ListChecks} onClick={() => form.check(args)}>
          {t(form.busy ? 'editing.checking' : 'editing.check')}
        </Button>
      </footer>
    </>
  );
}

interface ArgumentFieldProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly isDefault: boolean;
  readonly onChange: (text: string) => void;
}

/** What cannot be seen in the field is written out below it. */
function ArgumentField({ name, label, value, isDefault, onChange }: ArgumentFieldProps) {
  const id = useId();
  const isLong = LONG.has(name) || value.includes('\n');
  const shared = { id, spellCheck: false, autoComplete: 'off', value, 'data-default': isDefault || undefined } as const;
  const isOdd = name !== 'content' && name !== 'new_text' && name !== 'old_text' && hasMarks(visibleCommand(value));
  return (
    <div className="field">
      <div className="row">
        <label htmlFor={id}>{label}</label>
        {label === name ? null : <code className="t3 fs12">{name}</code>}
      </div>
      {isLong ? (
        <textarea
          {...shared}
          className="input mono text"
          rows={Math.min(12, Math.max(name === 'command' ? 2 : 5, value.split('\n').length + 1))}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : (
        <input {...shared} className="input mono" onChange={(event) => onChange(event.target.value)} />
      )}
      {isOdd ? (
        <pre className="command small" dir="ltr">
          <VisibleCommand text={value} />
        </pre>
      ) : null}
    </div>
  );
}
