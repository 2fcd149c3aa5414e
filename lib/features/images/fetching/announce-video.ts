import type { Principal } from '#features/accounts/public.ts';
import {
  type PresenterRequest,
  type PresenterRequestOfSlide,
  presenterOptionsOf,
  type SlideVideoRequest,
  type VideoRequestOfSlide,
  videoOptionsOf,
} from '#features/timelines/public.ts';
import { VIDEO_FILE_KIND } from '#features/uploads/public.ts';
import { newToken } from '#kernel/shared/ids.ts';
import { type ImageFetch, queuedImageFetch } from './image-fetch.ts';
import { type AnnounceFetchesDeps, checkUrlText, imageSourceOfUpload } from './sent-files.ts';

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
  { input, param }: VideoRequestOfSlide | PresenterRequestOfSlide,
): Promise<ImageFetch> {
  const { account_id, plan } = principal;
  if ('url' in input) checkUrlText(input.url, param);
  const source =
    'url' in input
      ? { url: input.url }
      : await imageSourceOfUpload(deps, principal, { id: input.upload_id, param, kind: VIDEO_FILE_KIND });
  const now = deps.clock();
  const sources = [{ ...source, is_video: true as const }];
  return queuedImageFetch({ id: newToken(now), account_id, timeline_id: timelineId, plan, sources }, now);
}

/**
 * Checks a video that a slide names, and makes a fetch for it alone: decoding takes minutes, for which no image should wait.
 * @throws ServiceError `url_forbidden`, `upload_not_found`, `video_invalid` when the file was not uploaded yet, `video_too_large`
 */
export async function announceVideoFetch(
  deps: AnnounceFetchesDeps,
  principal: Principal,
  timelineId: string,
  video: VideoRequestOfSlide,
): Promise<Announced<SlideVideoRequest>> {
  const fetch = await fetchOfVideo(deps, principal, timelineId, video);
  return { fetch, request: { ...videoOptionsOf(video.input), from: { fetch: fetch.id, index: 0 } } };
}

/** Does the same for a presenter. @throws ServiceError */
export async function announcePresenterFetch(
  deps: AnnounceFetchesDeps,
  principal: Principal,
  timelineId: string,
  presenter: PresenterRequestOfSlide,
): Promise<Announced<PresenterRequest>> {
  const fetch = await fetchOfVideo(deps, principal, timelineId, presenter);
  return { fetch, request: { ...presenterOptionsOf(presenter.input), from: { fetch: fetch.id, index: 0 } } };
}
