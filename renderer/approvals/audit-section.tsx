/** The audit: a filtered table, page by page, with the state of its chain. */
import Link2 from 'lucide-react/icons/link-2';
import Link2Off from 'lucide-react/icons/link-2-off';
import ScrollText from 'lucide-react/icons/scroll-text';
import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { ToggleGroup } from 'radix-ui';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { Badge } from '../design/badge.tsx';
import { Banner } from '../design/banner.tsx';
import { Button, IconButton } from '../design/button.tsx';
import { wordNotice } from '../i18n/notice-words.ts';
import { useModel } from '../shell/model-context.tsx';
import type { AuditOnly } from '../store/audit-store.ts';
import { AuditTable } from './audit-table.tsx';
import { Failed, Nothing } from './unread.tsx';
import { useWords } from './use-words.ts';

export function AuditSection() {
  const { t } = useWords();
  const model = useModel();
  const { entries, more, state, reason, query, only } = useStore(model.audit.store);
  const isFiltered = query.trim() !== '' || only !== 'all';
  return (
    <section className="part">
      <div className="part-head wraps">
        <h2>{t('audit.heading')}</h2>
        <Chain />
        <span className="push" />
        <FilterField />
        <OnlyDenied />
      </div>
      <BrokenChain />
      <div className="card audit">
        {reason === null ? null : (
          <Failed
            title={t('audit.failed')}
            what={t('audit.failed-what', { reason: wordNotice(t, reason) })}
            onAgain={() => void model.audit.refresh()}
          />
        )}
        {state === 'unread' || (state === 'reading' && entries.length === 0) ? <p className="nothing t3">{t('audit.reading')}</p> : null}
        {state === 'ready' && entries.length === 0 ? (
          isFiltered ? (
            <Nothing icon={Search} title={t('audit.nothing')} />
          ) : (
            <Nothing icon={ScrollText} title={t('audit.empty')} what={t('audit.empty-what')} />
          )
        ) : null}
        {entries.length === 0 ? null : <AuditTable entries={entries} />}
      </div>
      {more ? (
        <div className="row older">
          <Button small onClick={() => void model.audit.older()}>
            {t('audit.older')}
          </Button>
        </div>
      ) : null}
    </section>
  );
}

function Chain() {
  const { t } = useWords();
  const report = useStore(useModel().audit.store, (data) => data.report);
  if (report === null) return null;
  if (report.intact) {
    return (
      <Badge tone="ok" icon={Link2}>
        {t('audit.intact', { count: report.entries })}
      </Badge>
    );
  }
  return (
    <Badge tone="danger" icon={Link2Off}>
      {t('audit.broken', { at: report.brokenAt ?? 1 })}
    </Badge>
  );
}

function BrokenChain() {
  const { t } = useWords();
  const report = useStore(useModel().audit.store, (data) => data.report);
  if (report === null || report.intact) return null;
  return (
    <Banner tone="danger" icon={Link2Off}>
      {t('audit.broken-what', { at: report.brokenAt ?? 1 })}
    </Banner>
  );
}

const PAUSE_MS = 180;

function FilterField() {
  const { t } = useWords();
  const model = useModel();
  const [query, setQuery] = useState(() => model.audit.store.getState().query);
  useEffect(() => {
    if (query === model.audit.store.getState().query) return;
    const timer = setTimeout(() => void model.audit.filter({ query }), query === '' ? 0 : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [model, query]);
  return (
    <div className="search">
      <Search aria-hidden="true" />
      <input
        type="search"
        className="input"
        placeholder={t('audit.filter')}
        aria-label={t('audit.filter-label')}
        maxLength={200}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      {query === '' ? null : <IconButton small icon={X} label={t('audit.clear')} onClick={() => setQuery('')} />}
    </div>
  );
}

const SEGMENTS: readonly AuditOnly[] = ['all', 'denied'];

function OnlyDenied() {
  const { t } = useWords();
  const model = useModel();
  const only = useStore(model.audit.store, (data) => data.only);
  const pick = (value: string): void => {
    const next = SEGMENTS.find((one) => one === value);
    if (next !== undefined) void model.audit.filter({ only: next });
  };
  return (
    <ToggleGroup.Root type="single" className="seg" aria-label={t('audit.show')} value={only} onValueChange={pick}>
      {SEGMENTS.map((one) => (
        <ToggleGroup.Item key={one} value={one}>
          {t(`audit.${one}`)}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
