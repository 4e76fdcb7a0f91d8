/** Buttons: with words, or with an icon whose words are its label and its hint. */
import type { LucideIcon } from 'lucide-react';
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { Tooltip } from './tooltip.tsx';

type Native = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'>;

interface ButtonProps extends Native {
  readonly look?: 'plain' | 'primary' | 'ghost' | 'danger';
  readonly small?: boolean;
  readonly icon?: LucideIcon;
  readonly hint?: string;
  readonly children: ReactNode;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function Button({ look = 'plain', small = false, icon: Icon, hint, children, type = 'button', ...rest }: ButtonProps) {
  return (
    <button {...rest} type={type} className={`btn${look === 'plain' ? '' : ` ${look}`}${small ? ' sm' : ''}`}>
      {Icon === undefined ? null : <Icon aria-hidden="true" />}
      {children}
      {hint === undefined ? null : (
        <span className="kbd" aria-hidden="true">
          {hint}
        </span>
      )}
    </button>
  );
}

interface IconButtonProps extends Native {
  readonly label: string;
  /** What the hint says where it is more than the label. */
  readonly tip?: string;
  readonly icon: LucideIcon;
  readonly look?: 'plain' | 'primary' | 'ghost';
  readonly small?: boolean;
  readonly filled?: boolean;
  readonly extra?: string;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function IconButton({ label, tip, icon: Icon, look = 'ghost', small = false, filled = false, extra, ...rest }: IconButtonProps) {
  const looks = ['btn', look === 'plain' ? '' : look, 'icon', small ? 'sm' : '', filled ? 'fill' : '', extra ?? ''];
  return (
    <Tooltip content={tip ?? label}>
      <button type="button" aria-label={label} {...rest} className={looks.filter((one) => one !== '').join(' ')}>
        <Icon aria-hidden="true" />
      </button>
    </Tooltip>
  );
}
