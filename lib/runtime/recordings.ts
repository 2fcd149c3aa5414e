import { AUDIO_FILE } from '../audio-decoding/audio-rules.ts';
import { audioDeadline, inTime } from '../audio-decoding/in-time.ts';
import type { GenerateDeps } from '../narration/generate-audio.ts';
import { cleanRecording } from '../narration/recording/clean-recording.ts';
import type { RecordingDeps } from '../narration/recording/place-recording.ts';
import { httpFetchFile } from '../uploads/fetch-file.ts';
import type { FetchFile } from '../uploads/ports.ts';
import { ffmpeg } from './ffmpeg.ts';
import { narrator } from './narrator.ts';
import { services } from './services.ts';

/**
 * Of the operation that gives a slide its narration: speech that is asked for, and recordings that are sent. Of one request:
 * to be called when it begins, for then its deadline does.
 */
export function slideAudioDeps(
  deadline: AbortSignal = audioDeadline(),
): GenerateDeps & RecordingDeps & { fetchAudio: FetchFile } {
  const { timelines, audio, speech, uploads, files, audioQueue: queue, clock } = services();
  return {
    timelines,
    audio,
    speech,
    uploads,
    files,
    blobs: files,
    queue,
    engine: narrator,
    clock,
    cleanRecording: inTime(deadline, (decoded) => cleanRecording(decoded, ffmpeg(deadline))),
    fetchAudio: httpFetchFile(AUDIO_FILE),
  };
}
