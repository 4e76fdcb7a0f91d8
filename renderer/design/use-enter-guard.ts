/** The one way a field of this window acts on Enter. */
import { type CompositionEvent, type FocusEvent, type FormEvent, type KeyboardEvent, useRef } from 'react';
import { calm, type GuardEvent, type GuardStep, guardEnter } from './enter-guard.ts';

type Field = HTMLInputElement | HTMLTextAreaElement;

export interface EnterGuard {
  onCompositionStart(event: CompositionEvent<Field>): void;
  onCompositionEnd(event: CompositionEvent<Field>): void;
  onBlur(event: FocusEvent<Field>): void;
  onInput(event: FormEvent<Field>): void;
  onKeyDown(event: KeyboardEvent<Field>): void;
}

interface Wishes {
  readonly onEnter: () => void;
  /** Escape outside a composition. */
  readonly onEscape?: () => void;
  readonly onBlur?: () => void;
}

/** Spread over an input or a textarea. */
export function useEnterGuard({ onEnter, onEscape, onBlur }: Wishes): EnterGuard {
  const state = useRef(calm);
  const feed = (event: GuardEvent): GuardStep['act'] => {
    const step = guardEnter(state.current, event);
    state.current = step.state;
    return step.act;
  };
  return {
    onCompositionStart: () => void feed({ type: 'compositionstart' }),
    onCompositionEnd: () => void feed({ type: 'compositionend' }),
    onBlur: () => {
      feed({ type: 'blur' });
      onBlur?.();
    },
    onInput: (event) => void feed({ type: 'input', isComposing: (event.nativeEvent as InputEvent).isComposing === true }),
    onKeyDown(event) {
      const { key, keyCode, shiftKey } = event;
      const act = feed({ type: 'keydown', key, keyCode, isComposing: event.nativeEvent.isComposing, shift: shiftKey });
      if (act === null || (act === 'escape' && onEscape === undefined)) return;
      event.preventDefault();
      event.stopPropagation();
      if (act === 'enter') onEnter();
      else onEscape?.();
    },
  };
}
