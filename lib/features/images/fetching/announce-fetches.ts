import type { Principal } from '#features/accounts/public.ts';
import type { AnnouncedImages, ImageFetches, ImageRequest, WantedImage } from '#features/timelines/public.ts';
import { type AnnouncedUploads, findUpload, UPLOADS_TARGET, type UploadBlobs } from '#features/uploads/public.ts';
import type { Clock } from '#kernel/shared/clock.ts';
import { forEachConcurrent } from '#kernel/shared/concurrency.ts';
import { ServiceError, unlessUnavailable } from '#kernel/shared/errors.ts';
import { newToken } from '#kernel/shared/ids.ts';
import { REFUSAL_MESSAGES, urlRefusal } from '#platform/egress/public.ts';
import { type ImageFetch, type ImageSource, MAX_IMAGES_OF_FETCH, queuedFetch } from './image-fetch.ts';
import type { ImageFetchQueue, ImageFetchStore } from './ports.ts';

/** Dependencies of the announcement of image fetches. */
export interface AnnounceFetchesDeps {
  fetches: Pick<ImageFetchStore, 'insert'>;
  queue: ImageFetchQueue;
  uploads: AnnouncedUploads;
  blobs: UploadBlobs;
  clock: Clock;
}

/** The number of uploads that are read, or of fetches that are written or sent, at the same time. */
const AT_ONCE = 8;

/** Checks the text of an address; the IP address that it resolves to is checked when it is fetched. @throws ServiceError `url_forbidden` */
function checkAddress(url: string, param: string): void {
  const refusal = urlRefusal(url, false);
  if (refusal)
    throw new ServiceError('url_forbidden', `${param}.url: ${REFUSAL_MESSAGES[refusal]}`, { param: `${param}.url` });
}

/** Finds the file of an upload. @throws ServiceError `upload_not_found`; `image_invalid` when the file was not uploaded yet */
async function sourceOfUpload(
  deps: AnnounceFetchesDeps,
  principal: Principal,
  id: string,
  param: string,
): Promise<ImageSource> {
  const upload = await findUpload(deps, principal, UPLOADS_TARGET, id, `${param}.upload_id`);
  const size = await deps.blobs.sizeOf(upload.key);
  if (size === undefined)
    throw new ServiceError(
      'image_invalid',
      'No bytes were uploaded for this upload_id yet. PUT them to the url of the upload first.',
      {
        param: `${param}.upload_id`,
      },
    );
  return { upload_key: upload.key, ...(upload.sha256 === undefined ? {} : { sha256: upload.sha256 }) };
}

/** Makes the port that checks the images that slides name, and writes and sends image fetches for them. */
export const imageFetches = (deps: AnnounceFetchesDeps): ImageFetches => ({
  async announce(principal, timelineId, wanted): Promise<AnnouncedImages> {
    const { fetches, queue, clock } = deps;
    const { account_id, plan } = principal;
    const sources: ImageSource[] = [];
    for (const { input, param } of wanted) if ('url' in input) checkAddress(input.url, param);
    await forEachConcurrent(wanted.entries(), AT_ONCE, async ([place, { input, param }]: [number, WantedImage]) => {
      sources[place] =
        'url' in input ? { url: input.url } : await sourceOfUpload(deps, principal, input.upload_id, param);
    });
    const now = clock();
    const made: ImageFetch[] = [];
    for (let first = 0; first < sources.length; first += MAX_IMAGES_OF_FETCH) {
      const some = sources.slice(first, first + MAX_IMAGES_OF_FETCH);
      made.push(queuedFetch({ id: newToken(now), account_id, timeline_id: timelineId, plan, sources: some }, now));
    }
    await forEachConcurrent(made, AT_ONCE, async (fetch) => void (await fetches.insert(fetch)));
    const requests = wanted.map(({ input: { fit, focus, alt, caption } }, place): ImageRequest => {
      const fetch = made[Math.floor(place / MAX_IMAGES_OF_FETCH)]?.id ?? '';
      return { from: { fetch, index: place % MAX_IMAGES_OF_FETCH }, fit, focus, alt, caption };
    });
    return {
      requests,
      async startFetching() {
        await unlessUnavailable(() =>
          forEachConcurrent(made, AT_ONCE, ({ id }) => queue.send({ account_id, fetch_id: id })),
        );
      },
    };
  },
});
