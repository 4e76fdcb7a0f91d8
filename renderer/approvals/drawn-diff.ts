/** The editor's drawing of a difference, in the window's colours. Loaded when it is wanted. */
import * as monaco from 'monaco-editor/editor/editor.api.js';
import 'monaco-editor/features/codicon/register.js';
import EditorWorker from 'monaco-editor/editor/editor.worker.js?worker';

self.MonacoEnvironment = { getWorker: () => new EditorWorker() };

/** The window's colour for each of the editor's. */
const COLOURS: Readonly<Record<string, string>> = {
  'editor.background': '--raised',
  'editor.foreground': '--text',
  'editorLineNumber.foreground': '--text-3',
  'editorLineNumber.activeForeground': '--text-3',
  'editorGutter.background': '--raised',
  'editor.selectionBackground': '--accent-soft',
  'editor.lineHighlightBackground': '--raised',
  'editor.lineHighlightBorder': '--raised',
  'diffEditor.insertedLineBackground': '--add-bg',
  'diffEditor.removedLineBackground': '--del-bg',
  'diffEditorGutter.insertedLineBackground': '--add-bg',
  // The column of old numbers has this colour beside added lines, too.
  'diffEditorGutter.removedLineBackground': '--raised',
  'diffEditor.unchangedRegionBackground': '--sunken',
  'diffEditor.unchangedRegionForeground': '--text-3',
  'diffEditor.unchangedCodeBackground': '--raised',
  'diffEditor.border': '--line',
  'editorUnicodeHighlight.border': '--warn',
  'scrollbarSlider.background': '--line-2',
  'scrollbarSlider.hoverBackground': '--control',
  'scrollbarSlider.activeBackground': '--control',
  focusBorder: '--focus',
};
/** Changed words, stronger than their line. */
const STRONG: Readonly<Record<string, string>> = {
  'diffEditor.insertedTextBackground': '--ok',
  'diffEditor.removedTextBackground': '--danger',
};
const STRENGTH = '38';

/** The editor takes six digits only; a stylesheet that was made small has three. */
function sixDigits(colour: string): string {
  return /^#[0-9a-f]{3}$/i.test(colour) ? colour.replaceAll(/[0-9a-f]/gi, '$&$&') : colour;
}

function defineTheme(): void {
  const style = getComputedStyle(document.documentElement);
  const colour = (token: string): string => sixDigits(style.getPropertyValue(token).trim());
  const isDark = style.colorScheme === 'dark';
  const isContrast = document.documentElement.dataset['theme'] === 'contrast';
  const all = Object.entries(COLOURS).map(([name, token]) => [name, colour(token === '--focus' ? '--accent' : token)]);
  const strong = Object.entries(STRONG).map(([name, token]) => [name, `${colour(token)}${STRENGTH}`]);
  monaco.editor.defineTheme('reins', {
    base: isContrast ? 'hc-black' : isDark ? 'vs-dark' : 'vs',
    inherit: true,
    rules: [],
    colors: Object.fromEntries([...all, ...strong]),
  });
  monaco.editor.setTheme('reins');
}

/** Calls when the theme of the page changes; returns how to stop. */
function onTheme(run: () => void): () => void {
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const observer = new MutationObserver(run);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  dark.addEventListener('change', run);
  return () => {
    observer.disconnect();
    dark.removeEventListener('change', run);
  };
}

interface Drawing {
  readonly before: string;
  readonly after: string;
  /** Pixels. */
  readonly height: number;
}

/** Resolves once it is drawn, with how to close it. It takes no focus by keyboard and is hidden from those who hear the page: the lines are there for them. */
export async function drawDiff(place: HTMLElement, { before, after, height }: Drawing): Promise<() => void> {
  defineTheme();
  const stopTheme = onTheme(defineTheme);
  const style = getComputedStyle(document.documentElement);
  place.style.height = `${height}px`;
  const editor = monaco.editor.createDiffEditor(place, {
    automaticLayout: true,
    renderSideBySide: false,
    readOnly: true,
    domReadOnly: true,
    originalEditable: false,
    tabIndex: -1,
    hideUnchangedRegions: { enabled: true, contextLineCount: 3, minimumLineCount: 3 },
    renderControlCharacters: true,
    unicodeHighlight: { invisibleCharacters: true, ambiguousCharacters: false, nonBasicASCII: false },
    fontFamily: style.getPropertyValue('--font-mono'),
    fontLigatures: false,
    fontSize: 12,
    lineHeight: 20,
    lineNumbersMinChars: 4,
    minimap: { enabled: false },
    overviewRulerLanes: 0,
    renderOverviewRuler: false,
    renderLineHighlight: 'none',
    renderMarginRevertIcon: false,
    scrollBeyondLastLine: false,
    scrollbar: { alwaysConsumeMouseWheel: false, verticalScrollbarSize: 10 },
    wordWrap: 'on',
    diffWordWrap: 'on',
    contextmenu: false,
    folding: false,
    glyphMargin: false,
    stickyScroll: { enabled: false },
    padding: { top: 4, bottom: 4 },
  });
  const models = { original: monaco.editor.createModel(before, 'plaintext'), modified: monaco.editor.createModel(after, 'plaintext') };
  await new Promise<void>((resolve) => {
    const once = editor.onDidUpdateDiff(() => {
      once.dispose();
      resolve();
    });
    editor.setModel(models);
  });
  return () => {
    stopTheme();
    editor.dispose();
    models.original.dispose();
    models.modified.dispose();
    place.style.height = '';
  };
}
