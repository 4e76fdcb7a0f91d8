/** Says which turns of a long thread are near what is seen; the others keep their height and nothing else. */
import { createContext, type RefObject, startTransition, use, useEffect, useRef, useState } from 'react';

/** How far beyond the visible part something is still drawn, in pixels. */
const MARGIN = 1600;

export interface NearWatch {
  watch(element: Element, tell: (near: boolean) => void): () => void;
}

export const NearContext = createContext<NearWatch | null>(null);

/** One observer for all turns of the scrolling element. */
export function createNearWatch(root: Element): NearWatch & { close(): void } {
  const tells = new Map<Element, (near: boolean) => void>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) tells.get(entry.target)?.(entry.isIntersecting);
    },
    { root, rootMargin: `${MARGIN}px 0px` },
  );
  return {
    watch(element, tell) {
      tells.set(element, tell);
      observer.observe(element);
      return () => {
        tells.delete(element);
        observer.unobserve(element);
      };
    },
    close: () => observer.disconnect(),
  };
}

export interface Near {
  readonly near: boolean;
  /** Last height that was measured while it was drawn, in pixels. */
  readonly height: number | null;
}

/** `keep`: once drawn it stays drawn, as in a thread that is not long. */
export function useNear(element: RefObject<HTMLElement | null>, first: boolean, keep: boolean): Near {
  const watch = use(NearContext);
  const [near, setNear] = useState(first);
  const height = useRef<number | null>(null);
  useEffect(() => {
    const target = element.current;
    if (target === null || watch === null) return;
    return watch.watch(target, (seen) => {
      if (!seen && keep) return;
      if (!seen) height.current = target.offsetHeight;
      // Drawing what is about to come into sight gives way to the scrolling itself.
      startTransition(() => setNear(seen));
    });
  }, [element, watch, keep]);
  return { near, height: height.current };
}
