/** The open conversation: its turns, what is on its way, and the way back to the end. */
import ArrowDown from 'lucide-react/icons/arrow-down';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../design/button.tsx';
import { wordNotice } from '../i18n/notice-words.ts';
import { CutBanner } from '../inspector/cut-banner.tsx';
import { useComposer, useModel, useThread } from '../shell/model-context.tsx';
import { EmptyState } from './empty-state.tsx';
import { Outcome } from './outcome.tsx';
import { Sending } from './sending.tsx';
import { Turn } from './turn.tsx';
import { createNearWatch, NearContext, type NearWatch } from './use-near.ts';
import { useStick } from './use-stick.ts';

/** Turns at the end that are drawn at once. */
const FIRST = 8;
/** Above this number of turns what is far away is taken out again. */
const LONG = 200;

export function Thread() {
  const { t } = useTranslation();
  const { openId, log, state } = useThread((data) => data);
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [watch, setWatch] = useState<NearWatch | null>(null);
  const outgoing = useOutgoing(openId);
  const { atEnd, onScroll, toEnd } = useStick(scroller, content, openId ?? '');
  useLayoutEffect(() => {
    if (scroller.current === null) return;
    const made = createNearWatch(scroller.current);
    setWatch(made);
    return () => made.close();
  }, []);
  useHoldPlace(scroller, openId, log.runs[0]?.runId);
  // What the person sends is to be seen.
  useEffect(() => {
    if (outgoing.length > 0) toEnd();
  }, [outgoing.length, toEnd]);
  const empty = log.runs.length === 0 && outgoing.length === 0;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
    <div ref={scroller} className="thread" role="log" aria-live="off" aria-label={t('chat.conversation')} tabIndex={0} onScroll={onScroll}>
      {empty && state === 'ready' ? <EmptyState /> : null}
      <div ref={content} className="thread-in" hidden={empty && state === 'ready'}>
        <NearContext value={watch}>
          {state === 'loading' ? <p className="note">{t('chat.loading')}</p> : null}
          {state === 'failed' ? <LoadFailed /> : null}
          {log.more ? <Earlier key={log.oldest} /> : null}
          {log.runs.map((run, index) => (
            <Turn
              key={run.runId}
              run={run}
              first={index >= log.runs.length - FIRST}
              keep={log.runs.length <= LONG}
              last={index === log.runs.length - 1}
            />
          ))}
          <CutBanner />
          {outgoing.map((message) => (
            <Sending key={message.key} message={message} />
          ))}
        </NearContext>
      </div>
      {atEnd || empty ? null : (
        <div className="to-latest">
          <Button small icon={ArrowDown} onClick={toEnd}>
            {t('chat.latest')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** What is on its way to this conversation and not in its log yet. */
function useOutgoing(openId: string | null) {
  const all = useComposer((data) => data.outgoing);
  const runs = useThread((data) => data.log.runs);
  return all.filter(({ sessionId, runId }) => sessionId === openId && !runs.some((run) => run.runId === runId));
}

function LoadFailed() {
  const { t } = useTranslation();
  const model = useModel();
  const { openId, reason } = useThread((data) => data);
  const actions = (
    <Button look="primary" icon={RotateCcw} onClick={() => void model.thread.open(openId)}>
      {t('chat.load-again')}
    </Button>
  );
  return (
    <Outcome icon={TriangleAlert} danger title={t('chat.load-failed')} actions={actions}>
      {reason === null ? null : <p className="t2">{t('chat.load-failed-what', { reason: wordNotice(t, reason) })}</p>}
    </Outcome>
  );
}

/** Reads the page before when it comes into sight. */
function Earlier() {
  const { t } = useTranslation();
  const model = useModel();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    const scroller = element?.closest('.thread');
    if (element === null || scroller === null || scroller === undefined) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        void model.thread.older();
      },
      { root: scroller, rootMargin: '800px 0px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [model]);
  return (
    <div ref={place}>
      <Button small look="ghost" onClick={() => void model.thread.older()}>
        {t('chat.earlier-messages')}
      </Button>
    </div>
  );
}

/** Keeps what is seen in its place when older turns come in above it; at the very top the browser would not. */
function useHoldPlace(scroller: RefObject<HTMLElement | null>, openId: string | null, first: string | undefined): void {
  const before = useRef({ openId, first, fromEnd: 0 });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const old = before.current;
    if (old.openId === openId && old.first !== undefined && old.first !== first && element.scrollTop < 100) {
      element.scrollTop = element.scrollHeight - old.fromEnd;
    }
    before.current = { openId, first, fromEnd: element.scrollHeight - element.scrollTop };
  });
}
