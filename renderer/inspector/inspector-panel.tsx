/** What stands in the inspector: its head, its tabs, and the one that is chosen. */
import PanelRight from 'lucide-react/icons/panel-right';
import { Tabs } from 'radix-ui';
import { useEffect, useRef } from 'react';
import { IconButton } from '../design/button.tsx';
import { ariaCommand, commandKey } from '../design/command-key.ts';
import { useInspector, useModel } from '../shell/model-context.tsx';
import { INSPECTOR_TABS, type InspectorTab } from '../store/inspector-store.ts';
import { ContextTab } from './context-tab.tsx';
import { EventsTab } from './events-tab.tsx';
import { MemoryTab } from './memory-tab.tsx';
import { PromptTab } from './prompt-tab.tsx';
import { useWords } from './use-words.ts';
import './inspector.css';
import './lists.css';
import './window.css';

const VIEWS: { readonly [T in InspectorTab]: () => React.JSX.Element } = {
  context: ContextTab,
  prompt: PromptTab,
  memory: MemoryTab,
  events: EventsTab,
};

export function InspectorPanel() {
  const { t } = useWords();
  const { inspector } = useModel();
  const tab = useInspector((data) => data.tab);
  const sessionId = useInspector((data) => data.sessionId);
  const list = useFocus();
  const View = VIEWS[tab];
  return (
    <Tabs.Root
      className="pane grow"
      value={tab}
      onValueChange={(value) => {
        const next = INSPECTOR_TABS.find((one) => one === value);
        if (next !== undefined) inspector.pick(next);
      }}
    >
      <header className="head">
        <h2>{t('inspector.title')}</h2>
        <IconButton
          icon={PanelRight}
          label={t('inspector.close')}
          tip={t('inspector.close-hint', { key: commandKey('I') })}
          aria-keyshortcuts={ariaCommand('I')}
          onClick={() => inspector.close()}
        />
      </header>
      <Tabs.List ref={list} className="tabs" aria-label={t('inspector.title')}>
        {INSPECTOR_TABS.map((one) => (
          <Tabs.Trigger key={one} value={one}>
            {t(`inspector.${one}`)}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      <Tabs.Content key={`${tab} ${sessionId}`} value={tab} className="scroll">
        <View />
      </Tabs.Content>
    </Tabs.Root>
  );
}

/** Takes the focus to the chosen tab when the person asked for the pane. */
function useFocus() {
  const { inspector } = useModel();
  const wanted = useInspector((data) => data.wanted);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!wanted) return;
    list.current?.querySelector<HTMLElement>('[data-state="active"]')?.focus({ preventScroll: true });
    inspector.tookFocus();
  }, [wanted, inspector]);
  return list;
}
