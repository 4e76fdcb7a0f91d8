/** Something the person should know now, with the way out. */
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface BannerProps {
  readonly tone: 'plain' | 'warn' | 'danger';
  readonly icon: LucideIcon;
  readonly title?: string;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
}

export function Banner({ tone, icon: Icon, title, children, actions }: BannerProps) {
  return (
    <section className={`banner${tone === 'plain' ? '' : ` ${tone}`}`} role={tone === 'danger' ? 'alert' : 'status'}>
      <Icon aria-hidden="true" />
      <div className="grow">
        {title === undefined ? null : <h2>{title}</h2>}
        <div className={title === undefined ? 'line' : undefined}>
          <div className="grow">{children}</div>
          {actions === undefined ? null : <div className="acts">{actions}</div>}
        </div>
      </div>
    </section>
  );
}
