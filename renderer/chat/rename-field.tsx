/** A conversation's title, being changed in its place. */
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Session } from '#shared/schema/session';
import { useEnterGuard } from '../design/use-enter-guard.ts';
import { useModel } from '../shell/model-context.tsx';

const TITLE_LIMIT = 200;

interface RenameFieldProps {
  readonly session: Session;
  readonly onDone: () => void;
}

export function RenameField({ session, onDone }: RenameFieldProps) {
  const { t } = useTranslation();
  const model = useModel();
  const [title, setTitle] = useState(session.title);
  const done = useRef(false);
  const finish = async (save: boolean): Promise<void> => {
    // Enter and the blur that follows it are one wish.
    if (done.current) return;
    done.current = true;
    onDone();
    if (!save || title.trim() === '' || title.trim() === session.title) return;
    const reason = await model.sessions.rename(session.id, title.trim());
    if (reason !== null) model.toasts.show({ words: { notice: reason }, tone: 'danger' });
  };
  const guard = useEnterGuard({
    onEnter: () => void finish(true),
    onEscape: () => void finish(false),
    onBlur: () => void finish(true),
  });
  return (
    <input
      {...guard}
      ref={focusAll}
      className="input"
      aria-label={t('chat.rename-label')}
      maxLength={TITLE_LIMIT}
      value={title}
      onChange={(event) => setTitle(event.target.value)}
    />
  );
}

function focusAll(field: HTMLInputElement | null): void {
  field?.focus();
  field?.select();
}
