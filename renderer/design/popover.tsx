/** A small card that explains the thing it hangs on. */
import { Popover as Radix } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';

interface PopoverProps {
  readonly trigger: ReactElement;
  /** Read out when it opens. */
  readonly label: string;
  readonly side?: 'top' | 'bottom';
  readonly children: ReactNode;
}

export function Popover({ trigger, label, side = 'bottom', children }: PopoverProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className="popover" aria-label={label} side={side} align="start" sideOffset={6} collisionPadding={8}>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export const PopoverClose = Radix.Close;
