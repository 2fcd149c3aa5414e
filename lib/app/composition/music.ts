import { isMusicFormat, musicFacts } from '#features/music/ports.ts';
import type { MusicDeps } from '#features/music/set-background-audio.ts';
import { httpFetchFile } from '#features/uploads/fetch-file.ts';
import { AUDIO_FILE } from '#features/uploads/file-kind.ts';
import { timelineDeps } from './api.ts';
import { decodedIsolated } from './decoded-isolated.ts';
import { services } from './services.ts';
import { uploadDeadline } from './upload-deadline.ts';

/** Form of requests to the decoder for music. */
const MUSIC = { medium: 'music', kind: AUDIO_FILE, facts: musicFacts, isOwnFormat: isMusicFormat } as const;

/**
 * Dependencies of the upload of music.
 * @param deadline of the request
 */
export function musicDeps(deadline: AbortSignal = uploadDeadline()): MusicDeps {
  const { uploads, files, tombstones } = services();
  const prepareMusic = decodedIsolated(MUSIC, deadline);
  return { ...timelineDeps(), uploads, tombstones, blobs: files, prepareMusic, fetchFile: httpFetchFile() };
}
