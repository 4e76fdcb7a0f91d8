/** A block of code with its language and a way to copy it. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExtraProps } from 'react-markdown';
import { CopyButton } from '../design/copy-button.tsx';
import { isProse } from './code-language.ts';

type Node = NonNullable<ExtraProps['node']>;

interface CodeBlockProps {
  readonly node: ExtraProps['node'];
  readonly children: ReactNode;
}

export function CodeBlock({ node, children }: CodeBlockProps) {
  const { t } = useTranslation();
  const code = node?.children.find((child) => child.type === 'element');
  const language = languageOf(code);
  const copy = <CopyButton text={textOf(code).replace(/\n$/, '')} label={t('chat.copy-code')} />;
  return (
    <figure className={isProse(language) ? 'codeblock prose' : 'codeblock'}>
      {language === '' ? (
        <div className="corner">{copy}</div>
      ) : (
        <figcaption>
          <span className="grow">{language}</span>
          {copy}
        </figcaption>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard */}
      <pre tabIndex={0}>{children}</pre>
    </figure>
  );
}

function languageOf(code: Node | undefined): string {
  const names = code?.properties['className'];
  const found = Array.isArray(names) ? names.find((name) => String(name).startsWith('language-')) : undefined;
  return found === undefined ? '' : String(found).slice('language-'.length);
}

function textOf(node: Node | Node['children'][number] | undefined): string {
  if (node === undefined) return '';
  if (node.type === 'text') return node.value;
  return node.type === 'element' ? node.children.map(textOf).join('') : '';
}
