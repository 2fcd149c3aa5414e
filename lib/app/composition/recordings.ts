import { z } from 'zod';
import { AUDIO_FILE_RULES } from '#features/uploads/sent-file-rules.ts';

/** Form of requests to the decoder for a client's recording. */
export const RECORDING_DECODE_TASK = {
  medium: 'recording',
  rules: AUDIO_FILE_RULES,
  facts: z.strictObject({}),
  // The decoder answers raw 16-bit samples, without a header.
  isOwnFormat: (bytes: Uint8Array) => bytes.length % 2 === 0,
} as const;
