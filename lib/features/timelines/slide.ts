import type { SlideAudio } from './slide-audio.ts';
import type { SlideBuild } from './slide-builds.ts';
import type { SlideContent } from './slide-fields/slide-fields.ts';
import type { ImageRequest, SlideImage } from './slide-image.ts';

/** A slide as the parameters of a path name it. */
export interface SlidePath {
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
  /** The states of its picture while it is shown, at least two; absent: it shows `image` from its start. */
  builds?: SlideBuild[] | undefined;
  /** The image that takes the place of `image` when it is there; absent: none is awaited. */
  image_request?: ImageRequest | undefined;
  /** The narration that was asked for it: kept next to the slide and shared by its revisions. */
  audio?: SlideAudio | undefined;
  created_at: string;
  updated_at: string;
}
