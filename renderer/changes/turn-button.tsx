/** Undo, or redo once it is undone: quiet on the closed line of a card, in words on the open one. */
import Redo2 from 'lucide-react/icons/redo-2';
import Undo2 from 'lucide-react/icons/undo-2';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../design/button.tsx';
import type { CallChange } from './use-call-change.ts';

const ICONS = { undo: Undo2, redo: Redo2 } as const;

interface TurnProps {
  readonly change: CallChange;
  /** What is taken back, for those who hear it. */
  readonly what: string;
}

export function QuickTurn({ change, what }: TurnProps) {
  const { t } = useTranslation('policy');
  const { way, possible, busy, turn } = change;
  if (!possible) return null;
  return (
    <span className="quick">
      <IconButton
        small
        icon={ICONS[way]}
        label={t(`changes.${way}-of`, { what })}
        tip={t(`changes.${way}`)}
        disabled={busy !== null}
        onClick={turn}
      />
    </span>
  );
}

export function TurnButton({ change, what }: TurnProps) {
  const { t } = useTranslation('policy');
  const { way, possible, busy, turn } = change;
  if (!possible) return null;
  const words = t(busy === null ? `changes.${way}-change` : `changes.busy-${busy}`);
  return (
    <Button small look="ghost" icon={ICONS[way]} disabled={busy !== null} aria-label={t('changes.about', { words, what })} onClick={turn}>
      {words}
    </Button>
  );
}
