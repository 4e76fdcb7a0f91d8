/** What holds commands on this computer; where nothing does, why, and the way out. */
import Box from 'lucide-react/icons/box';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useTranslation } from 'react-i18next';
import type { SandboxState } from '#shared/schema/policy';
import { CopyButton } from '../design/copy-button.tsx';
import { wordNotice } from '../i18n/notice-words.ts';
import { useHost } from '../shell/model-context.tsx';

export function SandboxCard() {
  const { t } = useTranslation('policy');
  const sandbox = useHost((app) => app.sandbox);
  return (
    <section className="col">
      <h2>{t('policy.sandbox')}</h2>
      <div className="card rows">{sandbox.kind === 'none' ? <Without reason={sandbox.reason} /> : <With kind={sandbox.kind} />}</div>
    </section>
  );
}

function With({ kind }: { readonly kind: 'bubblewrap' | 'seatbelt' }) {
  const { t } = useTranslation('policy');
  return (
    <div>
      <Box className="plus" aria-hidden="true" />
      <div className="grow">
        <b className="med">{t('policy.sandbox-on')}</b>
        <p className="t3 fs12">{t('policy.sandbox-on-what', { name: t(`policy.${kind}`) })}</p>
      </div>
    </div>
  );
}

/** What brings the helpers of the sandbox on Debian and Ubuntu. */
const INSTALL = 'sudo apt install bubblewrap socat ripgrep';

function Without({ reason }: Pick<SandboxState, 'reason'>) {
  const { t } = useTranslation('policy');
  const missing = useHost((app) => app.platform === 'linux' && app.sandbox.reason?.code === 'sandbox_missing');
  return (
    <div className="without">
      <TriangleAlert className="warn-mark" aria-hidden="true" />
      <div className="grow col">
        <div>
          <b className="med">{t('policy.sandbox-none')}</b>
          <p className="t2">{t('policy.sandbox-none-what')}</p>
          {reason === null ? null : <p className="t2">{wordNotice(t, reason)}</p>}
        </div>
        {missing ? (
          <div className="row">
            <code className="path" dir="ltr">
              {INSTALL}
            </code>
            <CopyButton text={INSTALL} label={t('policy.sandbox-copy')} />
          </div>
        ) : null}
      </div>
    </div>
  );
}
