import { isMusicFormat, musicFactsSchema } from '#features/music/ports.ts';
import type { MusicUploadDeps } from '#features/music/set-background-audio.ts';
import { createHttpFileFetcher } from '#features/uploads/fetch-file.ts';
import { AUDIO_FILE_KIND } from '#features/uploads/file-kind.ts';
import { timelineDeps } from './api.ts';
import { createIsolatedDecoding } from './decoded-isolated.ts';
import { sharedServices } from './services.ts';
import { uploadDeadline } from './upload-deadline.ts';

/** Form of requests to the decoder for music. */
const MUSIC = { medium: 'music', kind: AUDIO_FILE_KIND, facts: musicFactsSchema, isOwnFormat: isMusicFormat } as const;

/**
 * Dependencies of the upload of music.
 * @param deadline of the request
 */
export function uploadMusicDeps(deadline: AbortSignal = uploadDeadline()): MusicUploadDeps {
  const { uploads, files, tombstones } = sharedServices();
  const prepareMusic = createIsolatedDecoding(MUSIC, deadline);
  return { ...timelineDeps(), uploads, tombstones, blobs: files, prepareMusic, fetchFile: createHttpFileFetcher() };
}
