/** Completing commands while they are typed: which one is chosen, and what the keys do. */
import { type KeyboardEvent, useState } from 'react';
import { isWhole, type Suggestion, suggest } from '../store/slash-commands.ts';

export interface Slash {
  readonly suggestions: readonly Suggestion[];
  readonly active: number;
  point(index: number): void;
  pick(suggestion: Suggestion): void;
  /** Takes Enter where it completes rather than sends. */
  enter(): boolean;
  close(): void;
  /** Arrows and Tab; never while an input method holds the key. */
  onKeyDown(event: KeyboardEvent): void;
}

interface Wishes {
  readonly text: string;
  /** The field has the focus. */
  readonly here: boolean;
  readonly onText: (text: string) => void;
}

export function useSlash({ text, here, onText }: Wishes): Slash {
  const [chosen, setChosen] = useState<{ readonly text: string; readonly index: number } | null>(null);
  /** The text for which the list was closed. */
  const [closed, setClosed] = useState<string | null>(null);
  const all = suggest(text);
  const suggestions = here && closed !== text ? all : [];
  // A list of values is an offer; of names, the first one is what Tab and Enter complete.
  const first = /\s$/.test(text) ? -1 : 0;
  const active = chosen?.text === text ? Math.min(chosen.index, suggestions.length - 1) : first;
  const current = suggestions[active];
  const point = (index: number): void => setChosen({ text, index });
  const pick = (suggestion: Suggestion): void => onText(suggestion.text);
  const step = (by: 1 | -1): void => point((Math.max(active, by === 1 ? -1 : 0) + by + suggestions.length) % suggestions.length);
  return {
    suggestions,
    active,
    point,
    pick,
    enter() {
      if (current === undefined || isWhole(text, suggestions)) return false;
      pick(current);
      return true;
    },
    close: () => setClosed(text),
    onKeyDown(event) {
      if (suggestions.length === 0 || event.nativeEvent.isComposing || event.keyCode === 229) return;
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') step(event.key === 'ArrowDown' ? 1 : -1);
      else if (event.key === 'Tab' && current !== undefined) pick(current);
      else return;
      event.preventDefault();
    },
  };
}
