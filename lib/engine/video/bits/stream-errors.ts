/**
 * The stream is valid but does not meet a condition (`guard`) for synthesizing, repeating or joining its frames. It can
 * still be encoded in another way.
 */
export class UnsupportedStreamError extends Error {
  override name = 'UnsupportedStreamError';
  readonly guard: 'parameter_sets' | 'sequence' | 'template' | 'sample_units';

  constructor(guard: UnsupportedStreamError['guard'], message: string, options?: ErrorOptions) {
    super(`${guard}: ${message}`, options);
    this.guard = guard;
  }
}

/** Reports whether another way of encoding may still work after this error. */
export const mayEncodeAnotherWay = (error: unknown): boolean =>
  error instanceof UnsupportedStreamError || error instanceof BitstreamError;

/** The bits do not follow the syntax of the codec, or end too early. */
export class BitstreamError extends Error {
  override name = 'BitstreamError';
}
