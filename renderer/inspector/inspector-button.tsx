/** Opens the inspector from the bar above the conversation, at the place where the inspector itself has the button that closes it. */
import PanelRight from 'lucide-react/icons/panel-right';
import { IconButton } from '../design/button.tsx';
import { ariaCommand, commandKey } from '../design/command-key.ts';
import { useInspector, useModel } from '../shell/model-context.tsx';
import { useSheet } from './use-sheet.ts';
import { useWords } from './use-words.ts';

/** The focus goes back here when what had it is gone. */
export const OPENER = 'open-inspector';

export function InspectorButton() {
  const { t } = useWords();
  const { inspector } = useModel();
  const open = useInspector((data) => data.open);
  const sheet = useSheet();
  if (open && !sheet) return null;
  return (
    <IconButton
      id={OPENER}
      icon={PanelRight}
      label={t('inspector.open')}
      tip={t('inspector.open-hint', { key: commandKey('I') })}
      aria-keyshortcuts={ariaCommand('I')}
      onClick={() => inspector.show()}
    />
  );
}
