/** Where a message is written: Enter sends, and what cannot be sent now waits in sight. */
import ArrowUp from 'lucide-react/icons/arrow-up';
import Square from 'lucide-react/icons/square';
import { type ClipboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Notice } from '#shared/schema/notice';
import { Button, IconButton } from '../design/button.tsx';
import { useEnterGuard } from '../design/use-enter-guard.ts';
import { useNarrow } from '../design/use-narrow.ts';
import { wholeNumber } from '../i18n/format.ts';
import { wordNotice } from '../i18n/notice-words.ts';
import { useComposer, useModel, useThread } from '../shell/model-context.tsx';
import { LONG_TEXT } from '../store/composer-data.ts';
import type { RunView } from '../store/project-run.ts';
import { openRun } from '../store/session-log.ts';
import { Pasted } from './pasted.tsx';
import { Queue } from './queue.tsx';

const MAX_ROWS = 10;

export function Composer() {
  const { t } = useTranslation();
  const model = useModel();
  const narrow = useNarrow();
  const openId = useThread((data) => data.openId);
  const run = useThread((data) => openRun(data.log));
  const key = openId ?? '';
  const text = useComposer((data) => data.texts[key] ?? '');
  const refusal = useComposer((data) => data.refusal);
  const field = useRef<HTMLTextAreaElement>(null);
  const guard = useEnterGuard({ onEnter: () => void model.submit() });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another conversation takes the focus anew
  useEffect(() => {
    if (!narrow) field.current?.focus({ preventScroll: true });
  }, [openId, narrow]);
  const mode = run === null ? 'write' : run.question === null ? 'write-next' : 'write-answer';
  const placeholder = t(`composer.${narrow && mode !== 'write' ? `${mode}-short` : mode}`);
  const pasted = useComposer((data) => data.pasted[key] ?? '');
  const empty = text.trim() === '' && pasted.trim() === '';
  const onPaste = (event: ClipboardEvent): void => {
    const long = event.clipboardData.getData('text/plain');
    if (long.length < LONG_TEXT) return;
    event.preventDefault();
    model.composer.paste(key, long);
  };
  const send = (): void => {
    if (empty) field.current?.focus();
    else void model.submit();
  };
  return (
    <div className="composer">
      <div className="box">
        {openId === null ? null : <Queue sessionId={openId} held={run === null} />}
        {pasted === '' ? null : <Pasted composerKey={key} text={pasted} />}
        <textarea
          {...guard}
          ref={field}
          id="message"
          rows={Math.min(MAX_ROWS, text.split('\n', MAX_ROWS).length)}
          aria-label={t('composer.message')}
          aria-invalid={refusal !== null}
          aria-describedby={refusal === null ? undefined : 'refusal'}
          placeholder={placeholder}
          value={text}
          onPaste={onPaste}
          onChange={(event) => model.composer.setText(key, event.target.value)}
        />
        {refusal === null ? null : <Refusal refusal={refusal} />}
        <Actions run={run} empty={empty} onSend={send} />
      </div>
    </div>
  );
}

interface ActionsProps {
  readonly run: RunView | null;
  readonly empty: boolean;
  readonly onSend: () => void;
}

/** Send; while a run goes on its stop, and beside it what Enter would do with the text. */
function Actions({ run, empty, onSend }: ActionsProps) {
  const { t } = useTranslation();
  const model = useModel();
  return (
    <div className="acts">
      <span className="t3 fs12 ell hide-s">{t('composer.hint')}</span>
      <span className="push" />
      {run === null || empty ? null : (
        <Button hint="↵" onClick={onSend}>
          {t(run.question === null ? 'composer.queue' : 'composer.answer')}
        </Button>
      )}
      {run === null ? (
        <IconButton look="primary" icon={ArrowUp} label={t('composer.send')} onClick={onSend} />
      ) : (
        <IconButton
          look="primary"
          filled
          icon={Square}
          label={t('composer.stop')}
          tip={t('composer.stop-hint')}
          onClick={() => void model.cancelRun(run.runId)}
        />
      )}
    </div>
  );
}

/** Said where the text still is. */
function Refusal({ refusal }: { readonly refusal: Notice }) {
  const { t, i18n } = useTranslation();
  const { limit, length } = refusal.params ?? {};
  const tooLong = refusal.code === 'message_too_long' && typeof limit === 'number' && typeof length === 'number';
  const words = tooLong
    ? t('composer.too-long', { limit: wholeNumber(limit, i18n.language), length: wholeNumber(length, i18n.language) })
    : wordNotice(t, refusal);
  return (
    <p id="refusal" className="refusal" role="alert">
      {words}
    </p>
  );
}
