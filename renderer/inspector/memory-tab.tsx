/** What memory gave for the newest message, each with its place and the parts of its score. */
import type { MemoryHit } from '#shared/schema/memory';
import { useThread } from '../shell/model-context.tsx';
import { Nothing } from './nothing.tsx';
import { useWords } from './use-words.ts';

/** Characters of the message that are shown. */
const SHOWN = 60;

export function MemoryTab() {
  const { t } = useWords();
  const run = useThread((data) => data.log.runs.at(-1) ?? null);
  if (run === null) return <Nothing title={t('inspector.nothing')} what={t('inspector.nothing-what')} />;
  const hits = [...new Map(run.recalled.map((hit) => [placeOf(hit), hit])).values()];
  if (hits.length === 0) return <Nothing title={t('inspector.recalled-none')} what={t('inspector.recalled-none-what')} />;
  const line = run.message.trim().split('\n', 1)[0] ?? '';
  const message = line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line;
  return (
    <section>
      <h3 className="sec sect lead">{t('inspector.recalled-for', { message })}</h3>
      <ol>
        {hits.map((hit) => (
          <Hit key={placeOf(hit)} hit={hit} />
        ))}
      </ol>
    </section>
  );
}

function placeOf({ path, from, to }: MemoryHit): string {
  return `${path}:${from === to ? from : `${from}-${to}`}`;
}

function Hit({ hit }: { readonly hit: MemoryHit }) {
  const { t, i18n } = useWords();
  const format = new Intl.NumberFormat(i18n.language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const { score, keyword, vector, age } = hit;
  const parts: readonly (readonly [string, number])[] = [
    [t('inspector.score-keyword'), keyword],
    ...(vector === null ? [] : [[t('inspector.score-vector'), vector] as const]),
    [t('inspector.score-age'), age],
  ];
  return (
    <li className="sec hit">
      <p className="said">{hit.text.trim()}</p>
      <p className="src" dir="ltr">
        {placeOf(hit)}
      </p>
      <dl className="score">
        <div className="total">
          <dt>{t('inspector.score')}</dt>
          <dd>{format.format(score)}</dd>
        </div>
        {parts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="meter thin" aria-hidden="true">
              <i style={{ width: `${Math.min(1, Math.max(0, value)) * 100}%` }} />
            </dd>
            <dd>{format.format(value)}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
}
