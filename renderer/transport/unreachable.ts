/** The one error of a transport: nobody answered, or somebody who does not know this window. */

export class UnreachableError extends Error {
  /** true when something answered but did not accept the token: trying again is of no use. */
  readonly refused: boolean;
  constructor(message: string, refused: boolean) {
    super(message);
    this.name = 'UnreachableError';
    this.refused = refused;
  }
}
