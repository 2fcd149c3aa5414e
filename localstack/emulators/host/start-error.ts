/** An error of a start for a reason that the user can fix. The message is one line that says what to do. */
export class StartError extends Error {
  override name = 'StartError';
}
