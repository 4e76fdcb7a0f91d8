/** What the person wrote; a very long one is shown in part until it is asked for. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../design/button.tsx';

/** Characters shown at first. */
const SHOWN = 3000;

export function UserMessage({ text }: { readonly text: string }) {
  const { t } = useTranslation();
  const [whole, setWhole] = useState(false);
  const long = text.length > SHOWN * 1.2;
  return (
    <article className="msg user">
      <h2 className="sr">{t('chat.you')}</h2>
      <p dir="auto">{long && !whole ? `${text.slice(0, SHOWN)}…` : text}</p>
      {long ? (
        <div className="row">
          <Button small aria-expanded={whole} onClick={() => setWhole(!whole)}>
            {whole ? t('chat.show-less') : t('chat.show-whole', { count: text.length })}
          </Button>
        </div>
      ) : null}
    </article>
  );
}
