/** Lets a growing answer out: redacted, a little held back, told live, and checkpointed so that a crash loses almost nothing. */
/** Characters kept back while streaming, so that a secret is seen whole before any of it is shown. */
export const HELD_BACK = 128;
/** A checkpoint is due after this many milliseconds or characters, whichever comes first. */
export const CHECKPOINT_MS = 500;
export const CHECKPOINT_LENGTH = 2_000;

export interface AnswerWriterParts {
  /** Replaces secrets. */
  readonly mask: (text: string) => string;
  /** Live text and its place in the answer of this step; a place before the end takes the rest back. */
  readonly tell: (offset: number, text: string) => void;
  /** Durable when it returns. */
  readonly checkpoint: (offset: number, text: string) => void;
}

export interface AnswerWriter {
  push(text: string): void;
  /** A second attempt at the same step begins: what was shown is taken back. */
  restart(): void;
  /** The stream has ended: `whole` when its answer is stored at once, else what was shown is kept. */
  end(whole: boolean): void;
}

/** Where a text may be cut without cutting a word or a token in two. */
const SEAM = /[\s\u3000-\u303f\u3400-\u9fff\uff00-\uffef][^\s\u3000-\u303f\u3400-\u9fff\uff00-\uffef]*$/u;

export function createAnswerWriter({ mask, tell, checkpoint }: AnswerWriterParts): AnswerWriter {
  let pending = '';
  let shown = '';
  let kept = 0;
  let timer: NodeJS.Timeout | undefined;
  const keep = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (shown.length > kept) checkpoint(kept, shown.slice(kept));
    kept = shown.length;
  };
  return {
    push(text) {
      pending += text;
      const fresh = releasable(pending, mask);
      if (fresh === '') return;
      pending = pending.slice(fresh.length);
      const safe = mask(fresh);
      tell(shown.length, safe);
      shown += safe;
      if (shown.length - kept >= CHECKPOINT_LENGTH) keep();
      else timer ??= setTimeout(keep, CHECKPOINT_MS);
    },
    restart() {
      if (shown !== '') tell(0, '');
      clearTimeout(timer);
      timer = undefined;
      pending = '';
      shown = '';
      kept = 0;
    },
    end(whole) {
      if (whole) clearTimeout(timer);
      else keep();
    },
  };
}

/** The beginning of the text that can be shown: cut at a seam, and only where no secret lies across the cut. */
function releasable(text: string, mask: (text: string) => string): string {
  if (text.length <= HELD_BACK) return '';
  const seam = SEAM.exec(text.slice(0, text.length - HELD_BACK));
  if (seam === null) return '';
  const head = text.slice(0, seam.index + 1);
  const tail = text.slice(head.length);
  return mask(head) + mask(tail) === mask(text) ? head : '';
}
