import { randomUUID } from 'node:crypto';
import { type DecodeVideo, decodingOfVideos } from '#features/images/fetching/decode-video.ts';
import { lazy } from './lazy.ts';
import { services } from './services.ts';
import { withTemporaryFolder } from './with-temporary-folder.ts';

/** Decodes videos of clients in the separate decoder, and stores them. */
export const decodeVideos = lazy((): DecodeVideo => {
  const { files, videoDecoder: decoder } = services();
  return decodingOfVideos({ files, decoder, newToken: randomUUID, workspace: withTemporaryFolder });
});
