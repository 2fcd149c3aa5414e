import { z } from 'zod';

/** The imported recorded narration of a slide, as stored and as clients see it. `field-descriptions.ts` describes its fields. */
export const importedNarrationFactsSchema = z
  .object({
    /** Number of clips that were joined. */
    clips: z.int(),
    /** Their total length in seconds, to a tenth. */
    seconds: z.number(),
  })
  .meta({ id: 'ImportedRecording' });
/** The number and the total length of the clips of a slide's imported narration. */
export type ImportedNarrationFacts = z.output<typeof importedNarrationFactsSchema>;
