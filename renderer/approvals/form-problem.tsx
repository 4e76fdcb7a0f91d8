/** What stands in the way of an answer. */
import CircleAlert from 'lucide-react/icons/circle-alert';
import { wordNotice } from '../i18n/notice-words.ts';
import type { ApprovalFormState } from './use-approval-form.ts';
import { useWords } from './use-words.ts';

/** Why an answer was not taken, above the buttons where it is seen without scrolling. */
export function FormProblem({ form: { problem } }: { readonly form: ApprovalFormState }) {
  const { t } = useWords();
  if (problem === null) return null;
  const reason = wordNotice(t, problem.notice);
  return <Problem words={t(problem.kind === 'check' ? 'editing.refused' : 'ask.not-answered', { reason })} />;
}

export function Problem({ words, warn = false }: { readonly words: string; readonly warn?: boolean }) {
  return (
    <p className={`problem banner ${warn ? 'warn' : 'danger'}`} role="alert">
      <CircleAlert aria-hidden="true" />
      <span>{words}</span>
    </p>
  );
}
