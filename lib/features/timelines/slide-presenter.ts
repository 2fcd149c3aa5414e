import type { SpokenSentence } from '#engine/speech/engine.ts';
import { footageSeconds } from '#engine/video/footage/footage.ts';
import type { PresenterLook } from '#engine/video/footage/presenter-look.ts';
import type { ImageFocus } from './slide-image.ts';
import type { StoredVideo, VideoFailure } from './slide-video.ts';

/** The options of a presenter, as they were requested: look, crop and start. */
export interface PresenterOptions extends PresenterLook {
  /** The point around which the picture is cropped. Absent: the head that was found, else the upper middle. */
  focus?: ImageFocus | undefined;
  /** The second of the recording at which the slide starts. */
  offset_seconds: number;
}

/** A recorded person: the sound is the narration, and the picture is shown over or next to the slide. */
export interface Presenter extends StoredVideo, PresenterOptions {}

/** The presenter of a slide. */
export interface SlidePresenter extends Presenter {
  /** The seconds of the recording that belong to the slide. Absent: from `offset_seconds` to its end. */
  part?: { from: number; to: number } | undefined;
  /** True if it is the presenter of the whole timeline. Slides are stored without it. */
  of_timeline?: true | undefined;
  /** The second of the recording at which a mark in the transcript starts the slide; absent: none does. Slides are stored without it. */
  starts?: number | undefined;
  /** The sentences that are heard, in seconds from the start of the part. Only slides of renders have them. */
  heard?: SpokenSentence[] | undefined;
}

/** A request for a presenter: its video is being fetched and decoded, or that has failed. */
export interface PendingOrFailedPresenter extends PresenterOptions {
  /** A fetch, and the index of the video in it. */
  from: { fetch: string; index: number };
  /** Reason of the failure; absent while it is being made ready. */
  error?: VideoFailure | undefined;
}

/** The options of a presenter or of a request for one. */
export const presenterOptionsOf = ({
  place,
  shape,
  size,
  focus,
  offset_seconds,
}: PresenterOptions): PresenterOptions => ({
  place,
  shape,
  size,
  offset_seconds,
  ...(focus === undefined ? {} : { focus }),
});

/** The failure of a presenter without sound, which could not be the narration. */
export const SILENT_PRESENTER_FAILURE: VideoFailure = {
  code: 'video_invalid',
  message: 'The video of a presenter has no sound, which is the narration. Send one with sound, or send it as `video`.',
};

/** The members of a presenter that tell which part of its recording belongs to a slide. */
type PresenterRecordingPart = Pick<SlidePresenter, 'part' | 'offset_seconds' | 'fps' | 'frames'>;

/** The part of a recording that belongs to a slide, in seconds: at least one frame, even if the part starts after its end. */
export function recordingRangeOfPresenter({ part, offset_seconds, fps, frames }: PresenterRecordingPart): {
  from: number;
  to: number;
} {
  const end = footageSeconds({ fps, frames });
  const from = Math.min(part?.from ?? offset_seconds, end - 1 / fps);
  return { from, to: Math.max(from + 1 / fps, Math.min(part?.to ?? end, end)) };
}

/** The seconds for which a presenter speaks on a slide. */
export function presenterSecondsOfSlide(presenter: PresenterRecordingPart): number {
  const { from, to } = recordingRangeOfPresenter(presenter);
  return to - from;
}

/** The look of a presenter on its slide. Next to a slide with a video there is no room, so the place `side` becomes `bottom_right`. */
export const effectivePresenterLookOf = ({ place, shape, size }: PresenterLook, hasVideo: boolean): PresenterLook => ({
  shape,
  size,
  place: place === 'side' && hasVideo ? 'bottom_right' : place,
});
