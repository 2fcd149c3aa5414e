import { invalidValueError } from '#kernel/shared/errors.ts';
import type { Slide } from './slide.ts';
import { type VideoOptions, videoOptionsOf } from './slide-video.ts';
import type { VideoOptionsChange } from './video-fields.ts';

/** Options after a change: null removes the trim. */
function optionsAfterChange(options: VideoOptions, { trim, ...change }: VideoOptionsChange): VideoOptions {
  const setOptions = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  return videoOptionsOf({ ...options, ...setOptions, trim: trim === undefined ? options.trim : (trim ?? undefined) });
}

/**
 * The change of a slide or timeline when options of an existing video change.
 * @param param name of the video in the request
 * @throws ServiceError `validation_failed` where there is none
 */
export function videoWithChangedOptions(
  { video, video_request: request }: Pick<Slide, 'video' | 'video_request'>,
  change: VideoOptionsChange,
  param = 'video',
): Pick<Slide, 'video' | 'video_request'> {
  if (!video && !request)
    throw invalidValueError(
      param,
      `There is no ${param}. Send one with url, upload_id or copy_of, together with the options.`,
    );
  return {
    ...(video ? { video: { ...video, trim: undefined, ...optionsAfterChange(video, change) } } : {}),
    ...(request ? { video_request: { ...request, trim: undefined, ...optionsAfterChange(request, change) } } : {}),
  };
}
