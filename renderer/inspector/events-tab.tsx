/** The events of the newest run, oldest first: when, what, and one line about it. */
import { useMemo } from 'react';
import type { RunEvent } from '#shared/schema/run-event';
import { clockTime } from '../i18n/format.ts';
import { useInspector, useZone } from '../shell/model-context.tsx';
import { eventDetail, eventTone, withoutRepeats } from './event-detail.ts';
import { Failed, Nothing } from './nothing.tsx';
import { useWords } from './use-words.ts';

export function EventsTab() {
  const { t, i18n } = useWords();
  const zone = useZone();
  const none = useInspector((data) => data.sessionId === null);
  const reading = useInspector((data) => data.events);
  const events = useMemo(() => withoutRepeats(reading.value ?? []), [reading.value]);
  const [first] = events;
  if (none || (reading.value !== null && first === undefined)) {
    return <Nothing title={t('inspector.events-none')} what={t('inspector.nothing-what')} />;
  }
  return (
    <>
      <Failed reading={reading} />
      {first === undefined ? null : (
        <section className="sec">
          <h3 className="sect">
            {t('inspector.events-of', { time: clockTime(first.at, i18n.language, zone) })}
            <span className="push num">{t('inspector.events-count', { count: events.length })}</span>
          </h3>
          {first.seq === 1 ? null : <p className="t3 fs12">{t('inspector.events-cut')}</p>}
          <ol className="events">
            {events.map((event) => (
              <Line key={event.cursor} event={event} start={first.at} />
            ))}
          </ol>
        </section>
      )}
    </>
  );
}

/** Seconds since the run began, with two places, as a stopwatch shows them. */
function since(ms: number, language: string): string {
  return `+${new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: false }).format(ms / 1000)}`;
}

function Line({ event, start }: { readonly event: RunEvent; readonly start: number }) {
  const { t, i18n } = useWords();
  const detail = eventDetail(event, { t, language: i18n.language });
  return (
    <li className={eventTone(event)}>
      <span className="at num">{t('unit.s', { value: since(event.at - start, i18n.language) })}</span>
      <span className="what">{event.type}</span>
      {detail === '' ? null : <span className="about">{detail}</span>}
    </li>
  );
}
