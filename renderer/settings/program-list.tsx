/** Programs that run unasked, by their full paths. */
import Terminal from 'lucide-react/icons/terminal';
import { useTranslation } from 'react-i18next';
import { Button } from '../design/button.tsx';
import { useHost, useModel } from '../shell/model-context.tsx';
import { listChange, pathFault } from '../store/policy-store.ts';
import { NotSaved } from './not-saved.tsx';
import { PathAdder } from './path-adder.tsx';
import { usePolicyChange } from './use-policy-change.ts';

export function ProgramList() {
  const { t } = useTranslation('policy');
  const model = useModel();
  const allow = useHost((app) => app.settings.policy.commands.allow);
  const mode = useHost((app) => app.settings.policy.commands.mode);
  const os = useHost((app) => app.platform);
  const { reason, run } = usePolicyChange();
  const change = (path: string, act: 'add' | 'remove'): Promise<boolean> =>
    run(
      model.policy.change({
        ...listChange('allow', path, act),
        words: { key: act === 'add' ? 'policy:policy.added' : 'policy:policy.removed', params: { path } },
      }),
    );
  const idle = mode !== 'ask' && mode !== 'allowlist';
  return (
    <section className="col">
      <h2>{t('policy.list')}</h2>
      <div className="card rows">
        {allow.map((path) => (
          <div key={path}>
            <Terminal className="t3" aria-hidden="true" />
            <code className="grow path" dir="ltr">
              {path}
            </code>
            <Button small aria-label={t('policy.remove-of', { path })} onClick={() => void change(path, 'remove')}>
              {t('policy.remove')}
            </Button>
          </div>
        ))}
        {allow.length === 0 ? <p className="t3">{t('policy.list-empty')}</p> : null}
        <PathAdder
          label={t('policy.program')}
          hint={t(os === 'win32' ? 'policy.program-hint-windows' : 'policy.program-hint')}
          action={t('policy.add-program')}
          faultOf={(path) => pathFault(path, { os, known: allow, kind: 'program' })}
          onAdd={(path) => change(path, 'add')}
        />
      </div>
      <p className="t3 fs12">
        {t('policy.list-what')} {idle ? t('policy.list-idle') : ''}
      </p>
      <NotSaved reason={reason} />
    </section>
  );
}
