import { z } from 'zod';

/** What a page found out about a video. */
export const PLAYED = z.object({
  durationSeconds: z.number(),
  width: z.int(),
  height: z.int(),
  textTracks: z.int(),
  /** One for each of the times asked for. */
  seeks: z.array(
    z.object({
      /** Where it came to rest. */
      seconds: z.number(),
      /** When the frame starts that is seen there. */
      frameSeconds: z.number(),
      /** The mean colour (RGB) of each field of the picture, row by row. */
      colours: z.array(z.array(z.number())),
    }),
  ),
  /** Frames that were decoded while it played. */
  playedFrames: z.int(),
  /** Seconds of the video that went by meanwhile. */
  playedSeconds: z.number(),
});

export type Played = z.infer<typeof PLAYED>;
