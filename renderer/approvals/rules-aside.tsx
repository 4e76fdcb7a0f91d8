/** The rules that answers made: what each covers, how often it was used, its name, and a way to revoke it. */
import ListChecks from 'lucide-react/icons/list-checks';
import { useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Rule } from '#shared/schema/approval';
import { Button } from '../design/button.tsx';
import { wordNotice } from '../i18n/notice-words.ts';
import { useHost, useModel, useSessions } from '../shell/model-context.tsx';
import { useMoment } from './approval-head.tsx';
import { coverOf, reachOf } from './approval-words.ts';
import { RuleName, useRuleTitle } from './rule-name.tsx';
import { Failed, Nothing } from './unread.tsx';
import { useWords } from './use-words.ts';
import { VisibleCommand } from './visible.tsx';

export function RulesAside() {
  const { t } = useWords();
  const model = useModel();
  const { rules, state, reason } = useStore(model.rules.store);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
    <aside className="split-side" aria-label={t('rules.region')} tabIndex={0}>
      <div className="side-head">
        <h2>{t('rules.heading')}</h2>
        <p className="t3 fs12">{t('rules.lead')}</p>
      </div>
      {reason === null ? null : (
        <Failed
          title={t('rules.failed')}
          what={t('rules.failed-what', { reason: wordNotice(t, reason) })}
          onAgain={() => void model.rules.refresh()}
        />
      )}
      {state === 'ready' && rules.length === 0 ? <Nothing icon={ListChecks} title={t('rules.empty')} what={t('rules.empty-what')} /> : null}
      <ul>
        {rules.map((rule) => (
          <RuleRow key={rule.id} rule={rule} />
        ))}
      </ul>
    </aside>
  );
}

function RuleRow({ rule }: { readonly rule: Rule }) {
  const { t } = useWords();
  const reach = reachOf(rule);
  return (
    <li className="rule">
      <div className="grow">
        <RuleName rule={rule} />
        <p className="covers t2">
          <code dir="ltr">
            {rule.tool === 'exec' ? '' : `${rule.tool} `}
            <VisibleCommand text={coverOf(rule)} />
          </code>{' '}
          {reach === 'folder' ? <span className="fs12 t3">{t('rules.all-below')}</span> : null}
          {reach === 'workspace' ? <span className="fs12 t3">{t('rules.whole')}</span> : null}
        </p>
        <RuleFacts rule={rule} />
      </div>
      <Revoke rule={rule} />
    </li>
  );
}

function RuleFacts({ rule }: { readonly rule: Rule }) {
  const { t } = useWords();
  const when = useMoment();
  const workspace = useHost((app) => app.workspace.path);
  const title = useSessions(({ sessions }) => sessions.find(({ id }) => id === rule.sessionId)?.title) ?? '';
  const { scope, uses, lastUsedAt, match } = rule;
  const session = title === '' ? t('rules.session') : t('rules.session-of', { title });
  const facts = [
    scope === 'always' ? t('rules.always') : session,
    t('rules.used', { count: lastUsedAt === null ? 0 : uses, last: lastUsedAt === null ? '' : when(lastUsedAt) }),
    ...(match.kind === 'command' && Object.keys(match.pinned).length > 0 ? [t('rules.pinned')] : []),
    ...(rule.workspace === '' || rule.workspace === workspace ? [] : [t('rules.elsewhere', { workspace: rule.workspace })]),
  ];
  return <p className="fs12 t3">{facts.join(' · ')}</p>;
}

/** At once, after one question in its place: a revoked rule cannot be brought back. */
function Revoke({ rule }: { readonly rule: Rule }) {
  const { t } = useWords();
  const model = useModel();
  const name = useRuleTitle(rule);
  const [asking, setAsking] = useState(false);
  const keep = useRef<HTMLButtonElement>(null);
  const ask = (): void => {
    setAsking(true);
    requestAnimationFrame(() => keep.current?.focus());
  };
  const revoke = async (): Promise<void> => {
    const reason = await model.rules.revoke(rule.id);
    if (reason === null) model.toasts.show({ words: { key: 'approvals:rules.revoked' }, tone: 'ok' });
    else model.toasts.show({ words: { notice: reason }, tone: 'danger' });
  };
  if (!asking) {
    return (
      <Button small aria-label={t('rules.revoke-of', { name })} onClick={ask}>
        {t('rules.revoke')}
      </Button>
    );
  }
  return (
    <fieldset className="sure">
      <legend className="fs12 t2">{t('rules.sure')}</legend>
      <Button small look="danger" onClick={() => void revoke()}>
        {t('rules.revoke')}
      </Button>
      <Button ref={keep} small onClick={() => setAsking(false)}>
        {t('rules.keep')}
      </Button>
    </fieldset>
  );
}
