import { z } from 'zod';
import type { TimelineVideoName } from './timeline-video.ts';

const idSchema = z.string().min(1).max(64);

/** The slide or the timeline whose video a request copies. */
export const videoCopySourceSchema = z
  .strictObject({
    timeline_id: idSchema,
    slide_id: idSchema
      .optional()
      .describe(
        'Its `presenter` for a presenter, else its `video`. Absent: the field of the timeline with the same name.',
      ),
  })
  .meta({ id: 'VideoToCopy' });
/** The slide or the timeline whose video is copied. */
export type VideoCopySource = z.output<typeof videoCopySourceSchema>;

/** The field of a slide or a timeline for which a video is copied. */
export type CopiedVideoField = 'video' | 'presenter' | TimelineVideoName;
