import { z } from 'zod';

/** A sentence as captions show it, and its times in seconds from the start of the speech: the stored form, and the one in messages. */
export const spokenSentenceSchema = z.object({
  text: z.string(),
  start_seconds: z.number(),
  end_seconds: z.number(),
  /**
   * Start and end of each word that `findWrittenWords` finds in the text, one after the other, in whole milliseconds from the start of the
   * sentence. Absent if the engine does not report them.
   */
  word_ms: z.array(z.int().nonnegative()).readonly().optional(),
  /** The declared speaker who speaks it; absent: none. */
  speaker: z.string().optional(),
});
