/** The answers, always in the same order; the focus is on the one that is safe to slip on. */
import Pencil from 'lucide-react/icons/pencil';
import { Button } from '../design/button.tsx';
import { ariaCommand, commandKey } from '../design/command-key.ts';
import { isGrave } from './approval-words.ts';
import type { ApprovalFormState } from './use-approval-form.ts';
import { useWords } from './use-words.ts';

export function AnswerBar({ form }: { readonly form: ApprovalFormState }) {
  const { t } = useWords();
  const { seen, busy, isFresh } = form;
  const grave = isGrave(seen);
  return (
    <footer aria-busy={busy} data-fresh={isFresh || undefined}>
      <Button look="ghost" icon={Pencil} hint="E" aria-keyshortcuts="e" onClick={() => form.setMode('edit')}>
        {t('ask.edit')}
      </Button>
      <span className="push hide-s" />
      <Button
        look={grave ? 'primary' : 'plain'}
        hint="D"
        aria-keyshortcuts="d"
        data-default={grave || undefined}
        onClick={(event) => form.deny(event.timeStamp)}
      >
        {t('ask.deny')}
      </Button>
      <Button
        look={grave ? 'danger' : 'primary'}
        hint={grave ? commandKey('↵') : '↵'}
        aria-keyshortcuts={ariaCommand('Enter')}
        data-default={grave ? undefined : true}
        onClick={(event) => form.once(event.timeStamp)}
      >
        {t('ask.once')}
      </Button>
      {seen.rules.length === 0 ? null : (
        <>
          <Button hint="S" aria-keyshortcuts="s" onClick={(event) => form.session(event.timeStamp)}>
            {t('ask.session')}
          </Button>
          <Button hint="A" aria-keyshortcuts="a" onClick={() => form.setMode('rule')}>
            {t('ask.always')}
          </Button>
        </>
      )}
    </footer>
  );
}
