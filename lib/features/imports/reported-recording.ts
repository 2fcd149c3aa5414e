import { z } from 'zod';

/** The recorded narration of a slide of the file that was taken over, as stored and as clients see it. `field-words.ts` describes its fields. */
export const recordedNarration = z
  .object({
    /** Number of clips that were joined. */
    clips: z.int(),
    /** Length of all of them together, to a tenth of a second. */
    seconds: z.number(),
  })
  .meta({ id: 'ImportedRecording' });
export type RecordedNarration = z.output<typeof recordedNarration>;
