import { z } from 'zod';
import type { GenerateDeps } from '#features/narration/generate-audio.ts';
import type { RecordingDeps } from '#features/narration/recording/set-recording.ts';
import { httpFetchFile } from '#features/uploads/fetch-file.ts';
import { AUDIO_FILE } from '#features/uploads/file-kind.ts';
import { decodedIsolated } from './decoded-isolated.ts';
import { engineIdentity } from './engine-identity.ts';
import { services } from './services.ts';
import { uploadDeadline } from './upload-deadline.ts';

const RECORDING = {
  medium: 'recording',
  kind: AUDIO_FILE,
  facts: z.strictObject({}),
  // Samples of 16 bit and nothing else.
  isOwnFormat: (bytes: Uint8Array) => bytes.length % 2 === 0,
} as const;

/**
 * Dependencies of the operation that gives a slide its narration: generated speech or a client's recording.
 * @param deadline of the request
 */
export function slideAudioDeps(deadline: AbortSignal = uploadDeadline()): GenerateDeps & RecordingDeps {
  const { timelines, audio, speech, uploads, tombstones, files, audioQueue: queue, clock } = services();
  const decode = decodedIsolated(RECORDING, deadline);
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
    fetchFile: httpFetchFile(),
  };
}
