/** What is known of a read-only program: its flags, and what its operands are. */

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
  /** What its operands are: `pattern` is one text and then paths, `format` begins with a plus. */
  readonly operands: 'paths' | 'pattern' | 'text' | 'none' | 'number' | 'format';
  /** Most operands it may have; a second one of some programs is written to. */
  readonly most?: number;
  /** A number as a flag, such as `head -20`. */
  readonly numeric?: true;
  /** Prints whatever it is given, and knows no flag that does more. */
  readonly plain?: true;
  /** Flags that stand for a pattern, after which every operand is a path. */
  readonly patternFlags?: string;
  /** Short flags whose value, if any, is what is left of the word: the next word is an operand. */
  readonly optional?: string;
  /** Of several letters in one word only the first is read. */
  readonly alone?: true;
  /** Operands are known only where one of these flags stands. */
  readonly operandsWith?: string;
  /** An operand with this beginning is a list of further words. */
  readonly listMark?: string;
}
