#!/usr/bin/env node
/** Entry: the command line. Loads only what the command needs. */
import module from 'node:module';

module.enableCompileCache?.(); // a default import: the named one is a syntax error on Node 20, before any message can be printed
if (Number(process.versions.node.split('.')[0]) < 22) {
  console.error(`reins needs Node 22 or newer, this is ${process.version}. / reins 需要 Node 22 或更新版本，当前是 ${process.version}。`);
  process.exit(2);
}
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0); // the reader has seen enough: `reins ... | head`
  throw error;
});
const { runCommandLine } = await import('./run-command-line.ts');
process.exitCode = await runCommandLine(process.argv.slice(2));
