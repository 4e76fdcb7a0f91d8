/** What a call would do as things stand: its targets with counts and sizes, what lies outside in red, and whether it can be taken back. */
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { Effect, EffectTarget } from '#shared/schema/effect';
import { byteSize, wholeNumber } from '../i18n/format.ts';
import { useHost } from '../shell/model-context.tsx';
import type { Seen } from './use-approval-form.ts';
import { useWords } from './use-words.ts';
import { VisibleCommand } from './visible.tsx';

export function EffectBlock({ seen: { tool, effect, checked } }: { readonly seen: Seen }) {
  const { t } = useWords();
  const isWalled = useHost((app) => app.sandbox.kind !== 'none');
  const unknown = tool === 'exec' && effect.count === 0 && checked !== 'allow';
  if (!unknown && effect.count === 0 && effect.opens === undefined) return null;
  return (
    <div className="blk">
      <h3 className="sect">
        {t('ask.would-do')}
        {unknown ? null : <span className="soft">{t('ask.as-now')}</span>}
      </h3>
      {unknown ? <p className="t2">{t(isWalled ? 'ask.unknown-effect' : 'ask.unknown-effect-open')}</p> : null}
      {effect.count === 0 ? null : <EffectTable effect={effect} />}
      {effect.opens === undefined ? null : <Opens read={effect.opens.read} write={effect.opens.write} />}
    </div>
  );
}

/** The one thing that is done to all of them; null where it differs. */
function changeOfAll({ targets }: Effect): EffectTarget['change'] | null {
  const first = targets[0]?.change;
  return first !== undefined && targets.every(({ change }) => change === first) ? first : null;
}

function EffectTable({ effect }: { readonly effect: Effect }) {
  const { t, i18n } = useWords();
  const { targets, count, files, bytes, more, undo } = effect;
  const all = changeOfAll(effect);
  const atLeast = (value: string): string => (more ? t('effect.more-than', { value }) : value);
  return (
    <div className="effect">
      <table>
        <thead>
          <tr>
            <th scope="col">{t(`effect.${all ?? 'target'}`)}</th>
            <th scope="col" className="r">
              {t('effect.files')}
            </th>
            <th scope="col" className="r">
              {t('effect.size')}
            </th>
            <th scope="col" className="hide-s">
              {t('effect.where')}
            </th>
          </tr>
        </thead>
        <tbody>
          {targets.map((target) => (
            <TargetRow key={`${target.change} ${target.path}`} target={target} named={all === null} />
          ))}
          {count > targets.length ? (
            <tr>
              <td colSpan={4} className="t2">
                {t('effect.rest', { count: count - targets.length })}
              </td>
            </tr>
          ) : null}
        </tbody>
        <tfoot>
          <tr>
            <td className={undo === 'none' ? 'minus' : ''}>{t(`effect.undo-${undo}`)}</td>
            <td className="r">{atLeast(wholeNumber(files, i18n.language))}</td>
            <td className="r">{atLeast(byteSize(bytes, t, i18n.language))}</td>
            <td className="hide-s" />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function TargetRow({ target, named }: { readonly target: EffectTarget; readonly named: boolean }) {
  const { t, i18n } = useWords();
  const { path, type, change, where, files, bytes, leads } = target;
  const outside = where === 'outside';
  const shown = type === 'folder' && !/[\\/]$/.test(path) ? `${path}/` : path;
  return (
    <tr className={outside ? 'outside' : ''}>
      <td>
        {named ? <span className="t2 verb">{t(`effect.${change}`)}</span> : null}
        <code dir="ltr">
          <VisibleCommand text={shown} />
        </code>
        {leads === undefined ? null : (
          <div className="fs12 t2 leads">
            <VisibleCommand text={t(type === 'link' ? 'effect.link' : 'effect.leads', { path: leads })} />
          </div>
        )}
        {type === 'missing' ? <span className="fs12 t3 leads">{t('effect.missing')}</span> : null}
        {outside ? (
          <div className="only-s">
            <Outside words={t('effect.outside-long')} />
          </div>
        ) : null}
      </td>
      <td className="r">{wholeNumber(files, i18n.language)}</td>
      <td className="r">{byteSize(bytes, t, i18n.language)}</td>
      <td className="hide-s t2">{outside ? <Outside words={t('effect.outside')} /> : t(`effect.${where}`)}</td>
    </tr>
  );
}

function Outside({ words }: { readonly words: string }) {
  return (
    <span className="where">
      <TriangleAlert aria-hidden="true" />
      {words}
    </span>
  );
}

function Opens({ read, write }: { readonly read: readonly string[]; readonly write: readonly string[] }) {
  const { t } = useWords();
  const paths = [...write.map((path) => ({ path, how: 'write' as const })), ...read.map((path) => ({ path, how: 'read' as const }))];
  if (paths.length === 0) return null;
  return (
    <div className="opens">
      <p className="where">
        <TriangleAlert aria-hidden="true" />
        {t('ask.opens')}
      </p>
      <ul>
        {paths.map(({ path, how }) => (
          <li key={`${how} ${path}`}>
            <code dir="ltr">
              <VisibleCommand text={path} />
            </code>
            <span className="fs12 t2">{t(`ask.opens-${how}`)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
