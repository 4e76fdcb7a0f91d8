/**
 * Read-only programs as data: the flags under which each can do nothing but read its operands and print. A flag that is not here is
 * not known, and a long one has to be written out: GNU programs take abbreviations, which would pass any list of forbidden names.
 */

export interface SafeTool {
  /** Short flags without a value. */
  readonly flags?: string;
  /** Short flags with a value that is a number or plain text. */
  readonly values?: string;
  /** Short flags whose value is a path that is read. */
  readonly paths?: string;
  /** Long flags without a value, or with one after `=` that is plain text. */
  readonly long?: string;
  /** Long flags that need a plain value, after `=` or as the next word. */
  readonly longValues?: string;
  /** Long flags whose value is a path that is read. */
  readonly longPaths?: string;
  /** What its operands are: `pattern` is one text and then paths. */
  readonly operands: 'paths' | 'pattern' | 'text' | 'none' | 'number';
  /** Most operands it may have; a second one of some programs is written to. */
  readonly most?: number;
  /** A number as a flag, such as `head -20`. */
  readonly numeric?: true;
  /** Flags that stand for a pattern, after which every operand is a path. */
  readonly patternFlags?: string;
}

const DIGEST: SafeTool = {
  flags: 'bctwz',
  long: 'binary check tag text zero ignore-missing quiet status strict warn',
  operands: 'paths',
};
const GREP: SafeTool = {
  flags: 'EFGPivwxcLlqsonHhbTZUzaIrRy',
  values: 'emABCdD',
  paths: 'f',
  long: 'extended-regexp fixed-strings basic-regexp perl-regexp ignore-case no-ignore-case invert-match word-regexp line-regexp count color colour files-with-matches files-without-match quiet silent no-messages only-matching with-filename no-filename line-number byte-offset null text recursive dereference-recursive initial-tab line-buffered binary null-data',
  longValues: 'regexp max-count after-context before-context context label include exclude exclude-dir binary-files devices directories',
  longPaths: 'file exclude-from',
  operands: 'pattern',
  numeric: true,
  patternFlags: 'e regexp f file',
};

