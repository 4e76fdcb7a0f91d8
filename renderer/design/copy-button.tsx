/** Copies a text and says so for a moment. */
import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './button.tsx';

interface CopyButtonProps {
  readonly text: string;
  readonly label: string;
}

const SHOWN_MS = 2000;

export function CopyButton({ text, label }: CopyButtonProps) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <>
      <IconButton small icon={copied ? Check : Copy} label={label} {...(copied ? { tip: t('shell.copied') } : {})} onClick={copy} />
      <span className="sr" role="status">
        {copied ? t('shell.copied') : ''}
      </span>
    </>
  );
}
