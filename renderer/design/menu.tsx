/** A menu under a button. */
import type { LucideIcon } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ReactElement } from 'react';

export interface MenuItem {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly danger?: boolean;
  readonly onSelect: () => void;
}

interface MenuProps {
  readonly trigger: ReactElement;
  readonly items: readonly MenuItem[];
  /** Called once the menu is gone and has given back the focus; true keeps the focus where the action put it. */
  readonly keepFocus?: () => boolean;
}

export function Menu({ trigger, items, keepFocus }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className="menu"
          align="end"
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            if (keepFocus?.() === true) event.preventDefault();
          }}
        >
          {items.map(({ label, icon: Icon, danger, onSelect }) => (
            <DropdownMenu.Item key={label} className={danger === true ? 'danger' : ''} onSelect={onSelect}>
              <Icon aria-hidden="true" />
              {label}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
