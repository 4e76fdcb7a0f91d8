/** On an opened card: which files a call changed, how, and whether that can be taken back. */
import ChevronRight from 'lucide-react/icons/chevron-right';
import History from 'lucide-react/icons/history';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FileChange } from '#shared/schema/change';
import { byteSize } from '../i18n/format.ts';
import { FileDifference } from './file-difference.tsx';
import { TurnButton } from './turn-button.tsx';
import type { CallChange } from './use-call-change.ts';
import './changes.css';

/** Files that are listed. */
const LISTED = 20;

interface ChangeDetailsProps {
  readonly change: CallChange;
  readonly what: string;
  /** The card is about one file's text: what changed in it is shown at once. */
  readonly about: 'text' | 'files';
}

export function ChangeDetails({ change: call, what, about }: ChangeDetailsProps) {
  const { change, id } = call;
  const files = change?.files ?? [];
  const only = about === 'text' && files.length === 1 ? files[0] : undefined;
  return (
    <>
      {only === undefined ? <Files id={id} files={files} /> : <FileDifference id={id} path={only.path} />}
      <div className="row wrap keptline">
        <KeptWords call={call} />
        <span className="push" />
        <TurnButton change={call} what={what} />
      </div>
    </>
  );
}

function KeptWords({ call: { change, possible } }: { readonly call: CallChange }) {
  const { t } = useTranslation('policy');
  const partly = change?.files.some(({ kept }) => !kept) === true;
  const key = possible ? (partly ? 'kept-partly' : 'kept') : change?.available === false ? 'gone' : 'not-kept';
  return (
    <span className="row t2 fs12">
      <History className="i-14 t3" aria-hidden="true" />
      {t(`changes.${key}`)}
    </span>
  );
}

function Files({ id, files }: { readonly id: string; readonly files: readonly FileChange[] }) {
  const { t } = useTranslation('policy');
  if (files.length === 0) return null;
  const more = files.length - LISTED;
  return (
    <div className="col">
      <h3 className="t3 fs12">{t('changes.files')}</h3>
      <ul className="changed">
        {files.slice(0, LISTED).map((file) => (
          <FileRow key={file.path} id={id} file={file} />
        ))}
      </ul>
      {more > 0 ? <p className="t3 fs12">{t('changes.more', { count: more })}</p> : null}
    </div>
  );
}

function FileRow({ id, file }: { readonly id: string; readonly file: FileChange }) {
  const { t, i18n } = useTranslation('policy');
  const [open, setOpen] = useState(false);
  const size = file.after ?? file.before;
  return (
    <li>
      <button type="button" className="changedrow" aria-expanded={open} onClick={() => setOpen(!open)}>
        <ChevronRight className="chev i-14" aria-hidden="true" />
        <code className="ell" dir="ltr">
          {file.path}
        </code>
        <span className="push t3 fs12 num">
          {t(`changes.${file.change}`)}
          {size === null ? '' : ` · ${byteSize(size, t, i18n.language)}`}
        </span>
      </button>
      {open ? <FileDifference id={id} path={file.path} /> : null}
    </li>
  );
}