export const SAFE_TOOLS: Readonly<Record<string, SafeTool>> = {
  ls: {
    flags: 'aAbBcCdfFgGhHiIklLmnNopqQrRsStTuUvwxXZ1',
    long: 'all almost-all author escape ignore-backups color classify directory dereference dereference-command-line human-readable si inode kibibytes numeric-uid-gid literal hide-control-chars show-control-chars quote-name reverse recursive size full-time no-group file-type group-directories-first zero',
    longValues: 'block-size format hide ignore indicator-style quoting-style sort time time-style tabsize width hyperlink',
    operands: 'paths',
  },
  dir: { flags: 'aAlhrtS1R', operands: 'paths' },
  cat: {
    flags: 'AbeEnstTuv',
    long: 'show-all number-nonblank show-ends number squeeze-blank show-tabs show-nonprinting',
    operands: 'paths',
  },
  head: {
    flags: 'qvz',
    values: 'nc',
    long: 'quiet silent verbose zero-terminated',
    longValues: 'lines bytes',
    operands: 'paths',
    numeric: true,
  },
  tail: {
    flags: 'qvz',
    values: 'nc',
    long: 'quiet silent verbose zero-terminated',
    longValues: 'lines bytes',
    operands: 'paths',
    numeric: true,
  },
  wc: { flags: 'clLmw', long: 'bytes chars lines max-line-length words', longValues: 'total', operands: 'paths' },
  grep: GREP,
  egrep: GREP,
  fgrep: GREP,
  rg: {
    flags: 'acFHhIiLlNnopqSsUuvwx0.',
    values: 'ABCeEgjmMtTrd',
    paths: 'f',
    long: 'count fixed-strings with-filename no-filename ignore-case files-with-matches files-without-match line-number no-line-number only-matching pretty quiet smart-case case-sensitive multiline invert-match word-regexp line-regexp hidden no-ignore no-heading heading column trim json stats vimgrep text null no-config files type-list sort-files count-matches passthru unrestricted',
    longValues:
      'after-context before-context context regexp encoding glob iglob threads max-count max-depth max-columns max-filesize type type-not replace sort sortr color colors',
    longPaths: 'file ignore-file',
    operands: 'pattern',
    patternFlags: 'e regexp f file files type-list',
  },
  sort: {
    flags: 'bcCdfghiMmnRrsuVz',
    values: 'kt',
    long: 'ignore-leading-blanks dictionary-order ignore-case general-numeric-sort ignore-nonprinting month-sort human-numeric-sort numeric-sort random-sort reverse version-sort check merge stable unique zero-terminated debug',
    longValues: 'key field-separator sort parallel',
    operands: 'paths',
  },
  uniq: {
    flags: 'cdDiuz',
    values: 'fsw',
    long: 'count repeated all-repeated ignore-case unique zero-terminated group',
    longValues: 'skip-fields skip-chars check-chars',
    operands: 'paths',
    most: 1,
  },
  cut: {
    flags: 'nsz',
    values: 'bcdf',
    long: 'complement only-delimited zero-terminated',
    longValues: 'bytes characters delimiter fields output-delimiter',
    operands: 'paths',
  },
  tr: { flags: 'cCdst', long: 'complement delete squeeze-repeats truncate-set1', operands: 'text' },
  echo: { flags: 'neE', operands: 'text' },
  printf: { operands: 'text' },
  date: { flags: 'uR', values: 'dI', long: 'utc universal rfc-email iso-8601', longValues: 'date rfc-3339', operands: 'text' },
  uname: {
    flags: 'asnrvmpio',
    long: 'all kernel-name nodename kernel-release kernel-version machine processor operating-system',
    operands: 'none',
  },
  file: {
    flags: 'bhikLNr0E',
    values: 'eF',
    long: 'brief mime mime-type mime-encoding dereference no-dereference keep-going extension',
    longValues: 'separator',
    operands: 'paths',
  },
  stat: { flags: 'Lftx', values: 'c', long: 'dereference file-system terse', longValues: 'format printf', operands: 'paths' },
  tree: {
    flags: 'adfixpsughDFQCnNqrtcUvSAJX',
    values: 'LPI',
    long: 'noreport dirsfirst filesfirst du si inodes device prune ignore-case matchdirs gitignore nolinks sort',
    longValues: 'filelimit charset timefmt',
    operands: 'paths',
  },
  basename: { flags: 'az', values: 's', long: 'multiple zero', longValues: 'suffix', operands: 'text' },
  dirname: { flags: 'z', long: 'zero', operands: 'text' },
  realpath: {
    flags: 'eLmPqsz',
    long: 'canonicalize-existing canonicalize-missing quiet strip no-symlinks zero',
    longPaths: 'relative-to relative-base',
    operands: 'paths',
  },
  readlink: {
    flags: 'fenmqsvz',
    long: 'canonicalize canonicalize-existing canonicalize-missing no-newline quiet verbose zero',
    operands: 'paths',
  },
  pwd: { flags: 'LP', operands: 'none' },
  true: { operands: 'text' },
  false: { operands: 'text' },
  ':': { operands: 'text' },
  diff: {
    flags: 'abBcdEeiLlNnpqrstTuwyZ',
    values: 'CIUWxF',
    long: 'brief report-identical-files unified context side-by-side ignore-case ignore-tab-expansion ignore-trailing-space ignore-space-change ignore-all-space ignore-blank-lines strip-trailing-cr text minimal recursive new-file color suppress-common-lines speed-large-files',
    longValues: 'ignore-matching-lines exclude width label',
    operands: 'paths',
    most: 2,
  },
  cmp: {
    flags: 'bls',
    values: 'in',
    long: 'print-bytes verbose quiet silent',
    longValues: 'bytes ignore-initial',
    operands: 'paths',
    most: 2,
  },
  comm: {
    flags: '123z',
    long: 'check-order nocheck-order total zero-terminated',
    longValues: 'output-delimiter',
    operands: 'paths',
    most: 2,
  },
  md5sum: DIGEST,
  sha1sum: DIGEST,
  sha224sum: DIGEST,
  sha256sum: DIGEST,
  sha384sum: DIGEST,
  sha512sum: DIGEST,
  b2sum: DIGEST,
  cksum: { operands: 'paths' },
  sum: { flags: 'rs', operands: 'paths' },
  shasum: { flags: 'bt', values: 'a', operands: 'paths' },
  nl: { flags: 'p', values: 'bdfhilnsvw', operands: 'paths' },
  tac: { flags: 'br', values: 's', long: 'before regex', longValues: 'separator', operands: 'paths' },
  rev: { operands: 'paths' },
  fold: { flags: 'bs', values: 'w', long: 'bytes spaces', longValues: 'width', operands: 'paths' },
  expand: { flags: 'i', values: 't', operands: 'paths' },
  unexpand: { flags: 'a', values: 't', operands: 'paths' },
  fmt: { flags: 'cstu', values: 'wg', operands: 'paths' },
  paste: { flags: 'sz', values: 'd', long: 'serial zero-terminated', longValues: 'delimiters', operands: 'paths' },
  join: { flags: 'iz', values: '12aejotv', long: 'ignore-case header check-order nocheck-order', operands: 'paths', most: 2 },
  column: {
    flags: 'txnJeLRd',
    values: 'csoNTW',
    long: 'table json',
    longValues: 'separator output-separator table-columns',
    operands: 'paths',
  },
  du: {
    flags: 'abcDhHklLmPsSx0',
    values: 'dtB',
    long: 'all apparent-size bytes total human-readable si summarize separate-dirs one-file-system null inodes',
    longValues: 'max-depth threshold block-size exclude time',
    operands: 'paths',
  },
  df: {
    flags: 'ahHiklPT',
    values: 'Btx',
    long: 'all human-readable si inodes portability print-type total local',
    longValues: 'block-size type exclude-type output',
    operands: 'none',
  },
  whoami: { operands: 'none' },
  id: { flags: 'gGnruz', long: 'group groups name real user zero', operands: 'none' },
  groups: { operands: 'none' },
  hostname: { flags: 's', operands: 'none' },
  arch: { operands: 'none' },
  nproc: { long: 'all', operands: 'none' },
  uptime: { flags: 'ps', operands: 'none' },
  cal: { flags: '13jmsyw', operands: 'number' },
  seq: { flags: 'w', values: 'fs', long: 'equal-width', longValues: 'format separator', operands: 'number' },
  expr: { operands: 'text' },
  sleep: { operands: 'number', most: 1 },
  which: { flags: 'a', operands: 'text' },
  type: { flags: 'afptP', operands: 'text' },
  od: {
    flags: 'abcdfilosvx',
    values: 'AjNStw',
    long: 'output-duplicates',
    longValues: 'address-radix skip-bytes read-bytes format width',
    operands: 'paths',
  },
  xxd: { flags: 'abeEiupC', values: 'cglos', operands: 'paths', most: 1 },
  hexdump: { flags: 'bcCdovx', values: 'ensL', operands: 'paths' },
  strings: { flags: 'af', values: 'nte', long: 'all print-file-name', longValues: 'bytes radix encoding', operands: 'paths' },
  iconv: { values: 'ft', longValues: 'from-code to-code', operands: 'paths' },
  base64: { flags: 'di', values: 'w', long: 'decode ignore-garbage', longValues: 'wrap', operands: 'paths', most: 1 },
  base32: { flags: 'di', values: 'w', operands: 'paths', most: 1 },
  jq: {
    flags: 'crRseaCMSj',
    values: '',
    long: 'compact-output raw-output raw-input slurp exit-status ascii-output color-output monochrome-output sort-keys join-output tab seq stream',
    longValues: 'indent',
    operands: 'pattern',
  },
};

