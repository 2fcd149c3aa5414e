import { z } from 'zod';
import { AUDIO_FILE } from '#features/uploads/file-kind.ts';

/** Request to the decoder for a client's recording. */
export const RECORDING = {
  medium: 'recording',
  kind: AUDIO_FILE,
  facts: z.strictObject({}),
  // Samples of 16 bit and nothing else.
  isOwnFormat: (bytes: Uint8Array) => bytes.length % 2 === 0,
} as const;
