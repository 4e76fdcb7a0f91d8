/** Language, workspace folder, data folder, version. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Settings } from '#shared/schema/settings';
import { Button } from '../design/button.tsx';
import { CopyButton } from '../design/copy-button.tsx';
import { Select } from '../design/select.tsx';
import { useEnterGuard } from '../design/use-enter-guard.ts';
import { useHost, useModel } from '../shell/model-context.tsx';
import { Said } from './said.tsx';
import { useSaved } from './use-saved.ts';

export function GeneralPage() {
  const { t } = useTranslation();
  const { dataFolder, version } = useHost((app) => app);
  return (
    <div className="card rows">
      <LanguageRow />
      <WorkspaceRow />
      <div>
        <div className="grow">
          <b className="med">{t('settings.data')}</b>
          <p className="t3 fs12">{t('settings.data-what')}</p>
          <code className="t2">{dataFolder}</code>
        </div>
        <CopyButton text={dataFolder} label={t('settings.copy-path')} />
      </div>
      <div>
        <b className="med grow">{t('settings.version')}</b>
        <span className="t2 num">{version}</span>
      </div>
    </div>
  );
}

function LanguageRow() {
  const { t } = useTranslation();
  const language = useHost((app) => app.settings.language);
  const { state, save } = useSaved();
  const options: readonly { value: Settings['language']; label: string; lang?: string }[] = [
    { value: 'system', label: t('settings.system') },
    { value: 'en', label: t('settings.english'), lang: 'en' },
    { value: 'zh-CN', label: t('settings.chinese'), lang: 'zh-CN' },
  ];
  return (
    <div>
      <div className="grow">
        <b className="med">{t('settings.language')}</b>
        <p className="t3 fs12">{t('settings.language-what')}</p>
      </div>
      {state === 'saved' ? null : <Said state={state} />}
      <Select label={t('settings.language')} value={language} options={options} onChange={(value) => void save({ language: value })} />
    </div>
  );
}

function WorkspaceRow() {
  const { t } = useTranslation();
  const path = useHost((app) => app.workspace.path);
  // Another folder from elsewhere begins the field anew.
  return <WorkspaceField key={path} path={path} label={t('settings.workspace')} />;
}

function WorkspaceField({ path, label }: { readonly path: string; readonly label: string }) {
  const { t } = useTranslation();
  const model = useModel();
  const { own, picker } = useWorkspaceFacts();
  const [value, setValue] = useState(path);
  const { state, save } = useSaved();
  const keep = async (workspace: string): Promise<void> => {
    if (workspace.trim() === '' && own === '') return setValue(path);
    if (workspace.trim() !== path) await save({ workspace: workspace.trim() });
  };
  const guard = useEnterGuard({ onEnter: () => void keep(value), onEscape: () => setValue(path) });
  const pick = async (): Promise<void> => {
    const chosen = await model.app.pickFolder();
    if (chosen === null) return;
    setValue(chosen);
    await keep(chosen);
  };
  const bad = typeof state === 'object';
  const changed = value.trim() !== path;
  return (
    <div className="stack">
      <div className="grow">
        <b className="med">{label}</b>
        <p className="t3 fs12">{t('settings.workspace-what')}</p>
      </div>
      <div className="wide">
        <input
          {...guard}
          className="input mono"
          aria-label={label}
          aria-invalid={bad}
          spellCheck={false}
          value={value}
          onChange={(event) => setValue(event.target.value)}
        />
        <Said state={state} />
        <div className="act">
          {changed ? <ChangeButtons onSave={() => void keep(value)} onCancel={() => setValue(path)} /> : null}
          {picker ? (
            <Button small onClick={() => void pick()}>
              {t('settings.choose')}
            </Button>
          ) : null}
          {own === '' ? null : (
            <Button small look="ghost" onClick={() => void save({ workspace: '' })}>
              {t('settings.use-default')}
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}

function ChangeButtons({ onSave, onCancel }: { readonly onSave: () => void; readonly onCancel: () => void }) {
  const { t } = useTranslation();
  return (
    <>
      <Button small look="primary" onClick={onSave}>
        {t('shell.save')}
      </Button>
      <Button small onClick={onCancel}>
        {t('shell.cancel')}
      </Button>
    </>
  );
}

/** own: the folder that the settings name, empty for the usual one. picker: only the desktop shell has one. */
function useWorkspaceFacts(): { readonly own: string; readonly picker: boolean } {
  const own = useHost((app) => app.settings.workspace);
  const picker = useHost((app) => app.shell === 'electron');
  return { own, picker };
}
