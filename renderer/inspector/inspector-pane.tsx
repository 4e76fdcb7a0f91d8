/** The place of the inspector: beside the conversation, or over it where there is no room. What stands in it is loaded when it is opened. */
import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useRef } from 'react';
import { Sheet } from '../design/sheet.tsx';
import { useInspector, useModel } from '../shell/model-context.tsx';
import { OPENER } from './inspector-button.tsx';
import { useSheet } from './use-sheet.ts';
import { useWords } from './use-words.ts';
import './pane.css';

const loadPanel = () => import('./inspector-panel.tsx');
const InspectorPanel = lazy(async () => ({ default: (await loadPanel()).InspectorPanel }));
/** Milliseconds after which it is fetched, wanted or not: then it opens at once. */
const AHEAD_MS = 2000;

export function InspectorPane() {
  const { t } = useWords();
  const { inspector } = useModel();
  const open = useInspector((data) => data.open);
  const sheet = useSheet();
  useLayoutEffect(() => {
    inspector.fit(sheet ? 'narrow' : 'wide');
    return () => inspector.fit(null);
  }, [inspector, sheet]);
  useEffect(() => {
    const timer = setTimeout(() => void loadPanel().catch(() => undefined), AHEAD_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!open) return null;
  const inside = (
    <Inside>
      <Suspense fallback={null}>
        <InspectorPanel />
      </Suspense>
    </Inside>
  );
  if (!sheet) {
    return (
      <aside className="inspector pane" aria-label={t('inspector.title')}>
        {inside}
      </aside>
    );
  }
  return (
    <Sheet open side="end" onOpenChange={(next) => !next && inspector.close()} title={t('inspector.title')}>
      <div className="inspector pane grow">{inside}</div>
    </Sheet>
  );
}

/** Gives the focus back to what had it when the pane closes with the focus in it. */
function Inside({ children }: { readonly children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const before = useRef<Element | null>(null);
  useLayoutEffect(() => {
    const box = place.current;
    before.current = document.activeElement;
    return () => {
      const active = document.activeElement;
      // In it, or on what is around it.
      if (box === null || active === null || !(box.contains(active) || active.contains(box))) return;
      requestAnimationFrame(() => {
        if (!box.isConnected) returnFocus(before.current);
      });
    };
  }, []);
  return (
    <div className="inside" ref={place}>
      {children}
    </div>
  );
}

function returnFocus(before: Element | null): void {
  const known = before instanceof HTMLElement && before.isConnected && before !== document.body ? before : null;
  (known ?? document.getElementById(OPENER))?.focus({ preventScroll: true });
}
