/** Read-only commands of git as data, in the shape of the other read-only programs. */
import type { SafeTool } from './safe-tool.ts';

/** Read-only commands of git with their flags; a repository's own helpers are switched off where they run. */
export const SAFE_GIT: Readonly<Record<string, SafeTool>> = {
  status: {
    flags: 'sbvz',
    optional: 'u',
    long: 'short branch show-stash porcelain long verbose untracked-files ignored ahead-behind no-ahead-behind renames no-renames',
    operands: 'paths',
  },
  log: {
    flags: 'pusz',
    values: 'nGSL',
    long: 'oneline graph all stat shortstat numstat name-only name-status patch no-patch decorate no-decorate reverse merges no-merges first-parent follow abbrev-commit no-abbrev-commit date-order topo-order summary color no-color raw pretty abbrev branches tags remotes merge cherry-pick left-right boundary parents children full-history simplify-by-decoration relative-date no-notes no-ext-diff no-textconv ignore-all-space ignore-space-change',
    optional: 'MC',
    longValues: 'max-count skip since after until before author committer grep format date diff-filter',
    operands: 'paths',
    numeric: true,
  },
  diff: {
    flags: 'puszwbRa',
    values: 'GS',
    optional: 'UMC',
    long: 'stat shortstat numstat name-only name-status patch no-patch cached staged merge-base summary color no-color raw word-diff color-words ignore-all-space ignore-space-change ignore-blank-lines minimal patience histogram text exit-code quiet check no-renames no-ext-diff no-textconv unified abbrev find-renames function-context relative no-relative compact-summary dirstat',
    longValues: 'diff-filter diff-algorithm',
    operands: 'paths',
  },
  show: {
    flags: 'puszqw',
    optional: 'U',
    long: 'stat oneline name-only name-status patch no-patch abbrev-commit summary color no-color raw quiet shortstat numstat pretty abbrev unified no-ext-diff no-textconv',
    longValues: 'format date',
    operands: 'paths',
  },
  branch: {
    flags: 'avr',
    long: 'all remotes list verbose show-current no-color',
    longValues: 'contains no-contains merged no-merged sort points-at format',
    operands: 'text',
    operandsWith: 'list',
  },
  tag: { flags: 'l', optional: 'n', long: 'list', longValues: 'sort contains merged points-at', operands: 'text', operandsWith: 'l list' },
  remote: { flags: 'v', long: 'verbose', operands: 'none' },
  'rev-parse': {
    long: 'show-toplevel abbrev-ref short verify is-inside-work-tree git-dir show-prefix symbolic-full-name',
    operands: 'text',
  },
  'ls-files': { flags: 'cdmostuzv', long: 'cached deleted modified others stage exclude-standard ignored', operands: 'paths' },
  'ls-tree': { flags: 'drtlz', long: 'name-only name-status long full-tree', operands: 'text' },
  blame: {
    flags: 'lwsetfn',
    values: 'L',
    optional: 'MC',
    long: 'show-email show-name show-number porcelain',
    longValues: 'date',
    operands: 'paths',
  },
  describe: { long: 'tags always all dirty long exact-match abbrev', longValues: 'match', operands: 'text' },
  shortlog: { flags: 'nsec', long: 'numbered summary email', operands: 'text' },
  'cat-file': { flags: 'pts', operands: 'text' },
  'show-ref': { long: 'heads tags', operands: 'text' },
  grep: {
    flags: 'aIivwEFGPnlLcohHWpqz',
    values: 'eABCm',
    long: 'ignore-case word-regexp invert-match extended-regexp fixed-strings perl-regexp line-number count files-with-matches name-only only-matching heading break cached untracked all-match and or not color no-color',
    longValues: 'after-context before-context context max-depth max-count',
    operands: 'pattern',
    numeric: true,
    patternFlags: 'e',
  },
  stash: { operands: 'none' },
};
