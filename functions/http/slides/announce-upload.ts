import { createApiEndpoint } from '#app/composition/api.ts';
import { sharedServices } from '#app/composition/services.ts';
import { announceImageOrVideoUpload } from '#features/images/announce-image-or-video-upload.ts';
import { announceUploadContract } from '#features/images/contract.ts';

/** Handles `POST /uploads`: announces the upload of an image for slides that do not exist yet. */
export const handler = createApiEndpoint(announceUploadContract, async ({ principal, body, prepareAnswer }) => {
  const { uploads, files: blobs, clock } = sharedServices();
  await announceImageOrVideoUpload({ uploads, blobs, clock }, principal, body, prepareAnswer);
});
