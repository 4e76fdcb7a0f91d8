/** A word, often with an icon, on a soft ground; never colour alone. */
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface BadgeProps {
  readonly tone?: 'plain' | 'line' | 'ok' | 'warn' | 'danger' | 'accent';
  readonly icon?: LucideIcon;
  readonly children: ReactNode;
}

export function Badge({ tone = 'plain', icon: Icon, children }: BadgeProps) {
  return (
    <span className={`badge${tone === 'plain' ? '' : ` ${tone}`}`}>
      {Icon === undefined ? null : <Icon aria-hidden="true" />}
      {children}
    </span>
  );
}
