import type { GenerateDeps } from '#features/narration/generate-audio.ts';
import type { RecordingDeps } from '#features/narration/recording/set-recording.ts';
import { httpFetchFile } from '#features/uploads/fetch-file.ts';
import { decodedIsolated } from './decoded-isolated.ts';
import { engineIdentity } from './engine-identity.ts';
import { recordedWords } from './recorded-words.ts';
import { RECORDING_DECODING } from './recordings.ts';
import { services } from './services.ts';
import { uploadDeadline } from './upload-deadline.ts';

/**
 * Dependencies of the operation that gives a slide its narration: generated speech or a client's recording.
 * @param deadline of the request
 */
export function slideAudioDeps(deadline: AbortSignal = uploadDeadline()): GenerateDeps & RecordingDeps {
  const { timelines, audio, speech, uploads, tombstones, files, audioQueue: queue, clock } = services();
  const decode = decodedIsolated(RECORDING_DECODING, deadline);
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
    async cleanRecording(sent, accountId) {
      const { bytes } = await decode(sent, accountId);
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    },
    findWords: recordedWords(deadline),
    fetchFile: httpFetchFile(),
  };
}
