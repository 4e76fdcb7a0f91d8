/** The rule that an answer would make, in the place of the request: what it covers, for how long, and its name. */
import ListChecks from 'lucide-react/icons/list-checks';
import { RadioGroup } from 'radix-ui';
import { type ReactNode, type RefObject, useId, useState } from 'react';
import type { RuleDraft } from '#shared/schema/approval';
import { Button } from '../design/button.tsx';
import { coverOf, reachOf } from './approval-words.ts';
import { FormProblem } from './form-problem.tsx';
import type { ApprovalFormState } from './use-approval-form.ts';
import { useWords } from './use-words.ts';
import { VisibleCommand } from './visible.tsx';

interface RulePanelProps {
  readonly form: ApprovalFormState;
  readonly body: RefObject<HTMLElement | null>;
}

const SCOPES = ['always', 'session'] as const;
/** Characters that the contract takes. */
const LONGEST = 200;

export function RulePanel({ form, body }: RulePanelProps) {
  const { t } = useWords();
  const id = useId();
  const { rules } = form.seen;
  const [picked, setPicked] = useState('0');
  const [scope, setScope] = useState<(typeof SCOPES)[number]>('always');
  const [name, setName] = useState('');
  const rule = rules[Number(picked)] ?? rules[0];
  return (
    <>
      <section ref={body} className="body" aria-label={t('ruling.heading')}>
        <div className="lead">
          <h3>{t('ruling.heading')}</h3>
          <p className="t2">{t('ruling.lead')}</p>
        </div>
        <div className="blk">
          <h4 className="sect" id={`${id}covers`}>
            {t('ruling.covers')}
          </h4>
          <RadioGroup.Root className="picks" aria-labelledby={`${id}covers`} value={picked} onValueChange={setPicked}>
            {rules.map((one, index) => (
              <Pick key={JSON.stringify(one)} value={String(index)} isDefault={index === 0} label={t(`ruling.${reachOf(one)}`)}>
                <Cover rule={one} />
              </Pick>
            ))}
          </RadioGroup.Root>
        </div>
        <div className="blk">
          <h4 className="sect" id={`${id}holds`}>
            {t('ruling.holds')}
          </h4>
          <RadioGroup.Root
            className="picks flat"
            aria-labelledby={`${id}holds`}
            value={scope}
            onValueChange={(value) => setScope(value === 'session' ? 'session' : 'always')}
          >
            {SCOPES.map((one) => (
              <Pick key={one} value={one} label={t(`ruling.holds-${one}`)} />
            ))}
          </RadioGroup.Root>
        </div>
        <div className="field">
          <label htmlFor={`${id}name`}>{t('ruling.name')}</label>
          <input
            id={`${id}name`}
            className="input"
            autoComplete="off"
            maxLength={LONGEST}
            placeholder={t('ruling.name-hint', { example: t('ruling.name-example') })}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </div>
      </section>
      <FormProblem form={form} />
      <footer className="single" aria-busy={form.busy}>
        <Button look="ghost" onClick={() => form.setMode('view')}>
          {t('ruling.back')}
        </Button>
        <span className="push hide-s" />
        {rule === undefined ? null : (
          <Button look="primary" icon={ListChecks} onClick={(event) => form.make(event.timeStamp, rule, name, scope)}>
            {t('ruling.make')}
          </Button>
        )}
      </footer>
    </>
  );
}

interface PickProps {
  readonly value: string;
  readonly label: string;
  readonly isDefault?: boolean;
  readonly children?: ReactNode;
}

function Pick({ value, label, isDefault = false, children }: PickProps) {
  return (
    <RadioGroup.Item className="pick" value={value} data-default={isDefault || undefined}>
      <span className="radio" aria-hidden="true" />
      <span className="grow">
        <span className="med">{label}</span>
        {children}
      </span>
    </RadioGroup.Item>
  );
}

function Cover({ rule }: { readonly rule: RuleDraft }) {
  const { t } = useWords();
  const cover = coverOf(rule);
  const isPinned = rule.match.kind === 'command' && Object.keys(rule.match.pinned).length > 0;
  return (
    <>
      {cover === '' ? null : (
        <code className="cover" dir="ltr">
          <VisibleCommand text={cover} />
        </code>
      )}
      {isPinned ? <span className="fs12 t3 cover">{t('ruling.pinned')}</span> : null}
    </>
  );
}
