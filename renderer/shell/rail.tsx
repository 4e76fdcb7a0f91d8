/** The views, at the left or on a phone at the bottom. */

import type { LucideIcon } from 'lucide-react';
import MessageSquare from 'lucide-react/icons/message-square';
import Settings2 from 'lucide-react/icons/settings-2';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { useTranslation } from 'react-i18next';
import { ariaCommand, commandKey } from '../design/command-key.ts';
import { Tooltip } from '../design/tooltip.tsx';
import { useNarrow } from '../design/use-narrow.ts';
import type { View } from '../store/app-store.ts';
import { useApp, useModel, useWaiting } from './model-context.tsx';

function Mark() {
  return (
    <span className="mark" aria-hidden="true">
      <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeLinecap="round" strokeLinejoin="round" role="presentation">
        <circle cx="12" cy="5.5" r="2.75" />
        <path d="M10.2 7.6C6.5 10.5 5 14.5 5 20M13.8 7.6C17.5 10.5 19 14.5 19 20M9.5 20c0-3.6.8-6.2 2.5-8.6 1.7 2.4 2.5 5 2.5 8.6" />
      </svg>
    </span>
  );
}

interface ItemProps {
  readonly view: View;
  readonly icon: LucideIcon;
  readonly label: string;
  /** A key that works outside text fields. */
  readonly shortcut: string;
  /** The key that works everywhere with Ctrl or Cmd. */
  readonly command?: string;
  /** How many wait there, and the label that says so. */
  readonly count?: { readonly value: number; readonly label: string };
}

/** What is shown of a count that grew long. */
const MOST = 99;

function RailItem({ view, icon: Icon, label, shortcut, command, count }: ItemProps) {
  const model = useModel();
  const narrow = useNarrow();
  const current = useApp((data) => data.view === view);
  const button = (
    <button
      type="button"
      className="rail-item"
      aria-current={current ? 'page' : undefined}
      aria-keyshortcuts={command === undefined ? shortcut : `${shortcut} ${ariaCommand(command)}`}
      onClick={() => model.app.open(view)}
    >
      <Icon aria-hidden="true" />
      <span className="label">{label}</span>
      {count === undefined ? null : (
        <>
          <span className="count" aria-hidden="true">
            {count.value > MOST ? `${MOST}+` : count.value}
          </span>
          <span className="sr">{count.label}</span>
        </>
      )}
    </button>
  );
  if (narrow) return button;
  const content = (
    <>
      {label}
      <span className="kbd" aria-hidden="true">
        {shortcut}
      </span>
      {command === undefined ? null : (
        <span className="kbd" aria-hidden="true">
          {commandKey(command)}
        </span>
      )}
    </>
  );
  return (
    <Tooltip side="right" content={content}>
      {button}
    </Tooltip>
  );
}

function ApprovalsItem() {
  const { t } = useTranslation();
  const waiting = useWaiting();
  const count = waiting === 0 ? {} : { count: { value: waiting, label: t('approvals:announce.waits', { count: waiting }) } };
  return <RailItem view="approvals" icon={ShieldCheck} label={t('shell.approvals')} shortcut="2" {...count} />;
}

export function Rail() {
  const { t } = useTranslation();
  return (
    <nav className="rail" aria-label={t('shell.views')}>
      <Mark />
      <RailItem view="chat" icon={MessageSquare} label={t('shell.chat')} shortcut="1" />
      <ApprovalsItem />
      <span className="spacer" />
      <RailItem view="settings" icon={Settings2} label={t('shell.settings')} shortcut="7" command="," />
    </nav>
  );
}
