/** Says at the end of the conversation that the model did not see the whole of the newest prompt, why, and what helps. */
import Check from 'lucide-react/icons/check';
import Scissors from 'lucide-react/icons/scissors';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useState } from 'react';
import type { Context } from '#shared/schema/context';
import type { Notice } from '#shared/schema/notice';
import { Banner } from '../design/banner.tsx';
import { Button } from '../design/button.tsx';
import { wholeNumber } from '../i18n/format.ts';
import { wordNotice } from '../i18n/notice-words.ts';
import { useInspector, useModel, useThread } from '../shell/model-context.tsx';
import { withWindow } from '../store/models-store.ts';
import { isOpen } from '../store/project-run.ts';
import { isDoubted, type Mend, mendOf } from '../store/prompt-truth.ts';
import { useWords } from './use-words.ts';

export function CutBanner() {
  const context = useInspector((data) => data.context.value);
  const doubted = useThread((data) => isDoubted(data.log));
  if (!doubted || context === null) return null;
  const mend = mendOf(context);
  if (mend.kind === 'none') return null;
  return mend.kind === 'mended' ? <Mended window={mend.window} /> : <NotSeen context={context} mend={mend} />;
}

function NotSeen({ context, mend }: { readonly context: Context; readonly mend: Extract<Mend, { kind: 'raise' | 'anew' }> }) {
  const { t, i18n } = useWords();
  const { models, inspector, openSession } = useModel();
  const [reason, setReason] = useState<Notice | null>(null);
  const isCut = context.truth.state === 'cut';
  const actions = (
    <>
      {mend.kind === 'raise' ? (
        <Button look="primary" onClick={() => void models.change(withWindow(context.modelId, mend.tokens)).then(setReason)}>
          {t('inspector.raise', { tokens: wholeNumber(mend.tokens, i18n.language) })}
        </Button>
      ) : (
        <Button look="primary" onClick={() => void openSession(null)}>
          {t('inspector.anew')}
        </Button>
      )}
      <Button onClick={() => inspector.show('context')}>{t('inspector.show-window')}</Button>
    </>
  );
  return (
    <Banner
      tone={isCut ? 'danger' : 'warn'}
      icon={isCut ? Scissors : TriangleAlert}
      title={t(isCut ? 'inspector.banner-cut' : 'inspector.banner-over', { count: context.truth.missing })}
      actions={actions}
    >
      <p>{useReason(context, mend)}</p>
      {reason === null ? null : <p className="minus">{wordNotice(t, reason)}</p>}
    </Banner>
  );
}

/** Why, what that means, and the way out. */
function useReason({ truth, use, window }: Context, { kind }: Mend): string {
  const { t, i18n } = useWords();
  const number = (value: number): string => wholeNumber(value, i18n.language);
  const isLess = use !== null && use.loaded !== null && use.loaded < use.window;
  const way = t(kind === 'raise' ? 'inspector.way-raise' : isLess ? 'inspector.way-server' : 'inspector.way-anew');
  if (truth.state === 'over' || use === null) {
    const holds = use === null ? window : Math.min(use.window, use.loaded ?? use.window);
    return t('inspector.reasons', { why: t('inspector.why-over', { window: number(holds) }), lost: t('inspector.not-seen'), way });
  }
  const why = isLess
    ? t('inspector.why-less', { loaded: number(use.loaded ?? 0), window: number(use.window) })
    : use.loaded !== null
      ? t('inspector.why-loaded', { loaded: number(use.loaded) })
      : t('inspector.why-counted', { counted: number(use.counted ?? 0), estimated: number(use.estimated) });
  return t('inspector.reasons', { why, lost: t('inspector.lost'), way });
}

function Mended({ window }: { readonly window: number }) {
  const { t, i18n } = useWords();
  const { composer } = useModel();
  const run = useThread((data) => data.log.runs.at(-1) ?? null);
  const actions =
    run === null || isOpen(run) ? undefined : (
      <Button look="primary" onClick={() => void composer.deliver(run.sessionId, run.message)}>
        {t('inspector.send-again')}
      </Button>
    );
  return (
    <Banner tone="plain" icon={Check} title={t('inspector.mended', { window: wholeNumber(window, i18n.language) })} actions={actions}>
      <p>{t('inspector.mended-what')}</p>
    </Banner>
  );
}
