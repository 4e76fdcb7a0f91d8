/** Markdown of an answer. What reads it is loaded when it is first needed; until then the plain text stands there. */
import { lazy, memo, Suspense, useMemo } from 'react';
import { splitBlocks } from './blocks.ts';
import { fenceLanguage, isProse } from './code-language.ts';
import './markdown.css';

const load = () => import('./markdown-block.tsx');
const MarkdownBlock = lazy(async () => ({ default: (await load()).MarkdownBlock }));
const Block = memo(MarkdownBlock);

/** Characters up to which a finished text is read as a whole, so that references across blocks work. */
const WHOLE = 20_000;
/** Characters above which a block that still grows is shown as plain text until it ends. */
const GROWING = 8000;

/** Blocks from which those out of sight are not laid out. */
const MANY = 24;

/** Fetches what reads Markdown before it is needed. */
export function preloadMarkdown(): void {
  void load();
}

interface MarkdownProps {
  readonly text: string;
  readonly streaming?: boolean;
}

export function Markdown({ text, streaming = false }: MarkdownProps) {
  const { blocks, openFence } = useMemo(
    () => (streaming || text.length > WHOLE ? splitBlocks(text) : { blocks: [text], openFence: false }),
    [text, streaming],
  );
  const last = blocks.length - 1;
  return (
    <div className={['md', last > MANY ? 'many' : '', streaming ? 'live' : ''].join(' ').trim()} dir="auto">
      <Suspense fallback={<p className="plain">{text}</p>}>
        {blocks.map((block, index) => {
          const grows = streaming && index === last;
          const plain = grows && (openFence || block.length > GROWING);
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks only grow at the end
          return plain ? <Plain key={index} text={block} code={openFence} /> : <Block key={index} text={block} highlight={!grows} />;
        })}
      </Suspense>
    </div>
  );
}

/** Reading it as Markdown again for every piece would cost more with each piece. */
function Plain({ text, code }: { readonly text: string; readonly code: boolean }) {
  if (!code) return <p className="plain">{text}</p>;
  const line = text.indexOf('\n');
  const opening = line === -1 ? text : text.slice(0, line);
  const language = fenceLanguage(opening);
  return (
    <figure className={isProse(language) ? 'codeblock prose' : 'codeblock'}>
      {language === '' ? null : <figcaption>{language}</figcaption>}
      <pre>
        <code>{line === -1 ? '' : text.slice(line + 1)}</code>
      </pre>
    </figure>
  );
}
