/** What can be done with a conversation, for its row and for the bar above the thread. */
import Pencil from 'lucide-react/icons/pencil';
import Pin from 'lucide-react/icons/pin';
import PinOff from 'lucide-react/icons/pin-off';
import Trash2 from 'lucide-react/icons/trash-2';
import { useTranslation } from 'react-i18next';
import type { Session } from '#shared/schema/session';
import type { MenuItem } from '../design/menu.tsx';
import { useModel } from '../shell/model-context.tsx';

export function useSessionActions(session: Session, onRename: () => void): readonly MenuItem[] {
  const { t } = useTranslation();
  const model = useModel();
  const pin = async (): Promise<void> => {
    const reason = await model.sessions.pin(session.id, !session.pinned);
    if (reason !== null) model.toasts.show({ words: { notice: reason }, tone: 'danger' });
  };
  return [
    { label: t('chat.rename'), icon: Pencil, onSelect: onRename },
    { label: t(session.pinned ? 'chat.unpin' : 'chat.pin'), icon: session.pinned ? PinOff : Pin, onSelect: () => void pin() },
    { label: t('chat.delete'), icon: Trash2, danger: true, onSelect: () => void model.deleteSession(session.id) },
  ];
}
