import type { Principal } from '#features/accounts/public.ts';
import type { TimelineStore } from '#features/timelines/public.ts';
import {
  type AnnouncedUploads,
  fileTooLargeError,
  IMAGE_UPLOAD_PATH,
  requireUpload,
  type SentFileRules,
  type UploadBlobs,
  VIDEO_FILE_RULES,
} from '#features/uploads/public.ts';
import type { Clock } from '#kernel/shared/clock.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import { ADDRESS_REFUSAL_MESSAGES, receiverUrlRefusal } from '#platform/egress/public.ts';
import type { ClientMediaSource } from './image-fetch.ts';
import type { ImageFetchQueue, ImageFetchStore } from './ports.ts';

/** Dependencies of the announcement of image fetches. */
export interface AnnounceFetchesDeps {
  fetches: Pick<ImageFetchStore, 'insert'>;
  queue: ImageFetchQueue;
  uploads: AnnouncedUploads;
  blobs: UploadBlobs;
  /** Has the videos that requests copy. */
  timelines: Pick<TimelineStore, 'load'>;
  clock: Clock;
}

/** Checks the text of an address; the IP address that it resolves to is checked when it is fetched. @throws ServiceError `url_forbidden` */
export function assertUrlTextAllowed(url: string, param: string): void {
  const refusal = receiverUrlRefusal(url, false);
  if (refusal)
    throw new ServiceError('url_forbidden', `${param}.url: ${ADDRESS_REFUSAL_MESSAGES[refusal]}`, {
      param: `${param}.url`,
    });
}

/**
 * Finds the file of an upload.
 * @throws ServiceError `upload_not_found`; with the codes of its rules when the file was not uploaded yet, or is larger than its rules allow
 */
export async function requireMediaSourceOfUpload(
  deps: AnnounceFetchesDeps,
  principal: Principal,
  { id, param, rules }: { id: string; param: string; rules: SentFileRules },
): Promise<ClientMediaSource> {
  const upload = await requireUpload(deps, principal, IMAGE_UPLOAD_PATH, id, `${param}.upload_id`);
  const sizeBytes = await deps.blobs.sizeOf(upload.key);
  if (sizeBytes === undefined)
    throw new ServiceError(
      rules.invalid_code,
      'No bytes were uploaded for this upload_id yet. PUT them to the url of the upload first.',
      {
        param: `${param}.upload_id`,
      },
    );
  if (rules === VIDEO_FILE_RULES && sizeBytes > rules.max_bytes) throw fileTooLargeError(rules, `${param}.upload_id`);
  return { upload_key: upload.key, ...(upload.sha256 === undefined ? {} : { sha256: upload.sha256 }) };
}
