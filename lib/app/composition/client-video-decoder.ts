import { randomUUID } from 'node:crypto';
import {
  createIsolatedVideoDecoder,
  type DecodeAndStoreVideo,
} from '#features/images/fetching/decode-and-store-video.ts';
import { lazy } from './lazy.ts';
import { sharedServices } from './services.ts';
import { withTemporaryFolder } from './with-temporary-folder.ts';

/** The function that decodes videos of clients in the separate decoder and stores them; made once for each process. */
export const clientVideoDecoder = lazy((): DecodeAndStoreVideo => {
  const { files, videoDecoder: decoder } = sharedServices();
  return createIsolatedVideoDecoder({ files, decoder, newToken: randomUUID, workspace: withTemporaryFolder });
});
