/** The workspace, and folders beside it that the person granted. */
import Folder from 'lucide-react/icons/folder';
import FolderOpen from 'lucide-react/icons/folder-open';
import { useTranslation } from 'react-i18next';
import { Badge } from '../design/badge.tsx';
import { Button } from '../design/button.tsx';
import { useHost, useModel } from '../shell/model-context.tsx';
import { listChange, pathFault, plainFolder } from '../store/policy-store.ts';
import { NotSaved } from './not-saved.tsx';
import { PathAdder } from './path-adder.tsx';
import { usePolicyChange } from './use-policy-change.ts';

export function FolderList() {
  const { t } = useTranslation('policy');
  const model = useModel();
  const { roots, write } = useHost((app) => app.settings.policy.files);
  const workspace = useHost((app) => app.workspace.path);
  const { reason, run } = usePolicyChange();
  const change = (path: string, act: 'add' | 'remove'): Promise<boolean> =>
    run(
      model.policy.change({
        ...listChange('roots', path, act),
        words: { key: act === 'add' ? 'policy:policy.granted' : 'policy:policy.revoked', params: { path } },
      }),
    );
  const access = t(`policy.access-${write}`);
  return (
    <section className="col">
      <h2>{t('policy.folders')}</h2>
      <div className="card rows">
        <div className="folder">
          <Folder className="t3" aria-hidden="true" />
          <code className="grow path" dir="ltr">
            {workspace}
          </code>
          <Badge>{t('policy.workspace')}</Badge>
          <span className="t2 fs12">{access}</span>
        </div>
        {roots.map((path) => (
          <div key={path} className="folder">
            <Folder className="t3" aria-hidden="true" />
            <code className="grow path" dir="ltr">
              {path}
            </code>
            <span className="t2 fs12">{access}</span>
            <Button small aria-label={t('policy.revoke-of', { path })} onClick={() => void change(path, 'remove')}>
              {t('policy.revoke')}
            </Button>
          </div>
        ))}
        <FolderAdder known={[workspace, ...roots]} onAdd={(path) => change(path, 'add')} />
      </div>
      <p className="t3 fs12">{t('policy.folders-what')}</p>
      <NotSaved reason={reason} />
    </section>
  );
}

interface FolderAdderProps {
  readonly known: readonly string[];
  readonly onAdd: (path: string) => Promise<boolean>;
}

/** Picked where the shell has a picker, else written. */
function FolderAdder({ known, onAdd }: FolderAdderProps) {
  const { t } = useTranslation('policy');
  const model = useModel();
  const os = useHost((app) => app.platform);
  const picker = useHost((app) => app.shell === 'electron');
  const pick = async (): Promise<void> => {
    const chosen = await model.app.pickFolder();
    if (chosen !== null && !known.includes(chosen)) await onAdd(plainFolder(chosen));
  };
  return (
    <PathAdder
      label={t('policy.folder')}
      hint={t(os === 'win32' ? 'policy.folder-hint-windows' : 'policy.folder-hint')}
      action={t('policy.grant-this')}
      faultOf={(path) => pathFault(plainFolder(path), { os, known, kind: 'folder' })}
      onAdd={(path) => onAdd(plainFolder(path))}
    >
      {picker ? (
        <Button icon={FolderOpen} onClick={() => void pick()}>
          {t('settings.choose')}
        </Button>
      ) : null}
    </PathAdder>
  );
}
