import { hasFlacSignature, musicFactsSchema } from '#features/music/ports.ts';
import type { MusicUploadDeps } from '#features/music/set-background-audio.ts';
import { createHttpFileFetcher } from '#features/uploads/fetch-file.ts';
import { AUDIO_FILE_RULES } from '#features/uploads/sent-file-rules.ts';
import { timelineDeps } from './api.ts';
import { createUploadDeadlineSignal } from './create-upload-deadline-signal.ts';
import { createSlottedFileDecoder } from './decoded-isolated.ts';
import { sharedServices } from './services.ts';

/** Form of requests to the decoder for music. */
const MUSIC_DECODE_TASK = {
  medium: 'music',
  rules: AUDIO_FILE_RULES,
  facts: musicFactsSchema,
  isOwnFormat: hasFlacSignature,
} as const;

/**
 * Dependencies of the upload of music.
 * @param deadline of the request
 */
export function uploadMusicDeps(deadline: AbortSignal = createUploadDeadlineSignal()): MusicUploadDeps {
  const { uploads, files, tombstones } = sharedServices();
  const prepareMusic = createSlottedFileDecoder(MUSIC_DECODE_TASK, deadline);
  return { ...timelineDeps(), uploads, tombstones, blobs: files, prepareMusic, fetchFile: createHttpFileFetcher() };
}
