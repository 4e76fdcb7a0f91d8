/** Runs the import rules and fails when fewer files were seen than the tree has: a parser that saw nothing would pass otherwise. */
import { globSync } from 'node:fs';
import { cruise } from 'dependency-cruiser';
import config from '../.dependency-cruiser.mjs';

const places = ['electron', 'renderer', 'shared'];
const expected = globSync(places.map((place) => `${place}/**/*.{ts,tsx}`))
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !file.endsWith('.d.ts'));
const { forbidden, options } = config;
const { output } = await cruise(places, { ...options, ruleSet: { forbidden, options }, validate: true, outputType: 'json' });
const { modules, summary } = typeof output === 'string' ? JSON.parse(output) : output;
const seen = new Set(modules.map((module) => module.source));
const missed = expected.filter((file) => !seen.has(file));
const edges = modules.reduce((sum, module) => sum + module.dependencies.length, 0);
for (const { rule, from, to } of summary.violations) console.error(`${rule.severity} ${rule.name}: ${from} -> ${to}`);
for (const file of missed) console.error(`not seen: ${file}`);
console.log(JSON.stringify({ files: expected.length, missed: missed.length, edges, violations: summary.violations.length }));
if (missed.length > 0 || edges < expected.length || summary.error > 0) process.exitCode = 1;
