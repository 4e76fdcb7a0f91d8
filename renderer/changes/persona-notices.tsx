/** Says aloud that a call changed who the assistant is: in the thread, not inside a closed card. */
import FilePenLine from 'lucide-react/icons/file-pen-line';
import { lazy, Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../design/button.tsx';
import type { CallView } from '../store/project-run.ts';
import { TurnButton } from './turn-button.tsx';
import { useCallChange } from './use-call-change.ts';
import './changes.css';

const FileDifference = lazy(async () => ({ default: (await import('./file-difference.tsx')).FileDifference }));

export function PersonaNotices({ calls }: { readonly calls: readonly CallView[] }) {
  return calls.flatMap((call) =>
    personaPaths(call).map((path) => <PersonaNotice key={`${call.callId} ${path}`} call={call} path={path} />),
  );
}

/** The persona files that the result of a call names. */
export function personaPaths({ result, arguments: args }: Pick<CallView, 'result' | 'arguments'>): string[] {
  if (result?.ok !== true) return [];
  return (result.notices ?? []).flatMap(({ code, params }) => {
    const path = params?.['path'] ?? args['path'];
    return code === 'persona_changed' && typeof path === 'string' ? [path] : [];
  });
}

function PersonaNotice({ call, path }: { readonly call: CallView; readonly path: string }) {
  const { t } = useTranslation('policy');
  const change = useCallChange(call);
  const [open, setOpen] = useState(false);
  const id = useId();
  const undone = change?.state === 'undone';
  return (
    <section className="persona-said" aria-labelledby={id}>
      <div className="row wrap">
        <FilePenLine className="t3" aria-hidden="true" />
        <h3 id={id} className="grow">
          {t(undone ? 'changes.persona-undone' : 'changes.persona', { path })}
        </h3>
        {change === null ? null : (
          <>
            <Button small look="ghost" aria-expanded={open} onClick={() => setOpen(!open)}>
              {t(open ? 'changes.hide' : 'changes.show')}
            </Button>
            <TurnButton change={change} what={path} />
          </>
        )}
      </div>
      {undone ? null : <p className="t2 fs12">{t('changes.persona-what')}</p>}
      {open && change !== null ? (
        <Suspense fallback={null}>
          <FileDifference id={change.id} path={path} />
        </Suspense>
      ) : null}
    </section>
  );
}
