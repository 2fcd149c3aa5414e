import { z } from 'zod';

/** Frames per second that footage may have. */
export const FOOTAGE_FRAME_RATE_RANGE = { least: 5, most: 60 } as const;
/** The most pixels that the longer side of footage may have. */
export const MAX_FOOTAGE_SIDE_PIXELS = 1920;
/** The longest footage, in seconds. */
export const MAX_FOOTAGE_SECONDS = 30 * 60;
/** The most bytes of a second of footage, so that the longest has at most 2.3 GB. */
export const MAX_FOOTAGE_BYTES_PER_SECOND = 1_250_000;
/** Seconds from one key frame to the next: the most seconds of frames that are decoded only to reach a later frame. */
const GROUP_SECONDS = 2;
/** More bytes than the encoder of footage writes for a group: those of twice its rate (5 MB); the highest rate and a full buffer are 4 MB. */
export const MAX_FOOTAGE_GROUP_BYTES = 2 * GROUP_SECONDS * MAX_FOOTAGE_BYTES_PER_SECOND;

/** Frames from one key frame of footage to the next. @param fps frames per second of the footage */
export const framesPerFootageGroup = (fps: number): number => GROUP_SECONDS * fps;

const sideSchema = z
  .int()
  .min(2)
  .max(MAX_FOOTAGE_SIDE_PIXELS)
  .refine((pixels) => pixels % 2 === 0);

/** Schema of the facts of footage: size in pixels, both sides even, and its frames at a constant rate. */
export const footageFactsSchema = z.strictObject({
  width: sideSchema,
  height: sideSchema,
  fps: z.int().min(FOOTAGE_FRAME_RATE_RANGE.least).max(FOOTAGE_FRAME_RATE_RANGE.most),
  frames: z
    .int()
    .min(1)
    .max(MAX_FOOTAGE_SECONDS * FOOTAGE_FRAME_RATE_RANGE.most),
});
/** The facts of footage: a video of a client as the service keeps it. */
export type FootageFacts = z.output<typeof footageFactsSchema>;

/** Schema of the index of footage, which its file starts with. */
export const footageIndexSchema = z.strictObject({
  ...footageFactsSchema.shape,
  /** The first byte of each group of frames, counted from the end of the index; the last entry is the number of bytes of all groups. */
  offsets: z.array(z.int().min(0)).min(2),
});
/** Footage with the places of its groups of frames. Its file has the index as JSON, and then a stream of H.264 in Annex B. */
export type FootageIndex = z.output<typeof footageIndexSchema>;

/** The length of footage in seconds. */
export const footageSeconds = ({ frames, fps }: Pick<FootageFacts, 'frames' | 'fps'>): number => frames / fps;
