/** The rows of the audit; each opens to everything that was written down of it. */
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useState } from 'react';
import type { AuditEntry } from '#shared/schema/audit';
import { iconOf } from '../chat/tool-words.ts';
import { Badge } from '../design/badge.tsx';
import { IconButton } from '../design/button.tsx';
import { useSessions } from '../shell/model-context.tsx';
import { useMoment } from './approval-head.tsx';
import { AuditUndo } from './audit-undo.tsx';
import { detailsOf, LOOKS, resultOf, sourceKey } from './audit-words.ts';
import { useWords } from './use-words.ts';
import { VisibleCommand } from './visible.tsx';

/** Hexadecimal digits of a hash in the table; the details have the whole. */
const HASH_SHOWN = 6;

export function AuditTable({ entries }: { readonly entries: readonly AuditEntry[] }) {
  const { t } = useWords();
  return (
    <table className="grid">
      <thead>
        <tr>
          <th scope="col">{t('audit.time')}</th>
          <th scope="col">{t('audit.request')}</th>
          <th scope="col">{t('audit.from')}</th>
          <th scope="col">{t('audit.result')}</th>
          <th scope="col" className="r">
            {t('audit.hash')}
          </th>
          <td />
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <Row key={entry.seq} entry={entry} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ entry }: { readonly entry: AuditEntry }) {
  const { t } = useWords();
  const when = useMoment();
  const [open, setOpen] = useState(false);
  const { seq, at, tool, subject, by, hash } = entry;
  const Icon = iconOf(tool);
  const result = resultOf(entry);
  const look = LOOKS[result];
  const source = sourceKey(by);
  return (
    <>
      <tr className={open ? 'open' : ''}>
        <td className="num t2 at">
          <time dateTime={new Date(at).toISOString()}>{when(at)}</time>
        </td>
        <td className="asked">
          <div className="row">
            <Icon className="t2" aria-hidden="true" />
            <code className="ell" dir="ltr">
              {tool === '' || tool === 'exec' ? '' : `${tool} `}
              <VisibleCommand text={subject.slice(0, 300)} />
            </code>
          </div>
        </td>
        <td className="t2 by">{source === null ? by : t(source)}</td>
        <td className="res">
          <Badge tone={look.tone} icon={look.icon}>
            {t(`audit.was-${result}`)}
          </Badge>
        </td>
        <td className="t3 r hash">
          <code>{hash.slice(0, HASH_SHOWN)}</code>
        </td>
        <td className="more">
          <IconButton
            small
            icon={ChevronRight}
            extra={open ? 'turned' : ''}
            label={t('audit.details-of', { seq })}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          />
        </td>
      </tr>
      {open ? (
        <tr className="facts">
          <td colSpan={6}>
            <Details entry={entry} />
            <AuditUndo entry={entry} />
          </td>
        </tr>
      ) : null}
    </>
  );
}

function Details({ entry }: { readonly entry: AuditEntry }) {
  const { t, i18n } = useWords();
  const title = useSessions(({ sessions }) => sessions.find(({ id }) => id === entry.sessionId)?.title);
  const { at, subject, sessionId, runId, callId, hash } = entry;
  const moment = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'full', timeStyle: 'medium' }).format(at);
  const facts: readonly [label: string, value: string][] = [
    [t('audit.time'), moment],
    [t('audit.request'), subject],
    [t('audit.conversation'), title === undefined || title === '' ? sessionId : title],
    [t('audit.run'), runId],
    [t('audit.call'), callId],
    ...detailsOf(entry, t),
    [t('audit.hash'), hash],
  ];
  return (
    <dl className="kv">
      {facts
        .filter(([, value]) => value !== '')
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <code dir="ltr">
                <VisibleCommand text={value} />
              </code>
            </dd>
          </div>
        ))}
    </dl>
  );
}
