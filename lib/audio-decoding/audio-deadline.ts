import { ServiceError } from '../shared/errors.ts';
import { decodeAudio } from './decode-audio.ts';
import { type DecodedAudio, MAX_AUDIO_SECONDS } from './decoded-audio.ts';

/**
 * Milliseconds from the start of a request until its audio must be ready. The gateway gives up after 29 s, and the result
 * must still be stored. Ten minutes of stereo took 2.6 s to decode and 4.5 s of CPU to level.
 */
const READY_MS = 26_000;
/** Seconds after which a client may try again. */
const RETRY_SECONDS = 5;

/** The deadline of a request. Call this at the start of the request: a download counts against the deadline. */
export const audioDeadline = (): AbortSignal => AbortSignal.timeout(READY_MS);

/**
 * Decodes a client's file and processes the sound before the deadline of the request.
 * @throws ServiceError `unavailable` after the deadline: a slow machine is not a fault of the file; `audio_invalid` and
 * `audio_too_long` as `decodeAudio` does.
 */
export const decodeBeforeDeadline =
  <Made>(deadline: AbortSignal, make: (decoded: DecodedAudio) => Promise<Made>) =>
  async (bytes: Uint8Array): Promise<Made> => {
    try {
      return await make(await decodeAudio(bytes, { seconds: MAX_AUDIO_SECONDS }, deadline));
    } catch (error) {
      // A fault of the file stays one after the deadline.
      if (!deadline.aborted || error instanceof ServiceError) throw error;
      throw new ServiceError('unavailable', 'The audio could not be made ready in time; try again.', {
        headers: { 'retry-after': String(RETRY_SECONDS) },
        cause: error,
      });
    }
  };
