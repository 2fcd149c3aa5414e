import type { NewFilesOfTimeline } from './announce-media-fetches.ts';
import { newVideoOrPresenterInRequest } from './new-file.ts';
import type { PresenterInput, PresenterOptionsChange } from './presenter-fields.ts';
import { TIMELINE_VIDEO_NAMES, type TimelineVideoName } from './timeline-video.ts';
import {
  type TimelineVideoInput,
  type TimelineVideoOptionsChange,
  toSlideVideoInput,
} from './timeline-video-fields.ts';

/** The members of a request that may name files of the timeline itself, or options of present ones. */
export type SentTimelineFiles = {
  presenter?: PresenterInput | PresenterOptionsChange | null | undefined;
} & { [Name in TimelineVideoName]?: TimelineVideoInput | TimelineVideoOptionsChange | null | undefined };

/** The new files that a request sends for the timeline itself. @param path prefix of its fields in the request */
export function newTimelineFilesOfRequest(body: SentTimelineFiles, path = ''): NewFilesOfTimeline {
  const presenterInput = newVideoOrPresenterInRequest(body.presenter);
  return {
    presenter: presenterInput ? { input: presenterInput, param: `${path}presenter` } : undefined,
    videos: TIMELINE_VIDEO_NAMES.flatMap((name) => {
      const input = newVideoOrPresenterInRequest(body[name]);
      return input ? [{ name, input: toSlideVideoInput(input), param: `${path}${name}` }] : [];
    }),
  };
}
