/** The window of the model as a bar by category, with the figures. */
import type { Context } from '#shared/schema/context';
import { wholeNumber } from '../i18n/format.ts';
import { useWords } from './use-words.ts';
import { CONTEXT_PARTS, windowParts } from './window-parts.ts';

/** Holds its place before there are figures. */
export const NO_FIGURE = '–';

export function WindowSection({ context }: { readonly context: Context | null }) {
  const { t, i18n } = useWords();
  const number = (value: number | undefined): string => (value === undefined ? NO_FIGURE : wholeNumber(value, i18n.language));
  const bar = context === null ? null : windowParts(context);
  return (
    <section className="sec">
      <h3 className="sect">
        {t('inspector.window')}
        <span className="push num">{t('inspector.used-of', { used: number(bar?.used), window: number(context?.window) })}</span>
      </h3>
      {bar === null ? (
        <div className="meter" />
      ) : (
        <div
          className="meter"
          role="img"
          aria-label={t('inspector.meter-label', { used: number(bar.usedShare), reserve: number(bar.reserveShare) })}
        >
          {CONTEXT_PARTS.map((part) =>
            bar.widths[part] === 0 ? null : <i key={part} className={`of-${part}`} style={{ width: `${bar.widths[part]}%` }} />,
          )}
          <i className="free" />
          {bar.reserveWidth === 0 ? null : <i className="reserve" style={{ width: `${bar.reserveWidth}%` }} />}
        </div>
      )}
      <dl className="legend">
        {CONTEXT_PARTS.map((part) => (
          <Figure key={part} look={`of-${part}`} name={t(`inspector.part-${part}`)} value={number(context?.parts[part])} />
        ))}
        <Figure look="free" name={t('inspector.part-free')} value={number(bar?.free)} />
        <Figure look="reserve" name={t('inspector.part-reserve')} value={number(context?.reserve)} />
      </dl>
    </section>
  );
}

function Figure({ look, name, value }: { readonly look: string; readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>
        <span className={`dot ${look}`} />
        {name}
      </dt>
      <dd className="num">{value}</dd>
    </div>
  );
}
