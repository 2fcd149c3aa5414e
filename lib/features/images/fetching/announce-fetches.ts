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
import { IMAGE_FILE_RULES } from '../image-rules.ts';
import { announcePresenterFetch, announceVideoFetch } from './announce-video.ts';
import { assertVideoCopiesFitPlan } from './assert-video-copies-fit-plan.ts';
import { type ImageFetch, MAX_IMAGES_OF_FETCH, type MediaFetchSource, queuedImageFetch } from './image-fetch.ts';
import { type AnnounceFetchesDeps, assertUrlTextAllowed, requireMediaSourceOfUpload } from './sent-files.ts';

/** The number of uploads that are read, or of fetches that are written or sent, at a time. */
const MAX_CONCURRENT = 8;

/** Makes the port that checks the images, videos and presenters that a request names, and writes and sends image fetches for them. */
export const createMediaFetchAnnouncer = (deps: AnnounceFetchesDeps): MediaFetcher => ({
  async announce(principal, timelineId, images, videos = [], presenters = []): Promise<AnnouncedMediaFetches> {
    const { fetches, queue, clock } = deps;
    const { account_id, plan } = principal;
    const sources: MediaFetchSource[] = [];
    for (const { input, param } of images) if ('url' in input) assertUrlTextAllowed(input.url, param);
    await forEachConcurrent(
      images.entries(),
      MAX_CONCURRENT,
      async ([index, { input, param }]: [number, SentImageOfSlide]) => {
        sources[index] =
          'url' in input
            ? { url: input.url }
            : await requireMediaSourceOfUpload(deps, principal, {
                id: input.upload_id,
                param,
                rules: IMAGE_FILE_RULES,
              });
      },
    );
    const now = clock();
    const newFetches: ImageFetch[] = [];
    for (let start = 0; start < sources.length; start += MAX_IMAGES_OF_FETCH) {
      const fetchSources = sources.slice(start, start + MAX_IMAGES_OF_FETCH);
      newFetches.push(
        queuedImageFetch(
          { id: createOpaqueToken(now), account_id, timeline_id: timelineId, plan, sources: fetchSources },
          now,
        ),
      );
    }
    const announceDeps = { ...deps, findVideoToCopy: createFinderOfVideoToCopy(deps.timelines, account_id) };
    const announcedVideos = await Promise.all(
      videos.map((video) => announceVideoFetch(announceDeps, principal, timelineId, video)),
    );
    const announcedPresenters = await Promise.all(
      presenters.map((presenter) => announcePresenterFetch(announceDeps, principal, timelineId, presenter)),
    );
    newFetches.push(...[...announcedVideos, ...announcedPresenters].map(({ fetch }) => fetch));
    assertVideoCopiesFitPlan(limitsOfPlan(plan), newFetches);
    await forEachConcurrent(newFetches, MAX_CONCURRENT, async (fetch) => void (await fetches.insert(fetch)));
    const requests = images.map(({ input: { fit, focus, alt, caption } }, index): SlideImageRequest => {
      const fetch = newFetches[Math.floor(index / MAX_IMAGES_OF_FETCH)]?.id ?? '';
      return { from: { fetch, index: index % MAX_IMAGES_OF_FETCH }, fit, focus, alt, caption };
    });
    return {
      requests,
      videos: announcedVideos.map(({ request }) => request),
      presenters: announcedPresenters.map(({ request }) => request),
      async startFetching() {
        await runIgnoringUnavailability(() =>
          forEachConcurrent(newFetches, MAX_CONCURRENT, ({ id }) => queue.send({ account_id, fetch_id: id })),
        );
      },
    };
  },
});
