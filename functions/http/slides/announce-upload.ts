import { announceImageUpload } from '../../../lib/images/announce-image-upload.ts';
import { announceUploadContract } from '../../../lib/images/contract.ts';
import { endpoint } from '../../../lib/runtime/api.ts';
import { services } from '../../../lib/runtime/services.ts';

export const handler = endpoint(announceUploadContract, async ({ principal, body, prepareAnswer }) => {
  const { uploads, files: blobs, clock } = services();
  await announceImageUpload({ uploads, blobs, clock }, principal, body, prepareAnswer);
});
