/** The stack cannot start for a reason that its user can mend; the message is the one line that says what to do. */
export class StartError extends Error {
  override name = 'StartError';
}
