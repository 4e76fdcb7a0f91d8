/** How full the window was at the newest step, in the line at the bottom; it leads to the inspector. */
import { useModel, useThread } from '../shell/model-context.tsx';
import { isDoubted, newestUse, takesIn, tokensOf } from '../store/prompt-truth.ts';
import { shortTokens } from './short-tokens.ts';
import { useWords } from './use-words.ts';

export function WindowPart() {
  const { t, i18n } = useWords();
  const { app, inspector } = useModel();
  const use = useThread((data) => newestUse(data.log));
  const doubted = useThread((data) => isDoubted(data.log));
  if (use === null) return null;
  const [tokens, window] = [tokensOf(use), takesIn(use)];
  const values = { used: shortTokens(tokens, i18n.language), window: shortTokens(window, i18n.language) };
  const open = (): void => {
    app.open('chat');
    inspector.show('context');
  };
  return (
    <button type="button" className={doubted ? 'warn' : ''} aria-label={t('inspector.status-label', values)} onClick={open}>
      <span className="mini" aria-hidden="true">
        <i style={{ width: `${Math.min(100, (tokens / window) * 100)}%` }} />
      </span>
      <span className="num">{t('inspector.status', values)}</span>
    </button>
  );
}
