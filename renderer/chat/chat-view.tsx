/** The chat: conversations at the left, the open one in the middle. */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../design/sheet.tsx';
import { useNarrow } from '../design/use-narrow.ts';
import { InspectorPane } from '../inspector/inspector-pane.tsx';
import { ChatBar } from './chat-bar.tsx';
import { Composer } from './composer.tsx';
import { LiveRegion } from './live-region.tsx';
import { preloadMarkdown } from './markdown.tsx';
import { SessionList } from './session-list.tsx';
import { Thread } from './thread.tsx';
import './composer.css';
import './session-list.css';
import './thread.css';
import './tool-card.css';

export function ChatView() {
  const { t } = useTranslation();
  const narrow = useNarrow();
  const [listOpen, setListOpen] = useState(false);
  useEffect(preloadMarkdown, []);
  return (
    <div className="panes">
      {narrow ? (
        <Sheet open={listOpen} onOpenChange={setListOpen} title={t('chat.conversations')}>
          <nav className="pane grow" aria-label={t('chat.conversations')}>
            <div className="list pane grow sheetlist">
              <SessionList onPick={() => setListOpen(false)} />
            </div>
          </nav>
        </Sheet>
      ) : (
        <nav className="list pane" aria-label={t('chat.conversations')}>
          <SessionList onPick={() => undefined} />
        </nav>
      )}
      <main className="pane main">
        <ChatBar onList={() => setListOpen(true)} />
        <Thread />
        <Composer />
        <LiveRegion />
      </main>
      <InspectorPane />
    </div>
  );
}
