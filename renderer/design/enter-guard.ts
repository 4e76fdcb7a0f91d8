/** Decides whether Enter means "do it" or belongs to an input method: pure, so that every order of events can be tried. */

/** What a field has seen. `composing` is this guard's own flag; browsers forget theirs at different moments. */
export interface GuardState {
  readonly composing: boolean;
}

export type GuardEvent =
  | { readonly type: 'compositionstart' }
  | { readonly type: 'compositionend' }
  | { readonly type: 'blur' }
  /** Text came in; `isComposing` as the browser says it. */
  | { readonly type: 'input'; readonly isComposing: boolean }
  | { readonly type: 'keydown'; readonly key: string; readonly keyCode: number; readonly isComposing: boolean; readonly shift: boolean };

export interface GuardStep {
  readonly state: GuardState;
  /** Only for a key that the person meant as one. The text is never touched here. */
  readonly act: 'enter' | 'escape' | null;
}

export const calm: GuardState = { composing: false };

/** 229 is what a key is called while an input method holds it; Safari says it for the Enter that ends a composition. */
const HELD = 229;

export function guardEnter(state: GuardState, event: GuardEvent): GuardStep {
  switch (event.type) {
    case 'compositionstart':
      return { state: { composing: true }, act: null };
    case 'compositionend':
    case 'blur':
      return { state: calm, act: null };
    case 'input':
      // Plain input while the flag stands: the end of the composition was never reported.
      return { state: event.isComposing ? state : calm, act: null };
    case 'keydown': {
      const held = event.isComposing || event.keyCode === HELD || state.composing;
      if (held) return { state, act: null };
      if (event.key === 'Escape') return { state, act: 'escape' };
      return { state, act: event.key === 'Enter' && !event.shift ? 'enter' : null };
    }
    default:
      return event satisfies never;
  }
}
