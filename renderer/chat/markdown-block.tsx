/** Reads one block of Markdown: no raw HTML, no remote image, links that open outside. */
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import ReactMarkdown, { type Components, type ExtraProps } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { CodeBlock } from './code-block.tsx';
import { useHighlighter } from './use-highlighter.ts';

const REMARK = [remarkGfm];
const OUTSIDE = /^(?:https?:|mailto:)/i;

/** Only addresses that another program opens are links; a path of the workspace is text. */
function Anchor({ href, children }: ComponentProps<'a'>) {
  if (href === undefined || !OUTSIDE.test(href)) return <code>{children}</code>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}

/** A picture from somewhere else would tell its server that the answer was read: its address is shown instead. */
function ImageLink({ src, alt }: ComponentProps<'img'>) {
  const { t } = useTranslation();
  const words = t('chat.image', { alt: alt === undefined || alt === '' ? (src ?? '') : alt });
  return typeof src === 'string' ? <Anchor href={src}>{words}</Anchor> : <span>{words}</span>;
}

function Table({ children }: ComponentProps<'table'>) {
  return (
    <div className="tablewrap">
      <table>{children}</table>
    </div>
  );
}

function Pre({ children, node }: ComponentProps<'pre'> & ExtraProps) {
  return <CodeBlock node={node}>{children}</CodeBlock>;
}

const COMPONENTS: Components = { a: Anchor, img: ImageLink, table: Table, pre: Pre };

interface MarkdownBlockProps {
  readonly text: string;
  readonly highlight: boolean;
}

export function MarkdownBlock({ text, highlight }: MarkdownBlockProps) {
  const plugins = useHighlighter(highlight && /^ {0,3}(?:```|~~~)/m.test(text));
  return (
    <ReactMarkdown remarkPlugins={REMARK} rehypePlugins={plugins} components={COMPONENTS}>
      {text}
    </ReactMarkdown>
  );
}
