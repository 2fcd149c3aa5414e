import type { GenerateAudioDeps } from '#features/narration/generate-slide-audio.ts';
import type { RecordingUploadDeps } from '#features/narration/recording/set-recording.ts';
import { createHttpFileFetcher } from '#features/uploads/fetch-file.ts';
import { createUploadDeadlineSignal } from './create-upload-deadline-signal.ts';
import { createSlottedFileDecoder } from './decoded-isolated.ts';
import { stageSpeechEngineIdentity } from './engine-identity.ts';
import { createRecordingWordFinder } from './recorded-words.ts';
import { RECORDING_DECODE_TASK } from './recordings.ts';
import { sharedServices } from './services.ts';

/**
 * Dependencies of the operation that gives a slide its narration: generated speech or a client's recording.
 * @param deadline of the request
 */
export function slideAudioDeps(
  deadline: AbortSignal = createUploadDeadlineSignal(),
): GenerateAudioDeps & RecordingUploadDeps {
  const { timelines, audio, speech, uploads, tombstones, files, audioQueue: queue, clock } = sharedServices();
  const decode = createSlottedFileDecoder(RECORDING_DECODE_TASK, deadline);
  return {
    timelines,
    audio,
    speech,
    uploads,
    tombstones,
    files,
    blobs: files,
    queue,
    engine: stageSpeechEngineIdentity,
    clock,
    async cleanRecording(sentBytes, accountId) {
      const { bytes } = await decode(sentBytes, accountId);
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    },
    findWords: createRecordingWordFinder(deadline),
    fetchFile: createHttpFileFetcher(),
  };
}
