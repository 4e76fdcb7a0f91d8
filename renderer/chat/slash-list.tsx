/** Commands that could be meant, above the field in which one is typed. */
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Suggestion } from '../store/slash-commands.ts';

export const SLASH_LIST = 'slash-list';

export function slashOption(index: number): string {
  return `slash-option-${index}`;
}

interface SlashListProps {
  readonly suggestions: readonly Suggestion[];
  /** -1 where none is chosen yet. */
  readonly active: number;
  readonly onPoint: (index: number) => void;
  readonly onPick: (suggestion: Suggestion) => void;
}

export function SlashList({ suggestions, active, onPoint, onPick }: SlashListProps) {
  const { t } = useTranslation('policy');
  const chosen = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another one is chosen
  useEffect(() => {
    chosen.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <div className="slashlist menu" id={SLASH_LIST} role="listbox" aria-label={t('slash.label')}>
      {suggestions.map((suggestion, index) => (
        // The field keeps the focus and has the keys; this is for the pointer.
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
        <div
          key={suggestion.text}
          ref={index === active ? chosen : undefined}
          id={slashOption(index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          data-highlighted={index === active ? '' : undefined}
          onPointerMove={() => onPoint(index)}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onPick(suggestion)}
        >
          <span className="name">
            <code>{suggestion.shown}</code>
            {suggestion.takes === '' ? null : <code className="t3"> {t(`slash.takes-${suggestion.takes}`)}</code>}
          </span>
          <span className="t2 ell">
            {suggestion.mode === null ? t(`slash.${suggestion.command}`) : t(`policy.mode-${suggestion.mode}-what`)}
          </span>
        </div>
      ))}
    </div>
  );
}