/** Read-only commands of git with their flags; a repository's own helpers are switched off where they run. */
export const SAFE_GIT: Readonly<Record<string, SafeTool>> = {
  status: {
    flags: 'sbvzu',
    long: 'short branch show-stash porcelain long verbose untracked-files ignored ahead-behind no-ahead-behind renames no-renames',
    operands: 'paths',
  },
  log: {
    flags: 'pusz',
    values: 'nGSL',
    long: 'oneline graph all stat shortstat numstat name-only name-status patch no-patch decorate no-decorate reverse merges no-merges first-parent follow abbrev-commit no-abbrev-commit date-order topo-order summary color no-color raw',
    longValues: 'max-count skip since after until before author committer grep format pretty date abbrev diff-filter branches tags',
    operands: 'paths',
    numeric: true,
  },
  diff: {
    flags: 'puszwbRa',
    values: 'UGS',
    long: 'stat shortstat numstat name-only name-status patch no-patch cached staged merge-base summary color no-color raw word-diff color-words ignore-all-space ignore-space-change ignore-blank-lines minimal patience histogram text exit-code quiet check no-renames no-ext-diff no-textconv',
    longValues: 'unified diff-filter diff-algorithm abbrev',
    operands: 'paths',
  },
  show: {
    flags: 'puszq',
    values: 'U',
    long: 'stat oneline name-only name-status patch no-patch abbrev-commit summary color no-color raw quiet shortstat numstat',
    longValues: 'format pretty date abbrev unified',
    operands: 'paths',
  },
  branch: {
    flags: 'avr',
    long: 'all remotes list verbose show-current no-color',
    longValues: 'contains merged no-merged sort',
    operands: 'none',
  },
  tag: { flags: 'ln', long: 'list', longValues: 'sort contains', operands: 'none' },
  remote: { flags: 'v', long: 'verbose', operands: 'none' },
  'rev-parse': {
    long: 'show-toplevel abbrev-ref short verify is-inside-work-tree git-dir show-prefix symbolic-full-name',
    operands: 'text',
  },
  'ls-files': { flags: 'cdmostuzv', long: 'cached deleted modified others stage exclude-standard ignored', operands: 'paths' },
  'ls-tree': { flags: 'drtlz', long: 'name-only name-status long full-tree', operands: 'text' },
  blame: { flags: 'lwsetfnMC', values: 'L', long: 'show-email show-name show-number porcelain', longValues: 'date', operands: 'paths' },
  describe: { long: 'tags always all dirty long exact-match', longValues: 'abbrev match', operands: 'text' },
  shortlog: { flags: 'nsec', long: 'numbered summary email', operands: 'text' },
  'cat-file': { flags: 'pts', operands: 'text' },
  'show-ref': { long: 'heads tags', operands: 'text' },
  stash: { operands: 'none' },
};
