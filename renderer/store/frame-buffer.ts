/** Collects what a stream brings between two frames, in order, and hands it over once. */
import type { RunEvent } from '#shared/schema/run-event';
import type { Delta } from './session-log.ts';

type Item = RunEvent | Delta;

interface Parts {
  readonly frame: (run: () => void, heavy: boolean) => void;
  /** While false everything is kept back. */
  readonly ready: () => boolean;
  readonly heavy: () => boolean;
  readonly take: (items: readonly Item[]) => void;
}

export interface FrameBuffer {
  add(item: Item): void;
  /** Hands over what is there now. */
  flush(): void;
  clear(): void;
}

export function createBuffer({ frame, ready, heavy, take }: Parts): FrameBuffer {
  let items: Item[] = [];
  let scheduled = false;
  const flush = (): void => {
    if (!ready()) return;
    const all = items;
    items = [];
    take(all);
  };
  return {
    flush,
    add(item) {
      const last = items.at(-1);
      if (last !== undefined && !('seq' in last) && !('seq' in item) && continues(last, item)) {
        items[items.length - 1] = { ...last, text: last.text + item.text };
      } else items.push(item);
      if (scheduled) return;
      scheduled = true;
      frame(() => {
        scheduled = false;
        flush();
      }, heavy());
    },
    clear() {
      items = [];
    },
  };
}

/** A frame may bring many small pieces; one that follows on another is one with it. */
function continues(last: Delta, next: Delta): boolean {
  return last.runId === next.runId && last.step === next.step && last.offset + last.text.length === next.offset;
}
