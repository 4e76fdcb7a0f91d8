/** A field for one absolute path, which refuses what is none and says why. */
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../design/button.tsx';
import { useEnterGuard } from '../design/use-enter-guard.ts';
import type { PathFault } from '../store/policy-store.ts';

interface PathAdderProps {
  readonly label: string;
  readonly hint: string;
  readonly action: string;
  /** null for a path that can be taken. */
  readonly faultOf: (path: string) => PathFault | null;
  /** Whether it was taken; then the field is emptied. */
  readonly onAdd: (path: string) => Promise<boolean>;
  readonly children?: ReactNode;
}

export function PathAdder({ label, hint, action, faultOf, onAdd, children }: PathAdderProps) {
  const { t } = useTranslation('policy');
  const id = useId();
  const [value, setValue] = useState('');
  const [fault, setFault] = useState<PathFault | null>(null);
  const add = async (): Promise<void> => {
    const path = value.trim();
    const wrong = faultOf(path);
    setFault(wrong);
    if (wrong === null && (await onAdd(path))) setValue('');
  };
  const guard = useEnterGuard({ onEnter: () => void add() });
  return (
    <div className="stack adder">
      <div className="row">
        <input
          {...guard}
          className="input mono grow"
          aria-label={label}
          aria-invalid={fault !== null}
          aria-describedby={fault === null ? undefined : id}
          placeholder={hint}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          dir="ltr"
          value={value}
          onChange={(event) => {
            setValue(event.target.value);
            setFault(null);
          }}
        />
        {children}
        <Button onClick={() => void add()}>{action}</Button>
      </div>
      {fault === null ? null : (
        <p className="minus fs12" id={id} role="alert">
          {t(`policy.fault-${fault}`)}
        </p>
      )}
    </div>
  );
}
