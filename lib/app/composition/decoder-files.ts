import { bucketClient } from '#adapters/aws/clients.ts';
import { s3BucketStorage } from '#adapters/aws/storage.ts';
import { lazy } from './lazy.ts';
import { recordClientCalls } from './recorded-client.ts';
import { config } from './settings.ts';

/** The storage of the functions that decode, which may reach nothing else. Built once for each process, at first use. */
export const decoderFiles = lazy(() => {
  const { endpoint, bucketName } = config();
  return s3BucketStorage(recordClientCalls(bucketClient({ forcePathStyle: endpoint !== undefined })), bucketName);
});
