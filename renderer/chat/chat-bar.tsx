/** The bar above the thread: the conversation's title and what can be done with it. */
import Ellipsis from 'lucide-react/icons/ellipsis';
import PanelLeft from 'lucide-react/icons/panel-left';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Session } from '#shared/schema/session';
import { IconButton } from '../design/button.tsx';
import { Menu } from '../design/menu.tsx';
import { useNarrow } from '../design/use-narrow.ts';
import { InspectorButton } from '../inspector/inspector-button.tsx';
import { useSessions, useThread } from '../shell/model-context.tsx';
import { useTitle } from '../shell/use-title.ts';
import { ModelChoice } from './model-choice.tsx';
import { NewConversation } from './new-conversation.tsx';
import { RenameField } from './rename-field.tsx';
import { useSessionActions } from './use-session-actions.ts';

export function ChatBar({ onList }: { readonly onList: () => void }) {
  const { t } = useTranslation();
  const narrow = useNarrow();
  const openId = useThread((data) => data.openId);
  const session = useSessions((data) => data.sessions.find(({ id }) => id === openId)) ?? null;
  const named = session === null || session.title === '' ? null : session.title;
  const title = named ?? t('chat.new-conversation');
  useTitle(named ?? t('shell.chat'));
  return (
    <header className="bar">
      {narrow ? <IconButton icon={PanelLeft} label={t('chat.conversations')} onClick={onList} /> : null}
      {session === null ? <h1 className="ell grow">{title}</h1> : <Title key={session.id} session={session} title={title} />}
      {narrow && openId !== null ? <NewConversation look="ghost" /> : null}
      <InspectorButton />
    </header>
  );
}

function Title({ session, title }: { readonly session: Session; readonly title: string }) {
  const { t } = useTranslation();
  const [renaming, setRenaming] = useState(false);
  const actions = useSessionActions(session, () => setRenaming(true));
  return (
    <>
      {renaming ? (
        <div className="grow">
          <RenameField session={session} onDone={() => setRenaming(false)} />
        </div>
      ) : (
        <h1 className="ell grow">{title}</h1>
      )}
      <ModelChoice session={session} />
      <Menu
        items={actions}
        keepFocus={() => document.activeElement?.tagName === 'INPUT'}
        trigger={<IconButton icon={Ellipsis} label={t('chat.more')} />}
      />
    </>
  );
}
