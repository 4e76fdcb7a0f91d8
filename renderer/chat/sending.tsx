/** A message between the composer and the log: on its way, or kept because nobody answered. */
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import WifiOff from 'lucide-react/icons/wifi-off';
import { useTranslation } from 'react-i18next';
import { Button } from '../design/button.tsx';
import { wordNotice } from '../i18n/notice-words.ts';
import { useApp, useModel } from '../shell/model-context.tsx';
import type { Outgoing } from '../store/composer-data.ts';
import { Outcome } from './outcome.tsx';
import { UserMessage } from './user-message.tsx';

export function Sending({ message }: { readonly message: Outgoing }) {
  const { t } = useTranslation();
  const model = useModel();
  const { key, text, reason } = message;
  // Started again, Reins has another address, which this tab does not find by itself.
  const tab = useApp((data) => data.app?.shell !== 'electron') && reason?.code === 'not_connected';
  const actions = (
    <>
      <Button look="primary" icon={RotateCcw} onClick={() => void model.composer.resend(key)}>
        {t('chat.send-again')}
      </Button>
      <Button onClick={() => model.composer.putBack(key)}>{t('chat.put-back')}</Button>
    </>
  );
  return (
    <section className="turn">
      <UserMessage text={text} />
      {reason === null ? (
        <p className="note">{t('chat.sending')}</p>
      ) : (
        <Outcome icon={WifiOff} danger title={t('chat.not-sent')} actions={actions}>
          <p className="t2">{tab ? t('chat.not-sent-tab-what') : t('chat.not-sent-what', { reason: wordNotice(t, reason) })}</p>
        </Outcome>
      )}
    </section>
  );
}
