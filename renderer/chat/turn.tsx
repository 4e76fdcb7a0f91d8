/** One message and everything that came of it. */
import { memo, useRef } from 'react';
import type { RunView } from '../store/project-run.ts';
import { Reply } from './reply.tsx';
import { useNear } from './use-near.ts';
import { UserMessage } from './user-message.tsx';

interface TurnProps {
  readonly run: RunView;
  readonly first: boolean;
  readonly keep: boolean;
  readonly last: boolean;
}

/** A first guess in pixels, for a turn that was never drawn. */
function guessHeight(run: RunView): number {
  const lines = run.message.length / 70 + (run.answer?.text.length ?? 0) / 70;
  return Math.min(4000, 110 + run.calls.length * 34 + Math.ceil(lines) * 24);
}

export const Turn = memo(function Turn({ run, first, keep, last }: TurnProps) {
  const element = useRef<HTMLElement>(null);
  const { near, height } = useNear(element, first, keep);
  const drawn = near || last;
  return (
    <section ref={element} className="turn" style={drawn ? undefined : { minHeight: height ?? guessHeight(run) }}>
      {drawn ? (
        <>
          <UserMessage text={run.message} />
          <Reply run={run} />
        </>
      ) : null}
    </section>
  );
});
