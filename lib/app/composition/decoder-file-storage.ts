import { bucketClient } from '#adapters/aws/clients.ts';
import { s3BucketStorage } from '#adapters/aws/storage.ts';
import { lazy } from './lazy.ts';
import { recordClientCalls } from './recorded-client.ts';
import { functionConfig } from './settings.ts';

/** The file storage for the functions that decode, which have access to no other service. Built once for each process, at first use. */
export const decoderFileStorage = lazy(() => {
  const { endpoint, bucketName } = functionConfig();
  return s3BucketStorage(recordClientCalls(bucketClient({ forcePathStyle: endpoint !== undefined })), bucketName);
});
