/** The dialog of one request: what would happen, why it asks, and the answers. Closed unanswered, the request goes on waiting. */
import { Dialog } from 'radix-ui';
import { type KeyboardEvent, useRef } from 'react';
import { useApprovals, useModel } from '../shell/model-context.tsx';
import { placeOf } from '../store/review-state.ts';
import { ApprovalForm } from './approval-form.tsx';
import { isGrave } from './approval-words.ts';
import { SettledForm } from './settled-form.tsx';
import './approvals.css';
import './dialog.css';
import './difference.css';
import './effect.css';
import './panels.css';

/** What the open form does with keys. */
export interface KeyTaker {
  take(event: KeyboardEvent): void;
  /** Escape: true when it had a panel of its own to leave. */
  stepBack(): boolean;
}

export function ApprovalDialog() {
  const model = useModel();
  const review = useApprovals((data) => data.review);
  const waiting = useApprovals((data) => data.waiting);
  const keys = useRef<KeyTaker | null>(null);
  /** The nonce that was on show before: another one for the same id is another request. */
  const before = useRef<{ id: string; nonce: string } | null>(null);
  /** What had the focus before. */
  const origin = useRef<Element | null>(null);
  const { shown } = review;
  if (shown === null) return null;
  if (before.current?.id !== shown.id) before.current = { id: shown.id, nonce: shown.nonce };
  const settled = shown.state !== 'waiting';
  const place = placeOf(review, waiting);
  const leave = (): void => (settled ? model.approvals.goOn() : model.approvals.putAside());
  return (
    <Dialog.Root open onOpenChange={(open) => !open && leave()}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim" />
        <Dialog.Content
          className="dialog"
          role={isGrave(shown) ? 'alertdialog' : 'dialog'}
          aria-describedby="approval-what"
          onOpenAutoFocus={(event) => {
            origin.current = document.activeElement;
            focusDefault(event);
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            giveBack(origin.current);
          }}
          onEscapeKeyDown={(event) => {
            const isHeld = event.isComposing || event.keyCode === 229;
            if (isHeld || keys.current?.stepBack() === true) event.preventDefault();
          }}
          onInteractOutside={(event) => event.preventDefault()}
          onKeyDownCapture={(event) => keys.current?.take(event)}
        >
          {settled ? (
            <SettledForm key={shown.id} approval={shown} more={place.at < place.of} />
          ) : (
            <ApprovalForm
              key={`${shown.id} ${shown.nonce}`}
              approval={shown}
              place={place}
              changed={before.current.nonce !== shown.nonce}
              keys={keys}
            />
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** To where it came from; a button that went with its request leaves it to the message. */
function giveBack(origin: Element | null): void {
  const known =
    origin instanceof HTMLElement && origin.isConnected && origin !== document.body ? origin : document.getElementById('message');
  known?.focus({ preventScroll: true });
}

/** The answer that is safe to slip on, or what stands in for it. */
function focusDefault(event: Event): void {
  event.preventDefault();
  const content = event.currentTarget;
  if (content instanceof HTMLElement) (content.querySelector<HTMLElement>('[data-default]') ?? content).focus();
}
