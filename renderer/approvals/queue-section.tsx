/** What waits, oldest first, in all conversations. */
import CircleCheck from 'lucide-react/icons/circle-check';
import Pause from 'lucide-react/icons/circle-pause';
import { useLayoutEffect, useRef } from 'react';
import type { Approval } from '#shared/schema/approval';
import { Badge } from '../design/badge.tsx';
import { Button } from '../design/button.tsx';
import { byteSize } from '../i18n/format.ts';
import { wordNotice } from '../i18n/notice-words.ts';
import { useApprovals, useModel } from '../shell/model-context.tsx';
import type { Answer } from '../store/approvals-store.ts';
import { QUIET_MS } from './answer-guard.ts';
import { useMoment } from './approval-head.tsx';
import { firstSentence, iconOfTopic, isGrave, isQuick, markOf, subjectLine, topicOf, topicValues } from './approval-words.ts';
import { Failed, Nothing } from './unread.tsx';
import { useWords } from './use-words.ts';
import { VisibleCommand } from './visible.tsx';

/** Rows that have just moved take no answer: it was meant for what stood there before. */
function useSteady(ids: string): () => boolean {
  const since = useRef({ ids, at: Number.NEGATIVE_INFINITY });
  useLayoutEffect(() => {
    if (since.current.ids !== ids) since.current = { ids, at: performance.now() };
  }, [ids]);
  return () => performance.now() - since.current.at >= QUIET_MS;
}

export function QueueSection() {
  const { t } = useWords();
  const model = useModel();
  const { waiting, state, reason } = useApprovals((data) => data);
  const isSteady = useSteady(waiting.map(({ id }) => id).join(' '));
  return (
    <section className="part">
      <div className="part-head">
        <h2>{t('queue.heading')}</h2>
        <span className="t3 fs12">{t('queue.same')}</span>
      </div>
      <div className="card">
        {reason === null ? null : (
          <Failed
            title={t('queue.failed')}
            what={t('queue.failed-what', { reason: wordNotice(t, reason) })}
            onAgain={() => void model.approvals.refresh()}
          />
        )}
        {state === 'unread' ? <p className="nothing t3">{t('queue.reading')}</p> : null}
        {state === 'ready' && waiting.length === 0 ? (
          <Nothing icon={CircleCheck} title={t('queue.empty')} what={t('queue.empty-what')} />
        ) : null}
        <ul className="waitlist">
          {waiting.map((approval, index) => (
            <QueueRow key={approval.id} approval={approval} first={index === 0} isSteady={isSteady} />
          ))}
        </ul>
      </div>
    </section>
  );
}

interface QueueRowProps {
  readonly approval: Approval;
  /** The oldest one carries the primary button: one a group. */
  readonly first: boolean;
  readonly isSteady: () => boolean;
}

function QueueRow({ approval, first, isSteady }: QueueRowProps) {
  const { t } = useWords();
  const model = useModel();
  const topic = topicOf(approval);
  const Icon = iconOfTopic(topic, approval.risk);
  const mark = markOf(approval);
  const what = t(`what.${topic}`, topicValues(approval));
  const subject = subjectLine(approval);
  const named = { what: `${what}, ${subject}` };
  const answer = async (given: Answer): Promise<void> => {
    if (!isSteady()) return;
    const done = await model.approvals.decide(approval, given);
    if (done?.ok === false) model.toasts.show({ words: { notice: done.reason }, tone: 'danger' });
    if (done?.ok === true && done.value.state === 'void') model.toasts.show({ words: { key: 'approvals:queue.void' }, tone: 'plain' });
  };
  return (
    <li>
      <Icon className={isGrave(approval) ? 'minus' : 't2'} aria-hidden="true" />
      <div className="grow">
        <div className="row wrap">
          <h3>{what}</h3>
          <Badge tone={mark.tone} {...(mark.icon === undefined ? {} : { icon: mark.icon })}>
            {t(`risk.${mark.word}`)}
          </Badge>
          {approval.parked ? <Badge icon={Pause}>{t('risk.parked')}</Badge> : null}
        </div>
        <code className="ell subject" dir="ltr">
          <VisibleCommand text={subject.slice(0, 400)} />
        </code>
        <Facts approval={approval} />
      </div>
      <div className="acts">
        <Button small aria-label={t('queue.deny-of', named)} onClick={() => void answer({ answer: 'deny' })}>
          {t('ask.deny')}
        </Button>
        {isQuick(approval) ? (
          <Button small aria-label={t('queue.once-of', named)} onClick={() => void answer({ answer: 'once' })}>
            {t('ask.once')}
          </Button>
        ) : null}
        <Button
          small
          look={first ? 'primary' : 'plain'}
          aria-label={t('queue.review-of', named)}
          onClick={() => model.approvals.review(approval, 'one')}
        >
          {t('queue.review')}
        </Button>
      </div>
    </li>
  );
}

/** Who asks, since when, how much it is about, and the first reason. */
function Facts({ approval }: { readonly approval: Approval }) {
  const { t, i18n } = useWords();
  const when = useMoment();
  const { sessionTitle, sessionKind, at, effect, reasons } = approval;
  const out = effect.targets.filter(({ where }) => where === 'outside').length;
  const files = t('count.files', { count: effect.files });
  const amount =
    effect.files === 0 ? [] : [effect.more ? t('effect.more-than', { value: files }) : files, byteSize(effect.bytes, t, i18n.language)];
  const facts = [
    `${sessionTitle === '' ? t('chat.untitled') : sessionTitle}, ${t(`kind.${sessionKind}`)}`,
    when(at),
    ...amount,
    ...(out === 0 ? [] : [t('queue.outside', { count: out })]),
  ];
  const [reason] = reasons;
  return (
    <>
      <p className="fs12 t3">{facts.join(' · ')}</p>
      {reason === undefined ? null : <p className="fs12 t3">{firstSentence(wordNotice(t, reason))}</p>}
    </>
  );
}
