import type { CopiedVideoField } from './copy-of-fields.ts';
import type { PresenterOptionsChange } from './presenter-fields.ts';

/** Names of the fields of videos of slides and timelines, as people read them. */
export const VIDEO_FIELD_LABELS = {
  video: 'Video',
  presenter: 'Presenter',
  intro: 'Intro',
  outro: 'Outro',
} as const satisfies Record<CopiedVideoField, string>;

/** Names of the options of a presenter, as people read them. */
export const PRESENTER_OPTION_LABELS = {
  place: 'Place',
  shape: 'Shape',
  size: 'Size',
  focus: 'Focus',
  offset_seconds: 'Start',
} as const satisfies Record<keyof PresenterOptionsChange, string>;
