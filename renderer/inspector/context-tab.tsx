/** How full the window is and with what, whether the model saw all of it, and the modules of the system prompt. */
import { useHost, useInspector } from '../shell/model-context.tsx';
import { ModuleList } from './module-list.tsx';
import { Failed, Nothing } from './nothing.tsx';
import { TruthSection } from './truth-section.tsx';
import { useWords } from './use-words.ts';
import { WindowSection } from './window-section.tsx';

export function ContextTab() {
  const { t } = useWords();
  const none = useInspector((data) => data.sessionId === null);
  const context = useInspector((data) => data.context);
  const prompt = useInspector((data) => data.prompt);
  const endpoints = useHost((app) => app.settings.models.endpoints);
  if (none) return <Nothing title={t('inspector.nothing')} what={t('inspector.nothing-what')} />;
  const source = context.value?.modelId.split('/')[0] ?? '';
  const server = source === 'ollama' ? 'Ollama' : (endpoints.find(({ id }) => id === source)?.name ?? null);
  return (
    <>
      <Failed reading={context} />
      <WindowSection context={context.value} />
      <TruthSection context={context.value} server={server} />
      <Failed reading={prompt} />
      <section className="sec">
        <h3 className="sect">
          {t('inspector.modules')}
          {prompt.value === null ? null : (
            <span className="push">
              {t('inspector.modules-of', { mode: t(`inspector.mode-${prompt.value.mode}`), count: prompt.value.modules.length })}
            </span>
          )}
        </h3>
        {prompt.value === null ? null : <ModuleList modules={prompt.value.modules} />}
      </section>
    </>
  );
}
