/** The words that the editor itself writes, such as "5 hidden lines", in the window's language. Called before it is loaded, and when the language changes. */

/** Where the editor looks for its words; without them it writes English. */
interface EditorGlobals {
  _VSCODE_NLS_MESSAGES?: readonly string[] | undefined;
}
const place = globalThis as EditorGlobals;

let chinese: readonly string[] | undefined;

export async function speakTo(language: string): Promise<void> {
  if (language !== 'zh-CN') {
    place._VSCODE_NLS_MESSAGES = undefined;
    return;
  }
  if (chinese === undefined) {
    await import('monaco-editor/nls/lang/zh-cn.js');
    chinese = place._VSCODE_NLS_MESSAGES;
  }
  place._VSCODE_NLS_MESSAGES = chinese;
}
