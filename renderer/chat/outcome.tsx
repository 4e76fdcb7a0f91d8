/** A card that says what happened, what was kept, and what to do. */
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface OutcomeProps {
  readonly icon: LucideIcon;
  readonly danger?: boolean;
  readonly title: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}

export function Outcome({ icon: Icon, danger = false, title, children, actions }: OutcomeProps) {
  return (
    <div className={`outcome${danger ? ' danger' : ''}`}>
      <Icon aria-hidden="true" />
      <div className="grow">
        <h3>{title}</h3>
        {children}
        {actions === undefined ? null : <div className="acts">{actions}</div>}
      </div>
    </div>
  );
}
