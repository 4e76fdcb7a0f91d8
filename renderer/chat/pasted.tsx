/** A long text that was pasted: beside the field, with its beginning and its size, and easily removed. */
import FileText from 'lucide-react/icons/file-text';
import X from 'lucide-react/icons/x';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../design/button.tsx';
import { useModel } from '../shell/model-context.tsx';

/** Characters of the beginning that are shown. */
const BEGINNING = 120;

interface PastedProps {
  readonly composerKey: string;
  readonly text: string;
}

export function Pasted({ composerKey, text }: PastedProps) {
  const { t } = useTranslation();
  const { composer, toasts } = useModel();
  const remove = (): void => {
    composer.setPasted(composerKey, '');
    toasts.show({ words: { key: 'composer.pasted-removed' }, tone: 'plain', undo: () => composer.paste(composerKey, text) });
  };
  return (
    <div className="tray">
      <span className="chip">
        <FileText aria-hidden="true" />
        <span className="ell">{text.slice(0, BEGINNING)}</span>
        <span className="t3 num">{t('composer.pasted', { count: text.length })}</span>
        <IconButton small icon={X} label={t('composer.pasted-remove')} onClick={remove} />
      </span>
    </div>
  );
}
