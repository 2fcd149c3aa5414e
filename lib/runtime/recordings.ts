import { AUDIO_FILE } from '../audio-import/audio-rules.ts';
import { audioDeadline, inTime } from '../audio-import/in-time.ts';
import type { GenerateTools } from '../narration/generate-audio.ts';
import { cleanRecording } from '../narration/recording/clean-recording.ts';
import type { RecordingTools } from '../narration/recording/place-recording.ts';
import { httpFetchFile } from '../uploads/fetch-file.ts';
import type { FetchFile } from '../uploads/ports.ts';
import { data } from './data.ts';
import { ffmpeg } from './ffmpeg.ts';
import { narrator } from './narrator.ts';

/**
 * Of the operation that gives a slide its narration: speech that is asked for, and recordings that are sent. Of one request:
 * to be called when it begins, for then its deadline does.
 */
export function slideAudioTools(
  deadline: AbortSignal = audioDeadline(),
): GenerateTools & RecordingTools & { fetchAudio: FetchFile } {
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
    cleanRecording: inTime(deadline, (decoded) => cleanRecording(decoded, ffmpeg(deadline))),
    fetchAudio: httpFetchFile(AUDIO_FILE),
  };
}
