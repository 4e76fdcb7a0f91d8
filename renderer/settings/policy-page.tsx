/** Policy: what runs by itself, what asks first, what never runs; with a box to try a command against it. */
import { useTranslation } from 'react-i18next';
import { Choice } from '../design/choice.tsx';
import { useHost, useModel } from '../shell/model-context.tsx';
import { CommandModes } from './command-modes.tsx';
import { FolderList } from './folder-list.tsx';
import { NotSaved } from './not-saved.tsx';
import { PolicyRules } from './policy-rules.tsx';
import { ProgramList } from './program-list.tsx';
import { SandboxCard } from './sandbox-card.tsx';
import { TryCommand } from './try-command.tsx';
import { UndoStore } from './undo-store.tsx';
import { usePolicyChange } from './use-policy-change.ts';
import './policy.css';

export function PolicyPage() {
  return (
    <>
      <TryCommand />
      <CommandModes />
      <ProgramList />
      <FileChanges />
      <FolderList />
      <SandboxCard />
      <PolicyRules />
      <UndoStore />
    </>
  );
}

const WRITES = ['ask', 'allow'] as const;

function FileChanges() {
  const { t } = useTranslation('policy');
  const model = useModel();
  const write = useHost((app) => app.settings.policy.files.write);
  const { reason, run } = usePolicyChange();
  const to =
    (next: (typeof WRITES)[number]): Parameters<typeof model.policy.change>[0]['make'] =>
    (policy) => ({ ...policy, files: { ...policy.files, write: next } });
  const save = (next: (typeof WRITES)[number]): void => {
    if (next === write) return;
    void run(model.policy.change({ make: to(next), back: to(write), words: { key: `policy:policy.saved-write-${next}` } }));
  };
  return (
    <section className="col">
      <h2>{t('policy.files')}</h2>
      <Choice
        label={t('policy.files')}
        value={write}
        options={WRITES.map((value) => ({ value, label: t(`policy.write-${value}`), what: t(`policy.write-${value}-what`) }))}
        onChange={save}
      />
      <p className="t3 fs12">{t('policy.files-what')}</p>
      <NotSaved reason={reason} />
    </section>
  );
}
