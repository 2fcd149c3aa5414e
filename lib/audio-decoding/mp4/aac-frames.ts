import { MAX_AUDIO_SECONDS, SAMPLE_RATES } from '../decoded-audio.ts';

/** ISO/IEC 14496-3 §4.5.2.1: samples of each channel in a frame. */
export const FRAME_SAMPLES = 1024;
/** What an encoder puts before the sound and after it, in frames. */
const AROUND = 16;
/**
 * Frames of the longest sound at the highest rate. Rows of a table are held as objects: a count in a header must not decide
 * how many. One of 40 million, in a file of as many bytes, ended the process and not only the thread that read it.
 */
export const MAX_FRAMES = Math.ceil((MAX_AUDIO_SECONDS * SAMPLE_RATES.most) / FRAME_SAMPLES) + AROUND;
