import { ServiceError } from '#kernel/shared/errors.ts';
import { decodeAudio } from './decode-audio.ts';
import { type DecodedAudio, MAX_SENT_AUDIO_SECONDS } from './decoded-audio.ts';

/**
 * Decodes a client's file and processes the sound before a deadline.
 * @param processAudio processes the decoded sound; its result is returned
 * @param acceptsVideo true: the audio track of an MP4 video is accepted, too
 * @throws ServiceError `unavailable` after the deadline: a slow machine is not a fault of the file; `audio_invalid` and
 * `audio_too_long` as `decodeAudio` does.
 */
export async function decodeAudioBeforeDeadline<Result>(
  bytes: Uint8Array,
  deadline: AbortSignal,
  processAudio: (decoded: DecodedAudio) => Promise<Result>,
  acceptsVideo = false,
): Promise<Result> {
  try {
    return await processAudio(await decodeAudio(bytes, { seconds: MAX_SENT_AUDIO_SECONDS, acceptsVideo }, deadline));
  } catch (error) {
    // A fault of the file is reported as such after the deadline, too.
    if (!deadline.aborted || error instanceof ServiceError) throw error;
    throw new ServiceError('unavailable', 'The audio could not be made ready in time.', { cause: error });
  }
}
