import { bucketClient } from '#adapters/aws/clients.ts';
import { storage } from '#adapters/aws/storage.ts';
import { lazy } from './lazy.ts';
import { recordedClient } from './recorded-client.ts';
import { config } from './settings.ts';

/** The storage of the functions that decode, which may reach nothing else. Built once for each process, at first use. */
export const decoderFiles = lazy(() => {
  const { endpoint, bucketName } = config();
  return storage(recordedClient(bucketClient({ forcePathStyle: endpoint !== undefined })), bucketName);
});
