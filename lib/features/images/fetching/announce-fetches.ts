import type { AnnouncedImages, ImageFetches, ImageRequest, WantedImage } from '#features/timelines/public.ts';
import { forEachConcurrent } from '#kernel/shared/concurrency.ts';
import { unlessUnavailable } from '#kernel/shared/errors.ts';
import { newToken } from '#kernel/shared/ids.ts';
import { IMAGE_FILE } from '../image-rules.ts';
import { announcedPresenter, announcedVideo } from './announce-video.ts';
import { type ImageFetch, type ImageSource, MAX_IMAGES_OF_FETCH, queuedFetch } from './image-fetch.ts';
import { type AnnounceFetchesDeps, checkAddress, sourceOfUpload } from './sent-files.ts';

/** The number of uploads that are read, or of fetches that are written or sent, at a time. */
const AT_ONCE = 8;

/** Makes the port that checks the images that slides name, and writes and sends image fetches for them. */
export const imageFetches = (deps: AnnounceFetchesDeps): ImageFetches => ({
  async announce(principal, timelineId, wanted, videos = [], presenters = []): Promise<AnnouncedImages> {
    const { fetches, queue, clock } = deps;
    const { account_id, plan } = principal;
    const sources: ImageSource[] = [];
    for (const { input, param } of wanted) if ('url' in input) checkAddress(input.url, param);
    await forEachConcurrent(wanted.entries(), AT_ONCE, async ([place, { input, param }]: [number, WantedImage]) => {
      sources[place] =
        'url' in input
          ? { url: input.url }
          : await sourceOfUpload(deps, principal, { id: input.upload_id, param, kind: IMAGE_FILE });
    });
    const now = clock();
    const made: ImageFetch[] = [];
    for (let first = 0; first < sources.length; first += MAX_IMAGES_OF_FETCH) {
      const some = sources.slice(first, first + MAX_IMAGES_OF_FETCH);
      made.push(queuedFetch({ id: newToken(now), account_id, timeline_id: timelineId, plan, sources: some }, now));
    }
    const announced = await Promise.all(videos.map((video) => announcedVideo(deps, principal, timelineId, video)));
    const presented = await Promise.all(
      presenters.map((each) => announcedPresenter(deps, principal, timelineId, each)),
    );
    made.push(...[...announced, ...presented].map(({ fetch }) => fetch));
    await forEachConcurrent(made, AT_ONCE, async (fetch) => void (await fetches.insert(fetch)));
    const requests = wanted.map(({ input: { fit, focus, alt, caption } }, place): ImageRequest => {
      const fetch = made[Math.floor(place / MAX_IMAGES_OF_FETCH)]?.id ?? '';
      return { from: { fetch, index: place % MAX_IMAGES_OF_FETCH }, fit, focus, alt, caption };
    });
    return {
      requests,
      videos: announced.map(({ request }) => request),
      presenters: presented.map(({ request }) => request),
      async startFetching() {
        await unlessUnavailable(() =>
          forEachConcurrent(made, AT_ONCE, ({ id }) => queue.send({ account_id, fetch_id: id })),
        );
      },
    };
  },
});
