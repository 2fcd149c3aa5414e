import type { GenerateAudioDeps } from '#features/narration/generate-slide-audio.ts';
import type { RecordingUploadDeps } from '#features/narration/recording/set-recording.ts';
import { createHttpFileFetcher } from '#features/uploads/fetch-file.ts';
import { createIsolatedDecoding } from './decoded-isolated.ts';
import { stageEngineIdentity } from './engine-identity.ts';
import { createRecordingWordFinder } from './recorded-words.ts';
import { RECORDING_DECODE_TASK } from './recordings.ts';
import { sharedServices } from './services.ts';
import { uploadDeadline } from './upload-deadline.ts';

/**
 * Dependencies of the operation that gives a slide its narration: generated speech or a client's recording.
 * @param deadline of the request
 */
export function setSlideAudioDeps(deadline: AbortSignal = uploadDeadline()): GenerateAudioDeps & RecordingUploadDeps {
  const { timelines, audio, speech, uploads, tombstones, files, audioQueue: queue, clock } = sharedServices();
  const decode = createIsolatedDecoding(RECORDING_DECODE_TASK, deadline);
  return {
    timelines,
    audio,
    speech,
    uploads,
    tombstones,
    files,
    blobs: files,
    queue,
    engine: stageEngineIdentity,
    clock,
    async cleanRecording(sent, accountId) {
      const { bytes } = await decode(sent, accountId);
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    },
    findWords: createRecordingWordFinder(deadline),
    fetchFile: createHttpFileFetcher(),
  };
}
