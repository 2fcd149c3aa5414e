import type { RichContent, SlideLayout } from '../video/drawing/drawable-slide.ts';
import type { ImageMotion } from '../video/motion/image-motion.ts';
import type { TransitionType } from '../video/transitions/transition-frames.ts';
import type { SlideAudio } from './slide-audio.ts';
import type { ImageRequest, SlideImage } from './slide-image.ts';

export const SLIDE_BUILDS = ['none', 'by_bullet'] as const;
export type SlideBuild = (typeof SLIDE_BUILDS)[number];

export interface Transition {
  type: TransitionType;
  /** 0–2 seconds. */
  duration_seconds: number;
}

/** The fields of a slide that a client sets. */
export interface SlideContent extends RichContent {
  title: string;
  bullet_points: string[];
  speaker_notes: string;
  layout: SlideLayout;
  build: SlideBuild;
  /** 1–300 s; absent: as long as the narration and a short pause, or a reading time. */
  duration_seconds?: number | undefined;
  /** The narration ends with `duration_seconds`, however much of it is left; absent: the slide stays until it is said. */
  cut_speech?: boolean | undefined;
  /** How the slide comes in; absent: as the timeline says. */
  transition?: Transition | undefined;
  /** Absent: none. */
  image_motion?: ImageMotion | undefined;
  /** The variable whose value is the address of its image; absent: none. */
  image_variable?: string | undefined;
}

/** Whether variables stand in a field of a slide. The image that a variable names is another matter. */
const TAKES_VARIABLES = {
  title: true,
  bullet_points: true,
  speaker_notes: true,
  code: true,
  table: true,
  chart: true,
  layout: false,
  build: false,
  duration_seconds: false,
  cut_speech: false,
  transition: false,
  image_motion: false,
  image_variable: false,
  bullet_style: false,
  bullet_levels: false,
  markup: false,
  column_break: false,
} as const satisfies Record<keyof SlideContent, boolean>;

/** The names of the fields of a slide in which variables stand. */
export type FilledField = {
  [Name in keyof SlideContent]-?: (typeof TAKES_VARIABLES)[Name] extends true ? Name : never;
}[keyof SlideContent];

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
  /** The image that takes the place of `image` when it is there; absent: none is awaited. */
  image_request?: ImageRequest | undefined;
  /** The narration that was asked for it: kept beside the slide and shared by its revisions. */
  audio?: SlideAudio | undefined;
  created_at: string;
  updated_at: string;
}

/** A slide as it is drawn: nothing is written over an image that shows the whole slide. */
export const asDrawn = (slide: Slide): Slide =>
  slide.image?.is_whole_slide
    ? {
        ...slide,
        ...{ title: '', bullet_points: [], bullet_levels: undefined, column_break: undefined },
        ...{ code: undefined, table: undefined, chart: undefined },
        image: { ...slide.image, is_figure: undefined },
      }
    : slide;
