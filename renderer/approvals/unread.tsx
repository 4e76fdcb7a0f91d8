/** What stands where a list could not be read, or has nothing in it. */
import type { LucideIcon } from 'lucide-react';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { Button } from '../design/button.tsx';
import { useWords } from './use-words.ts';

interface FailedProps {
  readonly title: string;
  /** With the reason in it. */
  readonly what: string;
  readonly onAgain: () => void;
}

export function Failed({ title, what, onAgain }: FailedProps) {
  const { t } = useWords();
  return (
    <div className="nothing" role="alert">
      <TriangleAlert className="minus" aria-hidden="true" />
      <div>
        <h3>{title}</h3>
        <p className="t2">{what}</p>
        <Button small onClick={onAgain}>
          {t('queue.again')}
        </Button>
      </div>
    </div>
  );
}

interface NothingProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly what?: string;
}

export function Nothing({ icon: Icon, title, what }: NothingProps) {
  return (
    <div className="nothing">
      <Icon className="t3" aria-hidden="true" />
      <div>
        <h3>{title}</h3>
        {what === undefined ? null : <p className="t2">{what}</p>}
      </div>
    </div>
  );
}
