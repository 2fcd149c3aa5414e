import { limitsOfPlan } from '#features/accounts/public.ts';
import {
  type AnnouncedMediaFetches,
  createFinderOfVideoToCopy,
  type MediaFetcher,
  type SentImageOfSlide,
  type SlideImageRequest,
} from '#features/timelines/public.ts';
import { forEachConcurrent } from '#kernel/shared/concurrency.ts';
import { runIgnoringUnavailability } from '#kernel/shared/errors.ts';
import { createOpaqueToken } from '#kernel/shared/ids.ts';
import { IMAGE_FILE_KIND } from '../image-rules.ts';
import { announcePresenterFetch, announceVideoFetch } from './announce-video.ts';
import { assertRoomForCopies } from './assert-room-for-copies.ts';
import { type ImageFetch, type ImageSource, MAX_IMAGES_OF_FETCH, queuedImageFetch } from './image-fetch.ts';
import { type AnnounceFetchesDeps, assertUrlTextAllowed, imageSourceOfUpload } from './sent-files.ts';

/** The number of uploads that are read, or of fetches that are written or sent, at a time. */
const AT_ONCE = 8;

/** Makes the port that checks the images that slides name, and writes and sends image fetches for them. */
export const createImageFetchAnnouncer = (deps: AnnounceFetchesDeps): MediaFetcher => ({
  async announce(principal, timelineId, wanted, videos = [], presenters = []): Promise<AnnouncedMediaFetches> {
    const { fetches, queue, clock } = deps;
    const { account_id, plan } = principal;
    const sources: ImageSource[] = [];
    for (const { input, param } of wanted) if ('url' in input) assertUrlTextAllowed(input.url, param);
    await forEachConcurrent(
      wanted.entries(),
      AT_ONCE,
      async ([place, { input, param }]: [number, SentImageOfSlide]) => {
        sources[place] =
          'url' in input
            ? { url: input.url }
            : await imageSourceOfUpload(deps, principal, { id: input.upload_id, param, kind: IMAGE_FILE_KIND });
      },
    );
    const now = clock();
    const made: ImageFetch[] = [];
    for (let first = 0; first < sources.length; first += MAX_IMAGES_OF_FETCH) {
      const some = sources.slice(first, first + MAX_IMAGES_OF_FETCH);
      made.push(
        queuedImageFetch({ id: createOpaqueToken(now), account_id, timeline_id: timelineId, plan, sources: some }, now),
      );
    }
    const finding = { ...deps, findVideoToCopy: createFinderOfVideoToCopy(deps.timelines, account_id) };
    const announced = await Promise.all(
      videos.map((video) => announceVideoFetch(finding, principal, timelineId, video)),
    );
    const presented = await Promise.all(
      presenters.map((each) => announcePresenterFetch(finding, principal, timelineId, each)),
    );
    made.push(...[...announced, ...presented].map(({ fetch }) => fetch));
    assertRoomForCopies(limitsOfPlan(plan), made);
    await forEachConcurrent(made, AT_ONCE, async (fetch) => void (await fetches.insert(fetch)));
    const requests = wanted.map(({ input: { fit, focus, alt, caption } }, place): SlideImageRequest => {
      const fetch = made[Math.floor(place / MAX_IMAGES_OF_FETCH)]?.id ?? '';
      return { from: { fetch, index: place % MAX_IMAGES_OF_FETCH }, fit, focus, alt, caption };
    });
    return {
      requests,
      videos: announced.map(({ request }) => request),
      presenters: presented.map(({ request }) => request),
      async startFetching() {
        await runIgnoringUnavailability(() =>
          forEachConcurrent(made, AT_ONCE, ({ id }) => queue.send({ account_id, fetch_id: id })),
        );
      },
    };
  },
});
