import type { Principal } from '#features/accounts/public.ts';
import {
  type PresenterRequest,
  presenterOptionsOf,
  type SlideVideoRequest,
  videoOptionsOf,
  type WantedPresenter,
  type WantedVideo,
} from '#features/timelines/public.ts';
import { VIDEO_FILE } from '#features/uploads/public.ts';
import { newToken } from '#kernel/shared/ids.ts';
import { type ImageFetch, queuedFetch } from './image-fetch.ts';
import { type AnnounceFetchesDeps, checkAddress, sourceOfUpload } from './sent-files.ts';

/** A video or a presenter whose fetch is not written yet. */
interface Announced<Request> {
  fetch: ImageFetch;
  request: Request;
}

/** Checks a named video, and makes a fetch for it alone. @throws ServiceError */
async function fetchOfVideo(
  deps: AnnounceFetchesDeps,
  principal: Principal,
  timelineId: string,
  { input, param }: WantedVideo | WantedPresenter,
): Promise<ImageFetch> {
  const { account_id, plan } = principal;
  if ('url' in input) checkAddress(input.url, param);
  const source =
    'url' in input
      ? { url: input.url }
      : await sourceOfUpload(deps, principal, { id: input.upload_id, param, kind: VIDEO_FILE });
  const now = deps.clock();
  const sources = [{ ...source, is_video: true as const }];
  return queuedFetch({ id: newToken(now), account_id, timeline_id: timelineId, plan, sources }, now);
}

/**
 * Checks a video that a slide names, and makes a fetch for it alone: decoding takes minutes, for which no image should wait.
 * @throws ServiceError `url_forbidden`, `upload_not_found`, `video_invalid` when the file was not uploaded yet, `video_too_large`
 */
export async function announcedVideo(
  deps: AnnounceFetchesDeps,
  principal: Principal,
  timelineId: string,
  video: WantedVideo,
): Promise<Announced<SlideVideoRequest>> {
  const fetch = await fetchOfVideo(deps, principal, timelineId, video);
  return { fetch, request: { ...videoOptionsOf(video.input), from: { fetch: fetch.id, index: 0 } } };
}

/** Does the same for a presenter. @throws ServiceError */
export async function announcedPresenter(
  deps: AnnounceFetchesDeps,
  principal: Principal,
  timelineId: string,
  presenter: WantedPresenter,
): Promise<Announced<PresenterRequest>> {
  const fetch = await fetchOfVideo(deps, principal, timelineId, presenter);
  return { fetch, request: { ...presenterOptionsOf(presenter.input), from: { fetch: fetch.id, index: 0 } } };
}
