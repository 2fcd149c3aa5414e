import type { Principal } from '#features/accounts/public.ts';
import type { Announcement, UploadAnswer } from '#features/uploads/contract.ts';
import { announceUpload, tooLarge, UPLOADS_TARGET, type UploadDeps } from '#features/uploads/public.ts';
import type { PrepareAnswer } from '#kernel/shared/prepared-answer.ts';
import { IMAGE_FILE } from './image-rules.ts';

/** Announces the upload of an image that slides will name. @throws ServiceError `image_too_large` */
export async function announceImageUpload(
  deps: UploadDeps,
  principal: Principal,
  asked: Announcement,
  prepareAnswer: PrepareAnswer<UploadAnswer>,
): Promise<void> {
  if (asked.size_bytes > IMAGE_FILE.max_bytes) throw tooLarge(IMAGE_FILE, 'size_bytes');
  await announceUpload(deps, principal, UPLOADS_TARGET, asked, prepareAnswer);
}
