/** The head of a request: what it is in words, who asks, since when, and how grave it is. */
import { Dialog } from 'radix-ui';
import type { Approval } from '#shared/schema/approval';
import { Badge } from '../design/badge.tsx';
import { clockTime, dayOf, shortDate } from '../i18n/format.ts';
import { useZone } from '../shell/model-context.tsx';
import { iconOfTopic, isGrave, markOf, topicOf, topicValues } from './approval-words.ts';
import type { Seen } from './use-approval-form.ts';
import { useWords } from './use-words.ts';

interface ApprovalHeadProps {
  readonly approval: Approval;
  readonly seen: Seen;
  readonly place: { readonly at: number; readonly of: number };
}

export function ApprovalHead({ approval, seen, place }: ApprovalHeadProps) {
  const { t } = useWords();
  const when = useMoment();
  const topic = topicOf(seen);
  const Icon = iconOfTopic(topic, seen.risk);
  const mark = markOf(seen);
  const { sessionTitle, sessionKind, step, at, parked, state } = approval;
  const asked = { time: when(at) };
  return (
    <header>
      <span className={`ico${isGrave(seen) ? '' : ' calm'}`} aria-hidden="true">
        <Icon />
      </span>
      <div className="grow">
        <Dialog.Title className="title">{t(`title.${topic}`, topicValues(seen))}</Dialog.Title>
        <p className="dots">
          <span>{sessionTitle === '' ? t('chat.untitled') : sessionTitle}</span>
          <span>{t('ask.step', { kind: t(`kind.${sessionKind}`), step })}</span>
          <span>{t(state === 'waiting' ? (parked ? 'ask.asked-alone' : 'ask.asked-at') : 'ask.asked-past', asked)}</span>
        </p>
      </div>
      <div className="marks">
        {place.of > 1 ? <span className="t3 fs12 num">{t('ask.place', place)}</span> : null}
        {seen.checked === null ? null : <Badge tone="accent">{t('risk.edited')}</Badge>}
        <Badge tone={mark.tone} {...(mark.icon === undefined ? {} : { icon: mark.icon })}>
          {t(`risk.${mark.word}`)}
        </Badge>
      </div>
    </header>
  );
}

/** Today the time, else the day with it. */
export function useMoment(): (at: number) => string {
  const { i18n } = useWords();
  const zone = useZone();
  return (at) => {
    const now = Date.now();
    const time = clockTime(at, i18n.language, zone);
    return dayOf(at, zone) === dayOf(now, zone) ? time : `${shortDate(at, now, i18n.language, zone)} ${time}`;
  };
}
