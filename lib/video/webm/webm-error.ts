/** The file is not a WebM that this service can write or read. */
export class WebmError extends Error {
  override name = 'WebmError';
}
