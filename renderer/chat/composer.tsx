/** Where a message is written: Enter sends, and what cannot be sent now waits in sight. */
import type { TFunction } from 'i18next';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Square from 'lucide-react/icons/square';
import { type ClipboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Notice } from '#shared/schema/notice';
import { Button, IconButton } from '../design/button.tsx';
import { useEnterGuard } from '../design/use-enter-guard.ts';
import { useNarrow } from '../design/use-narrow.ts';
import { wholeNumber } from '../i18n/format.ts';
import { wordNotice } from '../i18n/notice-words.ts';
import { useComposer, useModel, useThread } from '../shell/model-context.tsx';
import { type ComposerData, LONG_TEXT } from '../store/composer-data.ts';
import type { RunView } from '../store/project-run.ts';
import { openRun } from '../store/session-log.ts';
import { readSlash } from '../store/slash-commands.ts';
import { Pasted } from './pasted.tsx';
import { Queue } from './queue.tsx';
import { SLASH_LIST, SlashList, slashOption } from './slash-list.tsx';
import { useSlash } from './use-slash.ts';

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
  const [here, setHere] = useState(false);
  const slash = useSlash({ text, here, onText: (next) => model.composer.setText(key, next) });
  const listed = slash.suggestions.length > 0;
  const guard = useEnterGuard({
    onEnter: () => void (slash.enter() || model.submit()),
    ...(listed ? { onEscape: slash.close } : {}),
    onBlur: () => setHere(false),
  });
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
        {listed ? (
          <SlashList
            suggestions={slash.suggestions}
            active={slash.active}
            onPoint={slash.point}
            onPick={(suggestion) => {
              slash.pick(suggestion);
              field.current?.focus();
            }}
          />
        ) : null}
        <textarea
          {...guard}
          onKeyDown={(event) => {
            slash.onKeyDown(event);
            if (!event.defaultPrevented) guard.onKeyDown(event);
          }}
          onFocus={() => setHere(true)}
          aria-autocomplete="list"
          aria-controls={listed ? SLASH_LIST : undefined}
          aria-activedescendant={listed && slash.active >= 0 ? slashOption(slash.active) : undefined}
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
        <Found count={text.startsWith('/') && here ? slash.suggestions.length : null} />
        <Actions run={run} empty={empty} command={readSlash(text).kind === 'command'} onSend={send} />
      </div>
    </div>
  );
}

interface ActionsProps {
  readonly run: RunView | null;
  readonly empty: boolean;
  /** It is done here and at once. */
  readonly command: boolean;
  readonly onSend: () => void;
}

/** Send; while a run goes on its stop, and beside it what Enter would do with the text. */
function Actions({ run, empty, command, onSend }: ActionsProps) {
  const { t } = useTranslation();
  const model = useModel();
  return (
    <div className="acts">
      <span className="t3 fs12 ell hide-s">{t('composer.hint')}</span>
      <span className="push" />
      {run === null || empty ? null : (
        <Button hint="↵" onClick={onSend}>
          {t(command ? 'policy:slash.run' : run.question === null ? 'composer.queue' : 'composer.answer')}
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
function Refusal({ refusal }: { readonly refusal: NonNullable<ComposerData['refusal']> }) {
  const { t, i18n } = useTranslation();
  return (
    <p id="refusal" className="refusal" role="alert">
      {'key' in refusal ? t(refusal.key, refusal.params ?? {}) : wordRefusal(t, refusal, i18n.language)}
    </p>
  );
}

function wordRefusal(t: TFunction, refusal: Notice, language: string): string {
  const { limit, length } = refusal.params ?? {};
  if (refusal.code !== 'message_too_long' || typeof limit !== 'number' || typeof length !== 'number') return wordNotice(t, refusal);
  return t('composer.too-long', { limit: wholeNumber(limit, language), length: wholeNumber(length, language) });
}

/** Tells a screen reader how many commands there are. */
function Found({ count }: { readonly count: number | null }) {
  const { t } = useTranslation('policy');
  return (
    <span className="sr" role="status">
      {count === null || count === 0 ? '' : t('slash.found', { count })}
    </span>
  );
}
