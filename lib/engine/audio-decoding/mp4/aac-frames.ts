import { AAC_FRAME_SAMPLES } from '#engine/video/settings.ts';
import { MAX_SENT_AUDIO_SECONDS, SAMPLE_RATE_RANGE_HZ } from '../decoded-audio.ts';

/** Frames that an encoder may add before and after the sound. */
const PADDING_FRAMES = 16;
/**
 * Frames of the longest sound at the highest rate. Rows of a table become objects, so their number needs a limit. A count of 40 million, in
 * a file of as many bytes, ended the whole process, not only the thread that read the file.
 */
export const MAX_AAC_FRAMES =
  Math.ceil((MAX_SENT_AUDIO_SECONDS * SAMPLE_RATE_RANGE_HZ.max) / AAC_FRAME_SAMPLES) + PADDING_FRAMES;
