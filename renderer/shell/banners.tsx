/** What the person should know before going on: the link, the workspace, and the host's own problems. */
import FolderX from 'lucide-react/icons/folder-x';
import Lock from 'lucide-react/icons/lock';
import ShieldQuestionMark from 'lucide-react/icons/shield-question-mark';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import WifiOff from 'lucide-react/icons/wifi-off';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WorkspaceState } from '#shared/contract/methods';
import type { Notice } from '#shared/schema/notice';
import { Banner } from '../design/banner.tsx';
import { Button } from '../design/button.tsx';
import { byteSize } from '../i18n/format.ts';
import { wordNotice } from '../i18n/notice-words.ts';
import { useApp, useModel } from './model-context.tsx';

export function Banners() {
  const link = useApp((data) => data.link);
  const workspace = useApp((data) => data.app?.workspace ?? null);
  const problems = useApp((data) => data.app?.problems ?? NONE);
  const shown: ReactNode[] = [];
  if (link === 'offline' || link === 'refused') shown.push(<LinkBanner key="link" refused={link === 'refused'} />);
  if (workspace !== null && workspace.state !== 'ready') shown.push(<FolderBanner key="folder" workspace={workspace} />);
  if (workspace !== null && !workspace.trusted && workspace.state !== 'missing') {
    shown.push(<TrustBanner key="trust" workspace={workspace} />);
  }
  // The workspace's own state has its banner already.
  const others = problems.filter((problem) => !OWN_BANNER.has(problem.code));
  shown.push(...others.map((problem) => <ProblemBanner key={`${problem.code} ${problem.detail ?? ''}`} problem={problem} />));
  return shown.length === 0 ? null : <div className="banners">{shown}</div>;
}

const NONE: readonly Notice[] = [];
const OWN_BANNER: ReadonlySet<string> = new Set(['workspace_missing', 'workspace_read_only', 'workspace_moved', 'workspace_untrusted']);

function LinkBanner({ refused }: { readonly refused: boolean }) {
  const { t } = useTranslation();
  // A browser's window belongs to one start of Reins: the next one has another address.
  const electron = useApp((data) => data.app?.shell === 'electron');
  const what = refused ? 'refused-what' : electron ? 'offline-what' : 'offline-browser-what';
  return (
    <Banner tone="danger" icon={WifiOff} title={t(refused ? 'banner.refused' : 'banner.offline')}>
      <p>{t(`banner.${what}`)}</p>
    </Banner>
  );
}

function FolderBanner({ workspace }: { readonly workspace: WorkspaceState }) {
  const { t } = useTranslation();
  const model = useModel();
  const { state, path } = workspace;
  if (state === 'ready') return null;
  const actions = (
    <>
      <Button onClick={() => model.app.open('settings', 'general')}>{t('banner.choose-other')}</Button>
      <Button look="ghost" onClick={() => void model.app.refresh().catch(() => undefined)}>
        {t('banner.check-again')}
      </Button>
    </>
  );
  return (
    <Banner
      tone={state === 'read-only' ? 'warn' : 'danger'}
      icon={state === 'read-only' ? Lock : FolderX}
      title={t(`banner.${state}`)}
      actions={actions}
    >
      <p>{t(`banner.${state}-what`, { path })}</p>
    </Banner>
  );
}

function TrustBanner({ workspace }: { readonly workspace: WorkspaceState }) {
  const { t, i18n } = useTranslation();
  const model = useModel();
  const [reason, setReason] = useState<Notice | null>(null);
  const { path, personaFiles: files } = workspace;
  const actions = (
    <>
      <Button look="primary" onClick={() => void model.app.acceptWorkspace().then(setReason)}>
        {t('banner.accept')}
      </Button>
      <Button onClick={() => model.app.open('settings', 'general')}>{t('banner.choose-other')}</Button>
    </>
  );
  return (
    <Banner tone="warn" icon={ShieldQuestionMark} title={t('banner.untrusted')} actions={actions}>
      <p>{t('banner.untrusted-what', { path, count: files.length })}</p>
      {files.length === 0 ? null : (
        <ul className="files" aria-label={t('banner.untrusted-files')}>
          {files.map((file) => (
            <li key={file.path}>
              <code>{file.path}</code> <span className="t2 num">{byteSize(file.bytes, t, i18n.language)}</span>
            </li>
          ))}
        </ul>
      )}
      {reason === null ? null : <p className="minus">{wordNotice(t, reason)}</p>}
    </Banner>
  );
}

function ProblemBanner({ problem }: { readonly problem: Notice }) {
  const { t } = useTranslation();
  const model = useModel();
  const actions = (
    <Button small onClick={() => void model.app.dismiss(problem.code)}>
      {t('shell.dismiss')}
    </Button>
  );
  return (
    <Banner tone="warn" icon={TriangleAlert} actions={actions}>
      <p>{wordNotice(t, problem)}</p>
    </Banner>
  );
}
