import { ServiceError } from '../shared/errors.ts';
import { decodeAudio } from './decode-audio.ts';
import { type DecodedAudio, MAX_AUDIO_SECONDS } from './decoded-audio.ts';

/**
 * Milliseconds from the start of a request in which its audio has to be ready. The gateway gives up after 29 s, and what was
 * made must still be stored. Ten minutes of stereo took 2.6 s to decode and 4.5 s of CPU to level.
 */
const READY_MS = 26_000;
/** Seconds after which a client may try again. */
const RETRY_SECONDS = 5;

/** Begins with the request: what a download took of the time is not there for what comes after it. */
export const audioDeadline = (): AbortSignal => AbortSignal.timeout(READY_MS);

/**
 * Decodes what a client sent and makes something of it before the deadline of its request.
 * @throws ServiceError `unavailable` after the deadline, for that the machine was slow is no fault of the file;
 * `audio_invalid` and `audio_too_long` as `decodeAudio` does.
 */
export const decodeBeforeDeadline =
  <Made>(deadline: AbortSignal, make: (decoded: DecodedAudio) => Promise<Made>) =>
  async (bytes: Uint8Array): Promise<Made> => {
    try {
      return await make(await decodeAudio(bytes, { seconds: MAX_AUDIO_SECONDS }, deadline));
    } catch (error) {
      // What was found out about the file stays true, also when it was found out late.
      if (!deadline.aborted || error instanceof ServiceError) throw error;
      throw new ServiceError('unavailable', 'The audio could not be made ready in time; try again.', {
        headers: { 'retry-after': String(RETRY_SECONDS) },
        cause: error,
      });
    }
  };
