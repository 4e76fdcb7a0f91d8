/** Short messages at the top, away from what is written and what is new: ten seconds where they offer undo, longer while hovered or focused. */
import CircleCheck from 'lucide-react/icons/circle-check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import X from 'lucide-react/icons/x';
import { Toast as Radix } from 'radix-ui';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { wordNotice } from '../i18n/notice-words.ts';
import type { ToastItem, Toasts as ToastsModel } from '../store/toast-store.ts';
import { IconButton } from './button.tsx';

const UNDO_MS = 10_000;
const PLAIN_MS = 6000;

export function Toasts({ model }: { readonly model: ToastsModel }) {
  const { t } = useTranslation();
  const items = useStore(model.store, (data) => data.items);
  return (
    <Radix.Provider label={t('shell.notifications')} duration={PLAIN_MS}>
      {items.map((item) => (
        <ToastCard key={item.id} item={item} onEnd={() => model.dismiss(item.id)} />
      ))}
      <Radix.Viewport className="toasts" label={t('shell.notifications')} />
    </Radix.Provider>
  );
}

/** Whole seconds that are left, standing still while paused. */
function useCountdown(ms: number): { readonly left: number; pause(): void; resume(): void } {
  const [left, setLeft] = useState(ms / 1000);
  const paused = useRef(false);
  useEffect(() => {
    const timer = setInterval(() => {
      if (!paused.current) setLeft((seconds) => Math.max(0, seconds - 1));
    }, 1000);
    return () => clearInterval(timer);
  }, []);
  const set = (value: boolean) => () => {
    paused.current = value;
  };
  return { left, pause: set(true), resume: set(false) };
}

function ToastCard({ item, onEnd }: { readonly item: ToastItem; readonly onEnd: () => void }) {
  const { t } = useTranslation();
  const { words, tone, undo } = item;
  const { left, pause, resume } = useCountdown(UNDO_MS);
  const text = 'notice' in words ? wordNotice(t, words.notice) : t(words.key, words.params ?? {});
  return (
    <Radix.Root
      className="toast"
      duration={undo === undefined ? PLAIN_MS : UNDO_MS}
      onOpenChange={(open) => !open && onEnd()}
      onPause={pause}
      onResume={resume}
    >
      {tone === 'danger' ? <TriangleAlert className="minus" aria-hidden="true" /> : null}
      {tone === 'ok' ? <CircleCheck className="plus" aria-hidden="true" /> : null}
      <Radix.Description className="grow">{text}</Radix.Description>
      {undo === undefined ? null : (
        <Radix.Action asChild altText={t('shell.undo')} onClick={undo}>
          <button type="button" className="btn sm">
            {t('shell.undo')}
            <span className="t3 num" aria-hidden="true">
              {left}
            </span>
          </button>
        </Radix.Action>
      )}
      <Radix.Close asChild>
        <IconButton small icon={X} label={t('shell.close')} />
      </Radix.Close>
    </Radix.Root>
  );
}
