/** A box in which a command is held against the policy; nothing is run. */
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark';
import CircleX from 'lucide-react/icons/circle-x';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import type { Notice } from '#shared/schema/notice';
import type { PolicyAnswer } from '#shared/schema/policy';
import { Banner } from '../design/banner.tsx';
import { Button } from '../design/button.tsx';
import { useEnterGuard } from '../design/use-enter-guard.ts';
import { wordNotice } from '../i18n/notice-words.ts';
import { useHost, useModel } from '../shell/model-context.tsx';

const EXAMPLES = ['ls -la', 'git push', 'rm -rf /*'] as const;
const ICONS = { allow: CircleCheck, ask: CircleQuestionMark, deny: CircleX, error: CircleX } as const;
const TONES = { allow: 'plain', ask: 'warn', deny: 'danger', error: 'danger' } as const;
const SHORT = { allow: 'runs', ask: 'asks', deny: 'never', error: 'unread' } as const;

interface Tried {
  readonly command: string;
  readonly answer: PolicyAnswer | Notice;
}

/** Asks for one command at a time; the last one asked for is the one that counts. */
function useTried() {
  const model = useModel();
  const [tried, setTried] = useState<Tried | null>(null);
  const turn = useRef(0);
  const check = useCallback(
    async (command: string): Promise<void> => {
      turn.current += 1;
      const mine = turn.current;
      const done = command === '' ? null : await model.policy.check([command]);
      if (mine !== turn.current) return;
      const answer = done === null ? undefined : done.ok ? done.value[0] : done.reason;
      setTried(answer === undefined ? null : { command, answer });
    },
    [model],
  );
  return { tried, check };
}

export function TryCommand() {
  const { t } = useTranslation('policy');
  const [text, setText] = useState('');
  const { tried, check } = useTried();
  const policy = useHost((app) => app.settings.policy);
  const sandbox = useHost((app) => app.sandbox.kind);
  const guard = useEnterGuard({ onEnter: () => void check(text.trim()) });
  const shown = tried?.command === text.trim() ? tried : null;
  const last = useRef('');
  last.current = shown?.command ?? '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: another policy answers anew
  useEffect(() => {
    if (last.current !== '') void check(last.current);
  }, [policy, sandbox, check]);
  const tryExample = (command: string): void => {
    setText(command);
    void check(command);
  };
  return (
    <section className="card parted" aria-labelledby="try-command">
      <header>
        <h2 id="try-command">{t('policy.try')}</h2>
        <span className="t3 fs12">{t('policy.nothing-run')}</span>
      </header>
      <div className="body col g12">
        <div className="row">
          <input
            {...guard}
            className="input mono grow tryfield"
            aria-label={t('policy.command')}
            spellCheck={false}
            autoComplete="off"
            autoCapitalize="off"
            dir="ltr"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <Button hint="↵" onClick={() => void check(text.trim())}>
            {t('policy.check')}
          </Button>
        </div>
        {shown === null ? <span className="sr" role="status" /> : <Answer answer={shown.answer} />}
        <Examples onTry={tryExample} />
      </div>
    </section>
  );
}

function Answer({ answer }: { readonly answer: Tried['answer'] }) {
  const { t } = useTranslation('policy');
  if ('code' in answer) {
    return (
      <p className="minus" role="alert">
        {wordNotice(t, answer)}
      </p>
    );
  }
  const { verdict, reason, rule } = answer;
  return (
    <Banner tone={TONES[verdict]} icon={ICONS[verdict]}>
      <p>
        <b className="med">{t(`policy.would-${verdict}`)}</b> {wordNotice(t, reason)}
      </p>
      <p className="fs12">
        <Trans t={t} i18nKey="policy.rule" values={{ rule }} components={{ 1: <code /> }} />
      </p>
    </Banner>
  );
}

/** Each with what the policy says to it now. */
function Examples({ onTry }: { readonly onTry: (command: string) => void }) {
  const { t } = useTranslation('policy');
  const model = useModel();
  const policy = useHost((app) => app.settings.policy);
  const sandbox = useHost((app) => app.sandbox.kind);
  const [answers, setAnswers] = useState<readonly PolicyAnswer[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another policy answers anew
  useEffect(() => {
    let over = false;
    void model.policy.check(EXAMPLES).then((done) => {
      if (!over && done.ok) setAnswers(done.value);
    });
    return () => {
      over = true;
    };
  }, [model, policy, sandbox]);
  return (
    <ul className="row wrap examples" aria-label={t('policy.examples')}>
      {EXAMPLES.map((command, index) => {
        const verdict = answers[index]?.verdict;
        const Icon = verdict === undefined ? null : ICONS[verdict];
        return (
          <li key={command}>
            <button type="button" className={`example ${verdict ?? ''}`} onClick={() => onTry(command)}>
              {Icon === null ? null : <Icon className="i-14" aria-hidden="true" />}
              <code>{command}</code>
              {verdict === undefined ? null : <span className="t3">{t(`policy.${SHORT[verdict]}`)}</span>}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
