/** What a request is about: the whole command, or the path with the difference, then the other arguments and what it would do. */
import { useHost } from '../shell/model-context.tsx';
import { DiffView } from './diff-view.tsx';
import { EffectBlock } from './effect-table.tsx';
import type { Seen } from './use-approval-form.ts';
import { useWords } from './use-words.ts';
import { VisibleCommand } from './visible.tsx';
import { hasMarks, visibleCommand } from './visible-text.ts';

export function WhatBlock({ seen }: { readonly seen: Seen }) {
  const { tool, effect } = seen;
  const { diff } = effect;
  // A difference of one file in the workspace says all that its table would say.
  const plainFile = diff !== undefined && effect.count <= 1 && effect.targets.every(({ where }) => where === 'workspace');
  return (
    <>
      <div className="blk">
        {diff === undefined ? (
          <>
            <h3 className="sect">
              {tool}
              {tool === 'exec' ? <Where seen={seen} /> : null}
            </h3>
            <Arguments seen={seen} />
          </>
        ) : (
          <DiffView tool={tool} diff={diff} />
        )}
      </div>
      {plainFile ? null : <EffectBlock seen={seen} />}
    </>
  );
}

function Where({ seen }: { readonly seen: Seen }) {
  const { t } = useWords();
  const workspace = useHost((app) => app.workspace.path);
  const isWalled = useHost((app) => app.sandbox.kind !== 'none');
  const cwd = seen.arguments['cwd'];
  const separator = workspace.includes('\\') ? '\\' : '/';
  const folder = typeof cwd === 'string' && cwd !== '' ? `${workspace}${separator}${cwd}` : workspace;
  return <span className={isWalled ? 'soft' : 'soft minus'}>{t(isWalled ? 'ask.in-walled' : 'ask.in-open', { folder })}</span>;
}

/** The command as a block of its own; any other argument by its name. */
function Arguments({ seen: { tool, arguments: args } }: { readonly seen: Seen }) {
  const { t } = useWords();
  const command = tool === 'exec' && typeof args['command'] === 'string' ? args['command'] : null;
  const others = Object.entries(args).filter(([name]) => command === null || (name !== 'command' && name !== 'cwd'));
  const texts = [command ?? '', ...others.map(([, value]) => wordOf(value))];
  return (
    <div id="approval-what">
      {command === null ? null : (
        <pre className="command" dir="ltr">
          <VisibleCommand text={command} />
        </pre>
      )}
      {others.length === 0 ? null : (
        <dl className="kv">
          {others.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <code dir="ltr">
                  <VisibleCommand text={wordOf(value)} />
                </code>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {texts.some((text) => hasMarks(visibleCommand(text))) ? <p className="fs12 t3 hint">{t('ask.hidden-characters')}</p> : null}
    </div>
  );
}

function wordOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
