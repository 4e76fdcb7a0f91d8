/** The line at the bottom: model, workspace, sandbox, index, policy. Each part says what it is and what to do about it. */
import Box from 'lucide-react/icons/box';
import Cpu from 'lucide-react/icons/cpu';
import Database from 'lucide-react/icons/database';
import Folder from 'lucide-react/icons/folder';
import PackageOpen from 'lucide-react/icons/package-open';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Notice } from '#shared/schema/notice';
import { usePhase } from '../chat/phase-words.ts';
import { Badge } from '../design/badge.tsx';
import { Button } from '../design/button.tsx';
import { Popover, PopoverClose } from '../design/popover.tsx';
import { wordNotice } from '../i18n/notice-words.ts';
import { WindowPart } from '../inspector/window-part.tsx';
import { openRun } from '../store/session-log.ts';
import { useApp, useHost, useModel, useSessions, useThread } from './model-context.tsx';
import { useModelName, useNameOf } from './use-model-name.ts';

export function StatusLine() {
  const { t } = useTranslation();
  return (
    <section className="statusbar" aria-label={t('status.label')}>
      <ModelStatus />
      <WindowPart />
      <span className="push" />
      <WorkspaceStatus />
      <SandboxStatus />
      <IndexStatus />
      <PolicyStatus />
    </section>
  );
}

/** What the open conversation's model does, and whether its name stands beside that. */
function useDoing(): { readonly name: string; readonly words: string } {
  const { t } = useTranslation();
  const nameOf = useNameOf();
  const first = useModelName();
  const link = useApp((data) => data.link);
  const openId = useThread((data) => data.openId);
  const run = useThread((data) => openRun(data.log));
  const chosen = useSessions((data) => data.sessions.find(({ id }) => id === openId)?.model ?? '');
  const phase = usePhase(run?.runId ?? null);
  const name = chosen === '' ? first : nameOf(chosen);
  if (link !== 'online') return { name, words: t('status.offline') };
  if (run?.state === 'waiting') return { name, words: t('status.waiting') };
  if (run?.state !== 'running') return { name, words: t('status.ready') };
  if (phase === null) return { name, words: t('status.working') };
  return { name: phase.named ? '' : nameOf(phase.model), words: phase.words };
}

function ModelStatus() {
  const { t } = useTranslation();
  const model = useModel();
  const { name, words } = useDoing();
  return (
    <button type="button" title={t('status.open-models')} onClick={() => model.app.open('settings', 'models')}>
      <Cpu aria-hidden="true" />
      {name === '' ? null : (
        <>
          <span className="ell">{name}</span>
          <span className="t3">·</span>
        </>
      )}
      <span className="num">{words}</span>
    </button>
  );
}

function WorkspaceStatus() {
  const { t } = useTranslation();
  const model = useModel();
  const { path, state, trusted } = useHost((app) => app.workspace);
  const word = state !== 'ready' ? state : trusted ? null : 'untrusted';
  const name = path.split(/[\\/]/).findLast((part) => part !== '') ?? path;
  const trigger = (
    <button type="button" className={word === null ? '' : 'warn'}>
      <Folder aria-hidden="true" />
      <span className="ell">{name}</span>
      {word === null ? null : <span>{t(`status.badge-${word}`)}</span>}
    </button>
  );
  return (
    <Popover trigger={trigger} label={t('status.workspace-title')} side="top">
      <h3>
        {t('status.workspace-title')}
        {word === null ? null : <Badge tone="warn">{t(`status.badge-${word}`)}</Badge>}
      </h3>
      <code className="path">{path}</code>
      <p className="t2">{t(`status.workspace-${word ?? 'ready'}`)}</p>
      <div className="row">
        <PopoverClose asChild>
          <Button small onClick={() => model.app.open('settings', 'general')}>
            {t('status.workspace-change')}
          </Button>
        </PopoverClose>
      </div>
    </Popover>
  );
}

/** Leads to the page that says why, and the way out. */
function SandboxStatus() {
  const { t } = useTranslation('policy');
  const model = useModel();
  const none = useHost((app) => app.sandbox.kind === 'none');
  const Icon = none ? PackageOpen : Box;
  return (
    <button type="button" className={none ? 'warn' : ''} onClick={() => model.app.open('settings', 'policy')}>
      <Icon aria-hidden="true" />
      <span className="ell">{t(none ? 'policy.status-none' : 'policy.status-on')}</span>
    </button>
  );
}

function PolicyStatus() {
  const { t } = useTranslation('policy');
  const model = useModel();
  const mode = useHost((app) => app.settings.policy.commands.mode);
  return (
    <button type="button" className={mode === 'full' ? 'warn' : ''} onClick={() => model.app.open('settings', 'policy')}>
      <ShieldCheck aria-hidden="true" />
      <span className="ell">{t('policy.status-mode', { mode: t(`policy.short-${mode}`) })}</span>
    </button>
  );
}

function IndexStatus() {
  const { t } = useTranslation();
  const model = useModel();
  const [reason, setReason] = useState<Notice | null>(null);
  const index = useHost((app) => app.index);
  const indexing = index.state === 'indexing';
  const counts = { done: index.done, total: index.total };
  const trigger = (
    <button type="button" className={index.state === 'failed' ? 'warn' : ''}>
      <Database aria-hidden="true" />
      <span>{t(`status.index-${index.state}`, counts)}</span>
      {index.state === 'ready' ? <span className="t3">{t('count.notes', { count: index.files })}</span> : null}
    </button>
  );
  return (
    <Popover trigger={trigger} label={t('status.index-title')} side="top">
      <h3>{t('status.index-title')}</h3>
      <p className="num">
        {indexing
          ? t('status.index-indexing', counts)
          : `${t('count.notes', { count: index.files })} · ${t('count.passages', { count: index.chunks })}`}
      </p>
      {indexing && index.total > 0 ? (
        <div className="meter thin" aria-hidden="true">
          <i style={{ width: `${Math.round((index.done / index.total) * 100)}%` }} />
        </div>
      ) : null}
      <p className="t2">{t(index.state === 'failed' ? 'status.index-failed-what' : 'status.index-what')}</p>
      {reason === null ? null : <p className="minus">{wordNotice(t, reason)}</p>}
      <div className="row">
        <Button small disabled={indexing} onClick={() => void model.app.reindex().then(setReason)}>
          {t('status.index-again')}
        </Button>
      </div>
    </Popover>
  );
}
