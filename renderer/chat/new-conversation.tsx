/** Begins a new conversation; its hint names the key where that key comes through. */
import Plus from 'lucide-react/icons/plus';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../design/button.tsx';
import { ariaCommand, commandKey } from '../design/command-key.ts';
import { useHost, useModel } from '../shell/model-context.tsx';

interface NewConversationProps {
  readonly look: 'plain' | 'ghost';
  readonly onPick?: () => void;
}

/** A tab of a browser keeps Ctrl+N for itself; a window of its own hands it on. */
const IN_TAB = '(display-mode: browser)';

export function NewConversation({ look, onPick }: NewConversationProps) {
  const { t } = useTranslation();
  const model = useModel();
  const electron = useHost((app) => app.shell === 'electron');
  const key = electron || !matchMedia(IN_TAB).matches;
  const label = t('chat.new-conversation');
  const create = (): void => {
    void model.openSession(null);
    onPick?.();
  };
  return (
    <IconButton
      look={look}
      icon={Plus}
      label={label}
      {...(key ? { tip: t('chat.new-conversation-hint', { key: commandKey('N') }), 'aria-keyshortcuts': ariaCommand('N') } : {})}
      onClick={create}
    />
  );
}
