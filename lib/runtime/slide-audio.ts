import { audioDeadline, decodeBeforeDeadline } from '../audio-decoding/audio-deadline.ts';
import type { GenerateDeps } from '../narration/generate-audio.ts';
import { cleanRecording } from '../narration/recording/clean-recording.ts';
import type { RecordingDeps } from '../narration/recording/set-recording.ts';
import { httpFetchFile } from '../uploads/fetch-file.ts';
import { engineIdentity } from './engine-identity.ts';
import { ffmpeg } from './ffmpeg.ts';
import { services } from './services.ts';

/**
 * What the operation needs that gives a slide its narration: generated speech or a client's recording.
 * @param deadline of the request; its time runs from this call, so call this at the start of the request.
 */
export function slideAudioDeps(deadline: AbortSignal = audioDeadline()): GenerateDeps & RecordingDeps {
  const { timelines, audio, speech, uploads, tombstones, files, audioQueue: queue, clock } = services();
  return {
    timelines,
    audio,
    speech,
    uploads,
    tombstones,
    files,
    blobs: files,
    queue,
    engine: engineIdentity,
    clock,
    cleanRecording: decodeBeforeDeadline(deadline, (decoded) => cleanRecording(decoded, ffmpeg(deadline))),
    fetchFile: httpFetchFile(),
  };
}
