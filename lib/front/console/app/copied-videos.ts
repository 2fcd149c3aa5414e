import type { Schemas } from '#front/client/client.ts';

type Slide = Pick<Schemas['Slide'], 'id' | 'timeline_id' | 'video' | 'presenter'>;
type Timeline = Pick<Schemas['Timeline'], 'id' | 'presenter' | 'intro' | 'outro'>;
type CopyOf = Schemas['VideoToCopy'];

/** True for a video that the service can copy: others are being decoded, or have failed. */
const isReady = (video: { status: string } | null): boolean => video?.status === 'ready';

const copyOfVideo = (
  { fit, focus, trim, volume, muted }: Schemas['TimelineVideo'],
  copy_of: CopyOf,
): Schemas['TimelineVideoFromCopy'] => ({
  copy_of,
  fit,
  focus,
  volume,
  muted,
  ...(trim ? { trim: { from: trim.from, ...(trim.to === null ? {} : { to: trim.to }) } } : {}),
});

const copyOfPresenter = (
  { place, shape, size, focus, offset_seconds }: Schemas['Presenter'],
  copy_of: CopyOf,
): Schemas['PresenterFromCopy'] => ({ copy_of, place, shape, size, focus, offset_seconds });

/** The ready videos of a slide in the request for its copy: the service copies their files. */
export function videoCopyRequestOfSlide({
  id,
  timeline_id,
  video,
  presenter,
}: Slide): Pick<Schemas['CreateSlideBody'], 'video' | 'presenter'> {
  const copy_of = { timeline_id, slide_id: id };
  return {
    ...(video && isReady(video)
      ? { video: { ...copyOfVideo(video, copy_of), place: video.place, plays: video.plays, loop: video.loop } }
      : {}),
    ...(presenter && isReady(presenter) ? { presenter: copyOfPresenter(presenter, copy_of) } : {}),
  };
}

/** The ready videos of a timeline itself in the request for its copy. */
export function videosOfTimelineCopy({
  id,
  presenter,
  intro,
  outro,
}: Timeline): Pick<Schemas['TimelineInput'], 'presenter' | 'intro' | 'outro'> {
  const copy_of = { timeline_id: id };
  return {
    ...(presenter && isReady(presenter) ? { presenter: copyOfPresenter(presenter, copy_of) } : {}),
    ...(intro && isReady(intro) ? { intro: copyOfVideo(intro, copy_of) } : {}),
    ...(outro && isReady(outro) ? { outro: copyOfVideo(outro, copy_of) } : {}),
  };
}

/** The last part of a notice about a copy of slides or timelines, which says that videos are missing; empty if the copy has all of them. */
export const noticeOfVideosLeftOutOfCopy = (originals: readonly (Slide | Timeline)[]): string =>
  originals
    .flatMap((each) => [
      'video' in each ? each.video : null,
      each.presenter,
      ...('intro' in each ? [each.intro, each.outro] : []),
    ])
    .some((video) => video !== null && !isReady(video))
    ? ' without the videos that are not ready'
    : '';
