import { AUDIO_FILE, AUDIO_MAX_SECONDS } from '../audio-import/audio-rules.ts';
import { decodeAudio } from '../audio-import/decode-audio.ts';
import { ServiceError } from '../errors.ts';
import type { GenerateTools } from '../narration/generate-audio.ts';
import { cleanRecording } from '../narration/recording/clean-recording.ts';
import type { RecordingTools } from '../narration/recording/place-recording.ts';
import type { CleanRecording } from '../narration/recording/ports.ts';
import { httpFetchFile } from '../uploads/fetch-file.ts';
import type { FetchFile } from '../uploads/ports.ts';
import { data } from './data.ts';
import { ffmpeg } from './ffmpeg.ts';
import { lazy } from './lazy.ts';
import { narrator } from './narrator.ts';

const DECODING_MS = 18_000;
const ALL_MS = 26_000;

const clean: CleanRecording = async (bytes) => {
  const deadline = AbortSignal.timeout(ALL_MS);
  const decoded = await decodeAudio(bytes, { seconds: AUDIO_MAX_SECONDS, timeoutMs: DECODING_MS });
  try {
    return await cleanRecording(decoded, ffmpeg(deadline));
  } catch (error) {
    if (!deadline.aborted) throw error;
    throw new ServiceError('unavailable', 'The audio could not be made ready in time; try again.', { cause: error });
  }
};

/** Of the operation that gives a slide its narration: speech that is asked for, and recordings that are sent. */
export const slideAudioTools = lazy((): GenerateTools & RecordingTools & { fetchAudio: FetchFile } => {
  const { timelines, audio, speech, uploads, files, narrations, clock } = data();
  return {
    timelines,
    audio,
    speech,
    uploads,
    files,
    blobs: files,
    queue: narrations,
    engine: narrator,
    clock,
    cleanRecording: clean,
    fetchAudio: httpFetchFile(AUDIO_FILE),
  };
});
