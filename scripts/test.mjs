/** Runs every check and test in order, and closes with one line: N passed, N failed. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ensureBuild } from './build.mjs';
import { ensureSystemTools } from './system-tools.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = new URL('../node_modules/.cache/reins-tests/', import.meta.url);
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const totals = { passed: 0, failed: 0 };
const began = performance.now();

function count(name, passed, failed, start) {
  totals.passed += passed;
  totals.failed += failed;
  console.log(
    `${failed === 0 ? 'ok  ' : 'FAIL'} ${name}: ${passed} passed, ${failed} failed (${((performance.now() - start) / 1000).toFixed(1)} s)`,
  );
}

const run = (script, args) => spawnSync(process.execPath, [script, ...args], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] }).status;

/** A check passes or fails as a whole. */
function check(name, script, ...args) {
  const start = performance.now();
  const passed = run(script, args) === 0;
  count(name, passed ? 1 : 0, passed ? 0 : 1, start);
}

/** A test run counts its tests and prints those that failed; one that breaks down counts as one failure at least. */
function tests(name, config) {
  const start = performance.now();
  const file = fileURLToPath(new URL(`${name}.json`, reports));
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--config', config, '--reporter=json', `--outputFile=${file}`];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });
  const result = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  if (result === undefined) {
    console.error(stdout, stderr);
    return count(name, 0, 1, start);
  }
  for (const { name: path, message, assertionResults } of result.testResults) {
    const failed = assertionResults.filter((one) => one.status === 'failed');
    if (message && failed.length === 0) console.error(`FAIL ${path}\n${message}`);
    for (const one of failed) console.error(`FAIL ${path}\n     ${one.fullName}\n${one.failureMessages.join('\n')}`);
  }
  if (status !== 0 && result.numFailedTests === 0) console.error(stderr);
  count(name, result.numPassedTests, Math.max(result.numFailedTests, status === 0 ? 0 : 1), start);
}

const lacking = ensureSystemTools();
check('lint', 'node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '.');
check('types', 'node_modules/typescript/bin/tsc', '-b');
check('layers', 'scripts/check-layers.mjs');
check('dead code', 'node_modules/knip/bin/knip.js');
tests('unit', 'vitest.config.ts');
const built = performance.now();
try {
  ensureBuild();
  count('build', 1, 0, built);
} catch {
  count('build', 0, 1, built);
}
if (lacking.length === 0) tests('e2e', 'e2e/vitest.config.ts');
else count(`e2e (needs ${lacking.join(', ')})`, 0, 1, performance.now());
console.log(`${((performance.now() - began) / 1000).toFixed(0)} s in all`);
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exitCode = totals.failed === 0 ? 0 : 1;
