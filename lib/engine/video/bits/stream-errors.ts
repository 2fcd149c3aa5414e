/** The bits do not follow the syntax of the codec, or end too early. */
export class BitstreamError extends Error {
  override name = 'BitstreamError';
}

/**
 * The stream is valid, but does not meet a condition for synthesizing, repeating or joining its frames. It can still be encoded in another
 * way. `guard` is the kind of condition: the parameter sets, the sequence of frames, the frame that others are made from (`template`), or
 * the units of a picture. The numbered guards of H.264 are in `lib/engine/video/README.md`.
 */
export class UnsupportedStreamError extends Error {
  override name = 'UnsupportedStreamError';
  readonly guard: 'parameter_sets' | 'sequence' | 'template' | 'sample_units';

  constructor(guard: UnsupportedStreamError['guard'], message: string, options?: ErrorOptions) {
    super(`${guard}: ${message}`, options);
    this.guard = guard;
  }
}

/** Reports whether another way of encoding may still work after an error: the stream is unsupported, or its bits could not be parsed. */
export const canEncodeDifferentlyAfterError = (error: unknown): boolean =>
  error instanceof UnsupportedStreamError || error instanceof BitstreamError;
