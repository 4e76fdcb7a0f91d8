/** Loads the parser of shell text, once. */
import { createRequire } from 'node:module';
import type { Parser as ShellParser } from 'web-tree-sitter';

let parser: Promise<ShellParser> | undefined;

async function loadParser(): Promise<ShellParser> {
  const { Language, Parser } = await import('web-tree-sitter');
  const resolve = createRequire(import.meta.url.replace(/app\.asar(?=\/)/, 'app.asar.unpacked')).resolve;
  await Parser.init({ locateFile: (name: string) => resolve(`web-tree-sitter/${name}`) });
  const made = new Parser();
  made.setLanguage(await Language.load(resolve('tree-sitter-bash/tree-sitter-bash.wasm')));
  return made;
}

export function shellParser(): Promise<ShellParser> {
  parser ??= loadParser();
  return parser;
}
