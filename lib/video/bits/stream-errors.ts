/**
 * A stream is not of the kind for which skipped frames may be synthesized. The segment can still be encoded in another
 * way. `guard` says which condition failed.
 */
export class UnsupportedStreamError extends Error {
  override name = 'UnsupportedStreamError';
  readonly guard: 'parameter_sets' | 'sequence' | 'template' | 'idr_pic_id' | 'sample_units';

  constructor(guard: UnsupportedStreamError['guard'], message: string, options?: ErrorOptions) {
    super(`${guard}: ${message}`, options);
    this.guard = guard;
  }
}

/** Whether another way of encoding may still work after this error. */
export const isUnsupportedStream = (error: unknown): boolean =>
  error instanceof UnsupportedStreamError || error instanceof BitstreamError;
/** The bits are not what the H.264 syntax says they must be, or there are too few of them. */
export class BitstreamError extends Error {
  override name = 'BitstreamError';
}
