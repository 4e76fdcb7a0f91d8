/** Who may import whom, as data: the tables below make the rules; `npm run check` checks them and counts what it saw. */

/** Runtime ranks, lowest first: a file or folder imports lower ranks only; siblings never import each other. */
const RANKS = [
  ['clock', 'ids', 'text', 'redaction', 'files', 'http'],
  ['storage', 'workspace', 'model', 'embedding', 'sandbox'],
  ['hooks', 'events', 'memory', 'changes', 'skills', 'mcp', 'context'],
  ['tools', 'approval'],
  ['prompt', 'guardrails'],
  ['planner'],
  ['agent'],
  ['initiative'],
];

/** Places, and what each may import of our own tree. */
const MAY = {
  'shared/schema/': ['shared/schema/'],
  'shared/contract/': ['shared/'],
  'renderer/': ['renderer/', 'shared/'],
  'electron/preload/': ['electron/preload/', 'shared/'],
  'electron/runtime/': ['electron/runtime/', 'shared/'],
  'electron/host/': ['electron/host/', 'electron/runtime/', 'shared/'],
  'electron/main/': ['electron/main/', 'electron/host/', 'electron/preload/bridge[.]ts$', 'shared/'],
};

/** What reaches outside the tree. */
const OUTSIDE = [
  {
    name: 'only-main-and-preload-know-electron',
    from: { pathNot: '^electron/(main|preload)/' },
    to: { path: '(^|node_modules/)electron(/|$)', dependencyTypesNot: ['local', 'aliased-subpath-import'] },
  },
  {
    name: 'shared-is-zod-only',
    from: { path: '^shared/', pathNot: '[.]test[.]ts$' },
    to: { path: '.', pathNot: ['^shared/', '(^|/)node_modules/zod/'] },
  },
  { name: 'renderer-has-no-node', from: { path: '^renderer/', pathNot: '[.]test[.]tsx?$' }, to: { dependencyTypes: ['core'] } },
  { name: 'no-unresolved', from: {}, to: { couldNotResolve: true, pathNot: '[?]' } },
  { name: 'no-cycles', from: {}, to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } } },
];

const TEST = '[.](test|fixture)[.]tsx?$';
const oneOf = (names) => `^electron/runtime/(${names.join('|')})([.]ts$|/)`;

const placeRules = Object.entries(MAY).map(([place, allowed]) => ({
  name: `${place.replaceAll('/', '-')}imports`,
  from: { path: `^${place}`, pathNot: TEST },
  to: { path: '^(electron|renderer|shared|bench|e2e|scripts)/', pathNot: allowed.map((one) => `^${one}`) },
}));

const rankRules = RANKS.flatMap((names, rank) => [
  ...(rank + 1 < RANKS.length
    ? [{ name: `rank-${rank}-not-upwards`, from: { path: oneOf(names), pathNot: TEST }, to: { path: oneOf(RANKS.slice(rank + 1).flat()) } }]
    : []),
  {
    name: `rank-${rank}-no-siblings`,
    from: { path: oneOf(names), pathNot: TEST },
    to: { path: oneOf(names), pathNot: '^electron/runtime/$1([.]ts$|/)' },
  },
]);

const unranked = {
  name: 'runtime-file-has-a-rank',
  from: { path: '^electron/runtime/', pathNot: [oneOf(RANKS.flat())] },
  to: { path: '.' },
};

export default {
  forbidden: [...OUTSIDE, ...placeRules, ...rankRules, unranked].map((rule) => ({ severity: 'error', ...rule })),
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    detectProcessBuiltinModuleCalls: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
