import { z } from 'zod';

/** The forms of a transcript. */
export const TRANSCRIPT_FORMATS = ['json', 'txt', 'md', 'html'] as const;
export type TranscriptFormat = (typeof TRANSCRIPT_FORMATS)[number];

const timesShape = { start_seconds: z.number(), end_seconds: z.number() };

/** Schema of a transcript, as it is stored and answered. Times are in seconds from the start of the video. */
export const transcriptSchema = z.object({
  title: z.string(),
  language: z.string(),
  duration_seconds: z.number(),
  slides: z.array(
    z
      .object({
        title: z.string(),
        ...timesShape,
        sentences: z.array(
          z
            .object({ text: z.string(), ...timesShape, speaker: z.string().nullable() })
            .meta({ id: 'TranscriptSentence' }),
        ),
      })
      .meta({ id: 'TranscriptSlide' }),
  ),
});

/** The narration of a video, slide by slide. */
export type Transcript = z.output<typeof transcriptSchema>;
