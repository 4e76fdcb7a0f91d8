/** A pane that lies over a narrow window, at its start or its end. */
import { Dialog } from 'radix-ui';
import type { ReactNode } from 'react';

interface SheetProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly side?: 'start' | 'end';
  readonly children: ReactNode;
}

export function Sheet({ open, onOpenChange, title, side = 'start', children }: SheetProps) {
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim" />
        <Dialog.Content className={side === 'end' ? 'sheet end' : 'sheet'} aria-describedby={undefined} onOpenAutoFocus={focusSheet}>
          <Dialog.Title className="sr">{title}</Dialog.Title>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Not the first field in it: on a phone that would open the keyboard over the list. */
function focusSheet(event: Event): void {
  event.preventDefault();
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
}
