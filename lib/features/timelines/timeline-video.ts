import type { SlideVideo, SlideVideoRequest, VideoOptions } from './slide-video.ts';

/** The videos of a timeline, in the order of the video: before its first slide, and after its last. */
export const TIMELINE_VIDEO_NAMES = ['intro', 'outro'] as const;
/** A video of a timeline. */
export type TimelineVideoName = (typeof TIMELINE_VIDEO_NAMES)[number];

/** The intro and the outro of a timeline: each is a ready video, or a request that is in progress or has failed; absent: none. */
export type TimelineIntroAndOutro = Partial<Record<TimelineVideoName, SlideVideo | undefined>> &
  Partial<Record<`${TimelineVideoName}_request`, SlideVideoRequest | undefined>>;

/** The fixed options of an intro or an outro, which a client cannot choose: it plays once, over the whole picture. */
export const FIXED_TIMELINE_VIDEO_OPTIONS = {
  loop: false,
  plays: 'with_slide',
  place: 'full',
} as const satisfies Partial<VideoOptions>;

/** One of the videos of a timeline, in the form of the video of a slide. */
export const timelineVideoAsSlideVideo = (
  timeline: TimelineIntroAndOutro,
  name: TimelineVideoName,
): { video?: SlideVideo | undefined; video_request?: SlideVideoRequest | undefined } => ({
  video: timeline[name],
  video_request: timeline[`${name}_request`],
});

/** Reports whether a timeline has a video, or waits for it. */
export const hasTimelineVideo = (timeline: TimelineIntroAndOutro, name: TimelineVideoName): boolean =>
  Boolean(timeline[name] ?? timeline[`${name}_request`]);

/** The change of a timeline by a change of one of its videos. Members that are named and undefined are removed. */
export const changeOfTimelineVideo = (
  name: TimelineVideoName,
  change: ReturnType<typeof timelineVideoAsSlideVideo>,
): TimelineIntroAndOutro => ({
  ...('video' in change ? { [name]: change.video } : {}),
  ...('video_request' in change ? { [`${name}_request`]: change.video_request } : {}),
});

/** The videos of a timeline without its other fields. */
export const pickTimelineVideos = (timeline: TimelineIntroAndOutro): TimelineIntroAndOutro =>
  Object.fromEntries(
    TIMELINE_VIDEO_NAMES.flatMap((name) => [
      ...(timeline[name] ? [[name, timeline[name]] as const] : []),
      ...(timeline[`${name}_request`] ? [[`${name}_request`, timeline[`${name}_request`]] as const] : []),
    ]),
  );
