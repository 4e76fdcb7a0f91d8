/** Keeps the head and the tail of what a command prints, in bounded memory, and counts the rest. */

/** Bytes kept of each end of a stream. */
export const KEPT = 64 * 1024;
/** Bytes of both streams after which a command is stopped. */
export const OUTPUT_LIMIT = 16 * 1024 * 1024;

export interface Collected {
  readonly head: Uint8Array;
  /** Empty unless something between was left out. */
  readonly tail: Uint8Array;
  /** Bytes left out between the two. */
  readonly gap: number;
  readonly bytes: number;
}

export interface Collector {
  add(piece: Uint8Array): void;
  /** Bytes so far. */
  bytes(): number;
  collected(): Collected;
}

export function createCollector(kept: number = KEPT): Collector {
  const head = Buffer.alloc(kept);
  const ring = Buffer.alloc(kept);
  let total = 0;
  return {
    add(piece) {
      const first = Math.max(0, Math.min(piece.length, kept - total));
      if (first > 0) head.set(piece.subarray(0, first), total);
      // Of what is longer than the ring only its end can stay.
      const rest = piece.subarray(first);
      const last = rest.subarray(Math.max(0, rest.length - kept));
      let at = (total + first - kept + rest.length - last.length) % kept;
      for (let done = 0; done < last.length; ) {
        const fits = Math.min(kept - at, last.length - done);
        ring.set(last.subarray(done, done + fits), at);
        done += fits;
        at = (at + fits) % kept;
      }
      total += piece.length;
    },
    bytes: () => total,
    collected() {
      const behind = Math.max(0, total - kept);
      if (behind === 0) return { head: head.subarray(0, total), tail: new Uint8Array(), gap: 0, bytes: total };
      const inRing = Math.min(behind, kept);
      const end = behind % kept;
      const tail = behind <= kept ? ring.subarray(0, inRing) : Buffer.concat([ring.subarray(end), ring.subarray(0, end)]);
      const gap = behind - inRing;
      // With nothing left out the two are one text.
      return gap === 0
        ? { head: Buffer.concat([head, tail]), tail: new Uint8Array(), gap, bytes: total }
        : { head, tail, gap, bytes: total };
    },
  };
}
