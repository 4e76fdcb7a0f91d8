/** Keeps a thread at its end while it grows, unless the person has scrolled away. */
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';

/** Pixels from the end that still count as the end. */
const SLACK = 48;

export interface Stick {
  readonly atEnd: boolean;
  onScroll(): void;
  toEnd(): void;
}

/** `subject`: another one begins at its end. */
export function useStick(scroller: RefObject<HTMLElement | null>, content: RefObject<HTMLElement | null>, subject: string): Stick {
  const sticking = useRef(true);
  const [atEnd, setAtEnd] = useState(true);
  const toEnd = useCallback((): void => {
    const element = scroller.current;
    sticking.current = true;
    setAtEnd(true);
    // With nothing in it the invitation stands there, and that is read from its beginning.
    if (element !== null) element.scrollTop = content.current?.hidden === true ? 0 : element.scrollHeight;
  }, [scroller, content]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the subject is what makes it begin again
  useLayoutEffect(() => {
    toEnd();
    const target = content.current;
    if (target === null) return;
    const observer = new ResizeObserver(() => {
      if (sticking.current) toEnd();
    });
    observer.observe(target);
    // A banner above or a taller composer below take from the thread's own height.
    if (scroller.current !== null) observer.observe(scroller.current);
    return () => observer.disconnect();
  }, [scroller, content, toEnd, subject]);
  const onScroll = (): void => {
    const element = scroller.current;
    if (element === null) return;
    const end = element.scrollHeight - element.scrollTop - element.clientHeight < SLACK;
    sticking.current = end;
    setAtEnd(end);
  };
  return { atEnd, onScroll, toEnd };
}
