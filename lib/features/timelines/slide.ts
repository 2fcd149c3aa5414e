import type { SlideAudio } from './slide-audio.ts';
import type { SlideContent } from './slide-fields/slide-fields.ts';
import type { SlideImage, SlideImageRequest } from './slide-image.ts';
import type { SlidePictureListEntry } from './slide-pictures.ts';
import type { PendingOrFailedPresenter, SlidePresenter } from './slide-presenter.ts';
import type { SlideVideo, SlideVideoRequest } from './slide-video.ts';
import type { TimedSlideState } from './timed-slide-states.ts';

/** The path parameters that name a slide. */
export interface SlidePathParameters {
  /** Id of its timeline. */
  id: string;
  /** Id of the slide. */
  sid: string;
}

/** One revision of a slide. Revisions are immutable: a change makes a new one under a new `rev`. */
export interface Slide extends SlideContent {
  id: string;
  rev: string;
  timeline_id: string;
  image?: SlideImage | undefined;
  /** The states of its picture while it is shown, at least two; absent: `image` is shown all the time. */
  builds?: TimedSlideState[] | undefined;
  /** The image that replaces `image` once it is fetched, or its failure; absent: none was requested. */
  image_request?: SlideImageRequest | undefined;
  /** Its other pictures: those of `images` and of `items`; at least one. Absent: none. */
  pictures?: SlidePictureListEntry[] | undefined;
  /** Its video, which is shown instead of its image. */
  video?: SlideVideo | undefined;
  /** The video that replaces `video` once it is decoded, or its failure; absent: none was requested. */
  video_request?: SlideVideoRequest | undefined;
  /** The recorded person whose voice is its narration. */
  presenter?: SlidePresenter | undefined;
  /** The presenter that replaces `presenter` once it is decoded, or its failure; absent: none was requested. */
  presenter_request?: PendingOrFailedPresenter | undefined;
  /** Its narration. It is stored in a separate item, which all revisions of the slide share. */
  audio?: SlideAudio | undefined;
  created_at: string;
  updated_at: string;
}
