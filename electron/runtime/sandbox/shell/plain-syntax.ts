/** Kinds of the grammar's nodes that are understood, as data. */

/** Plain commands, pipes and lists; every other kind asks. */
export const PLAIN: ReadonlySet<string> = new Set([
  ...['program', 'list', 'pipeline', 'command', 'command_name', 'redirected_statement', 'file_redirect', 'file_descriptor', 'comment'],
  ...['word', 'string', 'string_content', 'raw_string', 'concatenation', 'number', 'negated_command', 'test_command', 'test_operator'],
  ...['unary_expression', 'binary_expression', 'heredoc_redirect', 'heredoc_start', 'heredoc_body', 'heredoc_end', 'heredoc_content'],
  ...['herestring_redirect', 'simple_expansion', 'variable_name', 'special_variable_name', 'extglob_pattern', 'regex'],
  ...['brace_expression', '{', '..', '}'],
  ...[
    '&&',
    '||',
    '|',
    ';',
    '\n',
    '"',
    "'",
    '<',
    '>',
    '>>',
    '>&',
    '<&',
    '>|',
    '&>',
    '&>>',
    '<<',
    '<<-',
    '<<<',
    '[',
    ']',
    '[[',
    ']]',
    '!',
    '$',
    '=',
    '==',
    '!=',
  ],
]);

/** Words that nothing can stand inside of. */
export const LEAVES: ReadonlySet<string> = new Set(['raw_string', 'number']);
