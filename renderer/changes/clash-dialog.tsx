/** A file was changed after the assistant's change: its three states, and the person's word. */
import { Dialog } from 'radix-ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Conflict } from '#shared/schema/change';
import { Button } from '../design/button.tsx';
import { Select } from '../design/select.tsx';
import { useApprovals, useChanges, useModel } from '../shell/model-context.tsx';
import type { Clash } from '../store/changes-store.ts';
import { Difference } from './file-difference.tsx';
import './changes.css';

/** One dialog at a time: a request for approval goes before. */
export function ClashDialog() {
  const model = useModel();
  const clash = useChanges((data) => data.clash);
  const asked = useApprovals((data) => data.review.shown !== null);
  if (clash === null || asked) return null;
  return (
    <Dialog.Root open onOpenChange={(open) => !open && model.changes.keepMine()}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim" />
        <Dialog.Content
          className="clash"
          role="alertdialog"
          onOpenAutoFocus={focusKeep}
          onInteractOutside={(event) => event.preventDefault()}
        >
          <Body key={clash.change.id} clash={clash} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The answer that is safe to slip on. */
function focusKeep(event: Event): void {
  event.preventDefault();
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.querySelector<HTMLElement>('[data-default]')?.focus();
}

function Body({ clash: { change, way, conflicts } }: { readonly clash: Clash }) {
  const { t } = useTranslation('policy');
  const model = useModel();
  const busy = useChanges((data) => data.busy[change.id] !== undefined);
  const [path, setPath] = useState(conflicts[0]?.path ?? '');
  const conflict = conflicts.find((one) => one.path === path) ?? conflicts[0];
  return (
    <>
      <header>
        <Dialog.Title>{t('changes.clash')}</Dialog.Title>
        <Dialog.Description className="t2">{t(`changes.clash-lead-${way}`, { count: conflicts.length })}</Dialog.Description>
      </header>
      <div className="states">
        {conflicts.length > 1 ? (
          <Select
            label={t('changes.clash-file')}
            value={path}
            options={conflicts.map((one) => ({ value: one.path, label: one.path }))}
            onChange={setPath}
          />
        ) : null}
        {conflict === undefined ? null : <States conflict={conflict} />}
      </div>
      <footer>
        <span className="t3 fs12 grow">{t('changes.clash-kept')}</span>
        <Button look="danger" disabled={busy} onClick={() => void model.changes.turn(change.id, way, true)}>
          {t(`changes.anyway-${way}`)}
        </Button>
        <Button look="primary" data-default="" onClick={() => model.changes.keepMine()}>
          {t('changes.keep-mine')}
        </Button>
      </footer>
    </>
  );
}

/** What stood first, then each step as what it changed. */
function States({ conflict: { path, before, agent, now, binary } }: { readonly conflict: Conflict }) {
  const { t } = useTranslation('policy');
  if (binary) return <p className="t2">{t('changes.binary')}</p>;
  return (
    <>
      <div className="col">
        <h3>{t('changes.clash-before')}</h3>
        <Whole text={before} label={t('changes.clash-before')} />
      </div>
      <div className="steps">
        <Step path={path} title={t('changes.clash-agent')} before={before} after={agent} />
        <Step path={path} title={t('changes.clash-now')} before={agent} after={now} />
      </div>
    </>
  );
}

function Whole({ text, label }: { readonly text: string | null; readonly label: string }) {
  const { t } = useTranslation('policy');
  if (text === null) return <p className="t3">{t('changes.clash-not-there')}</p>;
  if (text === '') return <p className="t3">{t('changes.clash-empty')}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
    <section className="code" aria-label={label} tabIndex={0}>
      {text}
    </section>
  );
}

interface StepProps {
  readonly path: string;
  readonly title: string;
  readonly before: string | null;
  readonly after: string | null;
}

function Step({ path, title, before, after }: StepProps) {
  const { t } = useTranslation('policy');
  return (
    <div className="col">
      <h3>{title}</h3>
      {after === null ? <p className="t3">{t('changes.clash-not-there')}</p> : null}
      {after === null && before === null ? null : <Difference path={path} before={before} after={after ?? ''} />}
    </div>
  );
}
