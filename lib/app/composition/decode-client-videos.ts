import { randomUUID } from 'node:crypto';
import { createVideoDecoding, type DecodeVideo } from '#features/images/fetching/decode-video.ts';
import { lazy } from './lazy.ts';
import { sharedServices } from './services.ts';
import { withTemporaryFolder } from './with-temporary-folder.ts';

/** Decodes videos of clients in the separate decoder, and stores them. */
export const decodeClientVideos = lazy((): DecodeVideo => {
  const { files, videoDecoder: decoder } = sharedServices();
  return createVideoDecoding({ files, decoder, newToken: randomUUID, workspace: withTemporaryFolder });
});
