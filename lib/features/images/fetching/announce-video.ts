import type { Principal } from '#features/accounts/public.ts';
import {
  type CopiedVideoField,
  type PendingOrFailedPresenter,
  presenterOptionsOf,
  type RequireStoredVideoToCopy,
  type SentPresenter,
  type SentVideo,
  type SlideVideoRequest,
  videoOptionsOf,
} from '#features/timelines/public.ts';
import { VIDEO_FILE_RULES } from '#features/uploads/public.ts';
import { createOpaqueToken } from '#kernel/shared/ids.ts';
import { storedVideoWithoutOptions } from './copy-video.ts';
import { type ImageFetch, type MediaFetchSource, queuedImageFetch } from './image-fetch.ts';
import { type AnnounceFetchesDeps, assertUrlTextAllowed, requireMediaSourceOfUpload } from './sent-files.ts';

/** A video or a presenter whose fetch is not written yet. */
interface AnnouncedFetch<Request> {
  fetch: ImageFetch;
  request: Request;
}

/** Dependencies of the announcement of videos. */
export interface AnnounceVideoDeps extends AnnounceFetchesDeps {
  findVideoToCopy: RequireStoredVideoToCopy;
}

/** A video or a presenter in a request, and the field that it is for. */
type NamedVideo = Pick<SentVideo | SentPresenter, 'input' | 'param'> & { field: CopiedVideoField };

/** The source of a named video. @throws ServiceError */
async function sourceOf(
  deps: AnnounceVideoDeps,
  principal: Principal,
  namedVideo: NamedVideo,
): Promise<MediaFetchSource> {
  const { input, param, field } = namedVideo;
  if ('copy_of' in input)
    return { copied: storedVideoWithoutOptions(await deps.findVideoToCopy(input.copy_of, field, param)) };
  if ('upload_id' in input) {
    const uploadSource = await requireMediaSourceOfUpload(deps, principal, {
      id: input.upload_id,
      param,
      rules: VIDEO_FILE_RULES,
    });
    return { ...uploadSource, is_video: true };
  }
  assertUrlTextAllowed(input.url, param);
  return { url: input.url, is_video: true };
}

/** Checks a named video, and makes a fetch for it alone. @throws ServiceError */
async function fetchOfVideo(
  deps: AnnounceVideoDeps,
  principal: Principal,
  timelineId: string,
  namedVideo: NamedVideo,
): Promise<ImageFetch> {
  const { account_id, plan } = principal;
  const sources = [await sourceOf(deps, principal, namedVideo)];
  const now = deps.clock();
  return queuedImageFetch({ id: createOpaqueToken(now), account_id, timeline_id: timelineId, plan, sources }, now);
}

/**
 * Checks a video that a slide names, and makes a fetch for it alone: decoding takes minutes, for which no image should wait.
 * @throws ServiceError `url_forbidden`, `upload_not_found`, `video_invalid` when the file was not uploaded yet, `video_too_large`, and those
 * of `RequireStoredVideoToCopy`
 */
export async function announceVideoFetch(
  deps: AnnounceVideoDeps,
  principal: Principal,
  timelineId: string,
  video: SentVideo,
): Promise<AnnouncedFetch<SlideVideoRequest>> {
  const fetch = await fetchOfVideo(deps, principal, timelineId, { ...video, field: video.name ?? 'video' });
  return { fetch, request: { ...videoOptionsOf(video.input), from: { fetch: fetch.id, index: 0 } } };
}

/**
 * Checks a presenter's video that a client names, and makes a fetch for it alone, as `announceVideoFetch` does for a slide's video.
 * @throws ServiceError as `announceVideoFetch`
 */
export async function announcePresenterFetch(
  deps: AnnounceVideoDeps,
  principal: Principal,
  timelineId: string,
  presenter: SentPresenter,
): Promise<AnnouncedFetch<PendingOrFailedPresenter>> {
  const fetch = await fetchOfVideo(deps, principal, timelineId, { ...presenter, field: 'presenter' });
  return { fetch, request: { ...presenterOptionsOf(presenter.input), from: { fetch: fetch.id, index: 0 } } };
}
