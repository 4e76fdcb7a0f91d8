/** What a change did to the text of one file, read when it is wanted. */
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Conflict } from '#shared/schema/change';
import { diffLines } from '../approvals/diff-lines.ts';
import { PlainDiff } from '../approvals/plain-diff.tsx';
import { wholeNumber } from '../i18n/format.ts';
import { wordNotice } from '../i18n/notice-words.ts';
import { useModel } from '../shell/model-context.tsx';
import type { Attempt } from '../store/attempt.ts';
import '../approvals/dialog.css';
import './changes.css';

interface FileDifferenceProps {
  readonly id: string;
  readonly path: string;
}

export function FileDifference({ id, path }: FileDifferenceProps) {
  const { t } = useTranslation('policy');
  const model = useModel();
  const [read, setRead] = useState<Attempt<Conflict> | null>(null);
  useEffect(() => {
    let over = false;
    void model.changes.file(id, path).then((file) => {
      if (!over) setRead(file);
    });
    return () => {
      over = true;
    };
  }, [model, id, path]);
  if (read === null) return <p className="t3 fs12">{t('changes.loading')}</p>;
  if (!read.ok) return <p className="t2 fs12">{t('changes.unread', { reason: wordNotice(t, read.reason) })}</p>;
  const { before, agent, binary } = read.value;
  if (binary) return <p className="t2 fs12">{t('changes.binary')}</p>;
  return <Difference path={path} before={before} after={agent ?? ''} />;
}

interface DifferenceProps {
  readonly path: string;
  readonly before: string | null;
  readonly after: string;
}

export function Difference({ path, before, after }: DifferenceProps) {
  const { t, i18n } = useTranslation('policy');
  const lines = useMemo(() => diffLines(before, after), [before, after]);
  const count = (kind: 'added' | 'removed'): string => wholeNumber(lines.lines.filter((line) => line.kind === kind).length, i18n.language);
  const counts = { added: count('added'), removed: count('removed') };
  return (
    <div className="difference">
      <p className="row fs12">
        <code className="ell t2" dir="ltr">
          {path}
        </code>
        <span className="push num">
          <span className="sr">{t('changes.plus-minus', counts)}</span>
          <span aria-hidden="true">
            <span className="plus">+{counts.added}</span> <span className="minus">−{counts.removed}</span>
          </span>
        </span>
      </p>
      <div className="effect lines">
        <PlainDiff path={path} lines={lines} heard={false} />
      </div>
    </div>
  );
}
