/** Opens a request of the conversation in sight by itself: only in front, only when nothing floats, never into somebody's typing. */
import { useEffect, useRef } from 'react';
import { useApp, useApprovals, useModel, useThread } from '../shell/model-context.tsx';

/** Milliseconds after the last key in a field in which somebody may still be writing. */
const TYPING_MS = 800;
/** How often (ms) it is looked again while a request could open. */
const LOOK_MS = 200;

const FLOATS = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

function writesInto(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.tagName === 'INPUT' || target.tagName === 'TEXTAREA');
}

/** Whether somebody writes now: composing, or a key not long ago. Enter ends what was written. */
function useTyping(): () => boolean {
  const composing = useRef(false);
  const last = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!writesInto(event.target)) return;
      const sends = event.key === 'Enter' && !event.shiftKey && !event.isComposing && event.keyCode !== 229;
      last.current = sends ? Number.NEGATIVE_INFINITY : performance.now();
    };
    const start = (): void => {
      composing.current = true;
    };
    // A composition that loses its field ends without saying so.
    const end = (): void => {
      composing.current = false;
    };
    window.addEventListener('keydown', onKey, true);
    window.addEventListener('compositionstart', start, true);
    window.addEventListener('compositionend', end, true);
    window.addEventListener('focusout', end, true);
    return () => {
      window.removeEventListener('keydown', onKey, true);
      window.removeEventListener('compositionstart', start, true);
      window.removeEventListener('compositionend', end, true);
      window.removeEventListener('focusout', end, true);
    };
  }, []);
  return () => composing.current || performance.now() - last.current < TYPING_MS;
}

export function useScene(): void {
  const model = useModel();
  const sessionId = useThread((data) => data.openId);
  const inSight = useApp((data) => data.view === 'chat');
  const could = useApprovals(
    ({ waiting, review }) =>
      inSight && review.shown === null && waiting.some((one) => one.sessionId === sessionId && !review.aside.has(one.id)),
  );
  const typing = useTyping();
  const look = useRef(() => {});
  look.current = () => {
    const inFront = document.visibilityState === 'visible' && document.hasFocus();
    model.approvals.look({ sessionId, free: inFront && !typing() && document.querySelector(FLOATS) === null });
  };
  useEffect(() => {
    if (!could) return;
    look.current();
    const timer = setInterval(() => look.current(), LOOK_MS);
    return () => clearInterval(timer);
  }, [could]);
}
