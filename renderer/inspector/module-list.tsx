/** The modules of a prompt in their order, each with its tokens and, opened, its text. */
import type { PromptModule } from '#shared/schema/prompt';
import { wholeNumber } from '../i18n/format.ts';
import { Fold } from './fold.tsx';
import { LongText } from './long-text.tsx';
import { useWords } from './use-words.ts';

export function ModuleList({ modules }: { readonly modules: readonly PromptModule[] }) {
  const { t, i18n } = useWords();
  return (
    <ol className="folds">
      {modules.map(({ id, layer, tokens, text }, index) => (
        <li key={id}>
          <Fold
            head={
              <>
                <span className="ix num">{wholeNumber(index + 1, i18n.language)}</span>
                <span className="ell">{id}</span>
                {layer === 'dynamic' ? (
                  <span className="dyn" title={t('inspector.dynamic-what')}>
                    {t('inspector.dynamic')}
                  </span>
                ) : null}
                <span className="push num">{wholeNumber(tokens, i18n.language)}</span>
              </>
            }
          >
            {() => <LongText name={id} text={text} />}
          </Fold>
        </li>
      ))}
    </ol>
  );
}
