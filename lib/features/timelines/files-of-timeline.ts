import type { FilesOfTimeline } from './announce-images.ts';
import { newFileInRequest } from './new-file.ts';
import type { PresenterChange, PresenterInput } from './presenter-fields.ts';
import { TIMELINE_VIDEO_NAMES, type TimelineVideoName } from './timeline-video.ts';
import { asVideoInput, type TimelineVideoChange, type TimelineVideoInput } from './timeline-video-fields.ts';

/** The members of a request that may name files of the timeline itself, or options of present ones. */
export type SentTimelineFiles = {
  presenter?: PresenterInput | PresenterChange | null | undefined;
} & { [Name in TimelineVideoName]?: TimelineVideoInput | TimelineVideoChange | null | undefined };

/** The new files that a request sends for the timeline itself. @param path prefix of its fields in the request */
export function filesOfTimeline(body: SentTimelineFiles, path = ''): FilesOfTimeline {
  const person = newFileInRequest(body.presenter);
  return {
    presenter: person ? { input: person, param: `${path}presenter` } : undefined,
    videos: TIMELINE_VIDEO_NAMES.flatMap((name) => {
      const input = newFileInRequest(body[name]);
      return input ? [{ name, input: asVideoInput(input), param: `${path}${name}` }] : [];
    }),
  };
}
