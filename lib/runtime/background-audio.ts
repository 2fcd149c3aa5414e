import { AUDIO_FILE, AUDIO_MAX_SECONDS } from '../audio-import/audio-rules.ts';
import { decodeAudio } from '../audio-import/decode-audio.ts';
import { foldChannels } from '../audio-import/fold-channels.ts';
import { levelMusic } from '../background-audio/level-music.ts';
import type { BackgroundAudioTools } from '../background-audio/place-audio.ts';
import type { CleanAudio } from '../background-audio/ports.ts';
import { ServiceError } from '../errors.ts';
import { httpFetchFile } from '../uploads/fetch-file.ts';
import type { FetchFile } from '../uploads/ports.ts';
import { timelineTools } from './api.ts';
import { data } from './data.ts';
import { ffmpeg } from './ffmpeg.ts';
import { lazy } from './lazy.ts';

// The gateway gives up after 29 s. Ten minutes of stereo took 2.6 s to decode and 4.5 s of CPU to level.
const DECODING_MS = 18_000;
const ALL_MS = 26_000;

const cleanAudio: CleanAudio = async (bytes) => {
  const deadline = AbortSignal.timeout(ALL_MS);
  const { channels, sampleRate } = await decodeAudio(bytes, { seconds: AUDIO_MAX_SECONDS, timeoutMs: DECODING_MS });
  try {
    return await levelMusic({ channels: foldChannels(channels), sampleRate }, ffmpeg(deadline));
  } catch (error) {
    if (!deadline.aborted) throw error;
    throw new ServiceError('unavailable', 'The audio could not be made ready in time; try again.', { cause: error });
  }
};

/** Apart from the rest of the API: only one function needs the decoders and ffmpeg. */
export const backgroundAudioTools = lazy((): BackgroundAudioTools & { fetchAudio: FetchFile } => {
  const { uploads, files } = data();
  return { ...timelineTools(), uploads, blobs: files, cleanAudio, fetchAudio: httpFetchFile(AUDIO_FILE) };
});
