/** The name of a rule: the person's own or what it covers, to be changed in its place. */
import Pencil from 'lucide-react/icons/pencil';
import { useRef, useState } from 'react';
import type { Rule } from '#shared/schema/approval';
import { IconButton } from '../design/button.tsx';
import { useEnterGuard } from '../design/use-enter-guard.ts';
import { useModel } from '../shell/model-context.tsx';
import { coverOf, reachOf } from './approval-words.ts';
import { useWords } from './use-words.ts';

/** What a rule is called while it has no name: the command, or what may be changed. */
export function useRuleTitle(rule: Rule): string {
  const { t } = useWords();
  if (rule.name !== '') return rule.name;
  const reach = reachOf(rule);
  const path = coverOf(rule);
  return reach === 'command' || reach === 'prefix' ? path : t(`rules.unnamed-${reach}`, { path });
}

export function RuleName({ rule }: { readonly rule: Rule }) {
  const { t } = useWords();
  const [editing, setEditing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const title = useRuleTitle(rule);
  const done = (): void => {
    setEditing(false);
    requestAnimationFrame(() => button.current?.focus());
  };
  if (editing) return <NameField rule={rule} placeholder={title} onDone={done} />;
  return (
    <div className="row name">
      <h3 className="ell">{title}</h3>
      <IconButton ref={button} small icon={Pencil} label={t('rules.rename', { name: title })} onClick={() => setEditing(true)} />
    </div>
  );
}

/** Characters that the contract takes. */
const LONGEST = 200;

interface NameFieldProps {
  readonly rule: Rule;
  readonly placeholder: string;
  readonly onDone: () => void;
}

/** Enter and leaving it keep the name, Escape does not. */
function NameField({ rule, placeholder, onDone }: NameFieldProps) {
  const { t } = useWords();
  const model = useModel();
  const [name, setName] = useState(rule.name);
  const over = useRef(false);
  const keep = async (wanted: string | null): Promise<void> => {
    if (over.current) return;
    over.current = true;
    if (wanted !== null && wanted.trim() !== rule.name) {
      const reason = await model.rules.rename(rule.id, wanted.trim());
      if (reason !== null) model.toasts.show({ words: { notice: reason }, tone: 'danger' });
    }
    onDone();
  };
  const guard = useEnterGuard({ onEnter: () => void keep(name), onEscape: () => void keep(null), onBlur: () => void keep(name) });
  return (
    <input
      {...guard}
      ref={(field) => field?.focus()}
      className="input"
      aria-label={t('rules.name-label')}
      autoComplete="off"
      maxLength={LONGEST}
      placeholder={placeholder}
      value={name}
      onChange={(event) => setName(event.target.value)}
    />
  );
}
