/** A text of any length as it is, to be read and copied. */
import { useMemo } from 'react';
import { CopyButton } from '../design/copy-button.tsx';
import { textBlocks } from './text-blocks.ts';
import { useWords } from './use-words.ts';

/** Pixels of a line. */
const LINE = 18;

export function LongText({ name, text }: { readonly name: string; readonly text: string }) {
  const { t } = useWords();
  const blocks = useMemo(() => textBlocks(text), [text]);
  if (text === '') return <p className="t3 fs12">{t('inspector.empty')}</p>;
  return (
    <div className="longtext">
      <p className="row t3 fs12">
        <span className="num grow">{t('count.characters', { count: text.length })}</span>
        <CopyButton text={text} label={t('inspector.copy', { name })} />
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard */}
      <section className="text" dir="ltr" aria-label={name} tabIndex={0}>
        {blocks.map(({ at, text: part, lines }) => (
          <pre key={at} style={{ containIntrinsicBlockSize: `auto ${lines * LINE}px` }}>
            {part}
          </pre>
        ))}
      </section>
    </div>
  );
}
