/** A conversation that has not begun: three real things to try, each one click. */
import BookmarkPlus from 'lucide-react/icons/bookmark-plus';
import Clock from 'lucide-react/icons/clock';
import FolderOpen from 'lucide-react/icons/folder-open';
import { useTranslation } from 'react-i18next';
import { useHost, useModel, useThread } from '../shell/model-context.tsx';

const TRIES = [
  { key: 'empty.remember', icon: BookmarkPlus },
  { key: 'empty.list', icon: FolderOpen },
  { key: 'empty.time', icon: Clock },
] as const;

export function EmptyState() {
  const { t } = useTranslation();
  const model = useModel();
  const openId = useThread((data) => data.openId);
  const { name, emoji } = useHost((app) => app.identity);
  return (
    <div className="blank">
      {emoji === '' && (name === '' || name === 'Reins') ? null : (
        <p className="t2">
          {emoji} {name}
        </p>
      )}
      <h2>{t('empty.title')}</h2>
      {TRIES.map(({ key, icon: Icon }) => (
        <button key={key} type="button" className="try" onClick={() => void model.composer.deliver(openId, t(key))}>
          <Icon aria-hidden="true" />
          {t(key)}
        </button>
      ))}
    </div>
  );
}
