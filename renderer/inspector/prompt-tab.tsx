/** The next prompt laid open: modules, payload, messages as sent, and who changed what. */
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import type { PromptSight } from '#shared/schema/context';
import { IconButton } from '../design/button.tsx';
import { wholeNumber } from '../i18n/format.ts';
import { useComposer, useInspector, useModel } from '../shell/model-context.tsx';
import { ChangeList } from './change-list.tsx';
import { Fold } from './fold.tsx';
import { LongText } from './long-text.tsx';
import { ModuleList } from './module-list.tsx';
import { Failed, Nothing } from './nothing.tsx';
import { useWords } from './use-words.ts';
import { NO_FIGURE } from './window-section.tsx';

export function PromptTab() {
  const { t } = useWords();
  const none = useInspector((data) => data.sessionId === null);
  const prompt = useInspector((data) => data.prompt);
  if (none) return <Nothing title={t('inspector.nothing')} what={t('inspector.nothing-what')} />;
  return (
    <>
      <Failed reading={prompt} />
      <Next sight={prompt.value} />
      {prompt.value === null ? null : <Parts sight={prompt.value} />}
    </>
  );
}

function Next({ sight }: { readonly sight: PromptSight | null }) {
  const { t, i18n } = useWords();
  const { inspector } = useModel();
  const sessionId = useInspector((data) => data.sessionId);
  const draft = useInspector((data) => data.draft);
  const changed = useComposer(({ texts }) => (texts[sessionId ?? ''] ?? '').trim() !== draft);
  const hint = changed ? 'draft-changed' : draft === '' ? 'without-draft' : 'with-draft';
  const share = (value: number | null): string =>
    value === null ? t('inspector.reused-none') : t('inspector.reused-share', { share: wholeNumber(value * 100, i18n.language) });
  const tokens = sight === null ? NO_FIGURE : wholeNumber(tokensOf(sight), i18n.language);
  return (
    <section className="sec">
      <h3 className="sect">
        {t('inspector.next')}
        <span className="push num">{tokens}</span>
        <IconButton small icon={RotateCcw} label={t('inspector.again')} onClick={() => inspector.refreshSoon()} />
      </h3>
      <dl className="facts">
        <dt>{t('inspector.reused')}</dt>
        <dd>{sight === null ? NO_FIGURE : share(sight.reused)}</dd>
      </dl>
      <p className="t3 fs12 after">{t(`inspector.${hint}`)}</p>
    </section>
  );
}

function tokensOf({ messages }: PromptSight): number {
  return messages.reduce((sum, { tokens }) => sum + tokens, 0);
}

function Parts({ sight }: { readonly sight: PromptSight }) {
  const { t } = useWords();
  const { modules, payload, messages, changes, mode } = sight;
  return (
    <>
      <section className="sec">
        <h3 className="sect">{t('inspector.payload')}</h3>
        <ul className="folds">
          {payload.map(({ part, text, tokens }) => (
            <TextRow key={part} name={t(`inspector.payload-${part.toLowerCase()}`)} text={text} tokens={tokens} />
          ))}
        </ul>
      </section>
      <section className="sec">
        <h3 className="sect">
          {t('inspector.messages')}
          <Count value={messages.length} />
        </h3>
        <ol className="folds">
          {messages.map(({ role, content, tokens }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a prompt only grows at its end
            <TextRow key={index} name={t(`inspector.role-${role}`)} first={firstWords(content)} text={content} tokens={tokens} />
          ))}
        </ol>
      </section>
      <section className="sec">
        <h3 className="sect">{t('inspector.changes')}</h3>
        <ChangeList changes={changes} />
      </section>
      <section className="sec">
        <h3 className="sect">
          {t('inspector.modules')}
          <span className="push">{t('inspector.modules-of', { mode: t(`inspector.mode-${mode}`), count: modules.length })}</span>
        </h3>
        <ModuleList modules={modules} />
      </section>
    </>
  );
}

function Count({ value }: { readonly value: number }) {
  const { i18n } = useWords();
  return <span className="push num">{wholeNumber(value, i18n.language)}</span>;
}

/** Characters of a message that its line shows. */
const SHOWN = 80;

/** Its own words, after the context that was put before them. */
function firstWords(content: string): string {
  const end = content.startsWith('<context>') ? content.indexOf('</context>') + '</context>'.length : 0;
  const own = content.slice(end, end + 4 * SHOWN).trim();
  return (own.split('\n', 1)[0] ?? '').slice(0, SHOWN);
}

interface TextRowProps {
  readonly name: string;
  readonly first?: string;
  readonly text: string;
  readonly tokens: number;
}

function TextRow({ name, first, text, tokens }: TextRowProps) {
  const { i18n } = useWords();
  return (
    <li>
      <Fold
        head={
          <>
            <span className="keep">{name}</span>
            {first === undefined ? null : <span className="ell t3">{first}</span>}
            <span className="push num">{wholeNumber(tokens, i18n.language)}</span>
          </>
        }
      >
        {() => <LongText name={name} text={text} />}
      </Fold>
    </li>
  );
}
