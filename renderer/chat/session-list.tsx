/** The conversations: search, groups by day, and a new one. */
import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../design/button.tsx';
import { dayOf } from '../i18n/format.ts';
import { useModel, useSessions, useZone } from '../shell/model-context.tsx';
import { NewConversation } from './new-conversation.tsx';
import { groupSessions } from './session-groups.ts';
import { SessionRow } from './session-row.tsx';
import { useNow } from './use-now.ts';

interface SessionListProps {
  /** A conversation was chosen, or a new one wanted. */
  readonly onPick: () => void;
}

const PAUSE_MS = 180;

export function SessionList({ onPick }: SessionListProps) {
  return (
    <>
      <div className="top">
        <SearchField />
        <NewConversation look="plain" onPick={onPick} />
      </div>
      <div className="scroll">
        <Groups onPick={onPick} />
      </div>
    </>
  );
}

function SearchField() {
  const { t } = useTranslation();
  const model = useModel();
  const [query, setQuery] = useState(() => model.sessions.store.getState().query);
  useEffect(() => {
    const timer = setTimeout(() => void model.sessions.search(query), query === '' ? 0 : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [model, query]);
  return (
    <div className="search">
      <Search aria-hidden="true" />
      <input
        type="search"
        className="input"
        placeholder={t('chat.search')}
        aria-label={t('chat.search-conversations')}
        maxLength={200}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      {query === '' ? null : <IconButton small icon={X} label={t('chat.clear-search')} onClick={() => setQuery('')} />}
    </div>
  );
}

function Groups({ onPick }: SessionListProps) {
  const { t } = useTranslation();
  const zone = useZone();
  const now = useNow();
  const { sessions, found, loaded, query } = useSessions((data) => data);
  const groups = useMemo(() => groupSessions(sessions, now, zone), [sessions, now, zone]);
  const today = dayOf(now, zone);
  if (found !== null && found.length === 0) {
    return (
      <div className="void" role="status">
        <p className="t2">{t('chat.nothing-found', { query: query.trim() })}</p>
        <p>{t('chat.nothing-found-what')}</p>
      </div>
    );
  }
  if (loaded && sessions.length === 0 && found === null) return <p className="void">{t('chat.no-conversations')}</p>;
  const shown = found === null ? groups : [{ name: 'found' as const, sessions: found }];
  return shown.map((group) => (
    <section key={group.name} aria-label={t(`chat.${group.name}`)}>
      <h2 className="group">{t(`chat.${group.name}`)}</h2>
      <ul className="items">
        {group.sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            now={now}
            recent={group.name === 'today' || group.name === 'yesterday' || dayOf(session.updatedAt, zone) === today}
            onPick={onPick}
          />
        ))}
      </ul>
    </section>
  ));
}
