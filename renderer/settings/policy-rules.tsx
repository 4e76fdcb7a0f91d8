/** The rules that the person's answers made, in short; all of them stand under Approvals. */
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Rule } from '#shared/schema/approval';
import { coverOf } from '../approvals/approval-words.ts';
import { Badge } from '../design/badge.tsx';
import { Button } from '../design/button.tsx';
import { useModel } from '../shell/model-context.tsx';

/** Rules that are shown here. */
const SHOWN = 4;

export function PolicyRules() {
  const { t } = useTranslation('policy');
  const model = useModel();
  const rules = useStore(model.rules.store, (data) => data.rules);
  const state = useStore(model.rules.store, (data) => data.state);
  useEffect(() => {
    if (model.rules.store.getState().state !== 'ready') void model.rules.refresh();
  }, [model]);
  const more = rules.length - SHOWN;
  return (
    <section className="col">
      <div className="row">
        <h2>{t('policy.rules')}</h2>
        <span className="push" />
        <Button small onClick={() => model.app.open('approvals')}>
          {t('policy.rules-all')}
        </Button>
      </div>
      <div className="card rows">
        {rules.slice(0, SHOWN).map((rule) => (
          <RuleRow key={rule.id} rule={rule} />
        ))}
        {state === 'ready' && rules.length === 0 ? <p className="t3">{t('policy.rules-none')}</p> : null}
        {more > 0 ? <p className="t3 fs12">{t('policy.rules-more', { count: more })}</p> : null}
      </div>
      <p className="t3 fs12">{t('policy.rules-what')}</p>
    </section>
  );
}

function RuleRow({ rule }: { readonly rule: Rule }) {
  const { t } = useTranslation('policy');
  const model = useModel();
  const cover = coverOf(rule) || t('approvals:rules.whole');
  const name = rule.name || `${rule.tool} ${cover}`;
  const revoke = async (): Promise<void> => {
    const reason = await model.rules.revoke(rule.id);
    if (reason === null) model.toasts.show({ words: { key: 'policy:policy.rule-revoked', params: { name } }, tone: 'ok' });
    else model.toasts.show({ words: { notice: reason }, tone: 'danger' });
  };
  return (
    <div>
      <div className="grow">
        {rule.name === '' ? null : <b className="med">{rule.name}</b>}
        <p className="t2 path">
          {rule.tool} <code dir="ltr">{cover}</code>
        </p>
      </div>
      <Badge>{t(`policy.rule-${rule.scope}`)}</Badge>
      <Button small aria-label={t('policy.rule-revoke-of', { name })} onClick={() => void revoke()}>
        {t('policy.revoke')}
      </Button>
    </div>
  );
}
