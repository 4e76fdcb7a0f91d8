/** Which commands run: five modes, the last of them behind a question. */
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { commandModeSchema } from '#shared/schema/policy';
import { Banner } from '../design/banner.tsx';
import { Button } from '../design/button.tsx';
import { Choice } from '../design/choice.tsx';
import { useHost, useModel } from '../shell/model-context.tsx';
import { NotSaved } from './not-saved.tsx';
import { type PolicyChanging, usePolicyChange } from './use-policy-change.ts';

export function CommandModes() {
  const { t } = useTranslation('policy');
  const model = useModel();
  const mode = useHost((app) => app.settings.policy.commands.mode);
  const asksFull = useStore(model.policy.store, (data) => data.asksFull);
  const changing = usePolicyChange();
  return (
    <section className="col">
      <h2>{t('policy.commands')}</h2>
      <Choice
        label={t('policy.commands')}
        value={mode}
        options={commandModeSchema.options.map((value) => ({
          value,
          label: t(`policy.mode-${value}`),
          what: t(`policy.mode-${value}-what`),
        }))}
        onChange={(value) => void changing.run(model.policy.setMode(value))}
      />
      {asksFull ? <FullWarning changing={changing} /> : null}
      <p className="t3 fs12">{t('policy.commands-what')}</p>
      <NotSaved reason={changing.reason} />
    </section>
  );
}

function FullWarning({ changing }: { readonly changing: PolicyChanging }) {
  const { t } = useTranslation('policy');
  const model = useModel();
  const open = useHost((app) => app.sandbox.kind === 'none');
  const actions = (
    <>
      <Button onClick={() => model.policy.dropFull()}>{t('policy.full-no')}</Button>
      <Button look="danger" onClick={() => void changing.run(model.policy.confirmFull())}>
        {t('policy.full-yes')}
      </Button>
    </>
  );
  return (
    <Banner tone="danger" icon={TriangleAlert} title={t('policy.full-sure')} actions={actions}>
      <p>{t('policy.full-sure-what')}</p>
      {open ? <p>{t('policy.full-sure-open')}</p> : null}
    </Banner>
  );
}
