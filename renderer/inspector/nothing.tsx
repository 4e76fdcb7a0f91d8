/** Where there is nothing to show, or it could not be read. */
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { Button } from '../design/button.tsx';
import { wordNotice } from '../i18n/notice-words.ts';
import { useModel } from '../shell/model-context.tsx';
import type { Reading } from '../store/inspector-store.ts';
import { useWords } from './use-words.ts';

export function Nothing({ title, what }: { readonly title: string; readonly what?: string }) {
  return (
    <div className="sec nothing">
      <p className="med">{title}</p>
      {what === undefined ? null : <p className="t2">{what}</p>}
    </div>
  );
}

/** Nothing unless it failed. */
export function Failed({ reading: { state, reason, value } }: { readonly reading: Reading<unknown> }) {
  const { t } = useWords();
  const { inspector } = useModel();
  if (state !== 'failed' || reason === null) return null;
  const words = wordNotice(t, reason);
  return (
    <div className="sec nothing" role="status">
      <p className="med">{t('inspector.failed')}</p>
      <p className="t2">{value === null ? words : t('inspector.failed-what', { reason: words })}</p>
      <Button small icon={RotateCcw} onClick={() => inspector.refreshSoon()}>
        {t('inspector.again')}
      </Button>
    </div>
  );
}
