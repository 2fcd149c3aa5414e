import type { Pronunciation } from '../speech/script/pronunciation.ts';
import type { Format, Resolution } from '../video/format.ts';
import type { BackgroundAudio } from './background-audio.ts';
import type { Slide, Transition } from './slide.ts';

/** Texts by the names of variables; null: no value. */
export type Variables = Readonly<Record<string, string | null>>;

/** Variables as a timeline keeps them: absent where there are none. */
export const declared = (variables: Variables | undefined): Variables | undefined =>
  Object.keys(variables ?? {}).length > 0 ? variables : undefined;

/** The fields of a timeline that a client sets. */
export interface TimelineSettings {
  title: string;
  format: Format;
  resolution: Resolution;
  template_id: string;
  /** BCP 47 tag. */
  language: string;
  voice?: string | undefined;
  /** How particular words are pronounced; absent: none. */
  lexicon?: Pronunciation[] | undefined;
  transition: Transition;
  /** Whether each slide shows its number; absent: as the template says. */
  slide_numbers?: boolean | undefined;
  /** A line at the bottom of the slides; empty: none; absent: the template's. */
  footer?: string | undefined;
  /** The variables that its texts may name, with their defaults; null: a render has to give the value. Absent: none. */
  variables?: Variables | undefined;
  /** The pace of what is spoken, in seconds; absent: its defaults. */
  lead_seconds?: number | undefined;
  pause_seconds?: number | undefined;
  min_slide_seconds?: number | undefined;
  metadata: Record<string, string>;
  /** Absent: no music. Its file is uploaded; a client may say how it sounds. */
  background_audio?: BackgroundAudio | undefined;
}

/** The settings of a timeline alone. A setting that is added to the type is missing here until it is added, too. */
export const settingsOf = (timeline: TimelineSettings): TimelineSettings => {
  const { title, format, resolution, template_id, language, voice, lexicon, transition } = timeline;
  const { slide_numbers, footer, lead_seconds, pause_seconds, min_slide_seconds } = timeline;
  const { variables, metadata, background_audio } = timeline;
  return {
    ...{ title, format, resolution, template_id, language, voice, lexicon, transition },
    ...{ slide_numbers, footer, lead_seconds, pause_seconds, min_slide_seconds },
    ...{ variables, metadata, background_audio },
  } satisfies Record<keyof TimelineSettings, unknown>;
};

/** A timeline without its slides: it names, in order, the slide revisions that belong to it. */
export interface Timeline extends TimelineSettings {
  id: string;
  account_id: string;
  /** Counts every change of the timeline or of one of its slides; from 1. */
  version: number;
  /** In the order of the video. */
  slides: SlideRef[];
  /** The likely length of the video in seconds at the last change; kept here so that lists need not read the slides. */
  duration_seconds: number;
  created_at: string;
  updated_at: string;
}

export interface SlideRef {
  id: string;
  rev: string;
}

/** A timeline together with the revisions it names, in order. */
export interface LoadedTimeline {
  timeline: Timeline;
  slides: Slide[];
}

/** A slide with its position in the timeline. */
export interface PlacedSlide {
  slide: Slide;
  position: number;
  timeline: Pick<Timeline, 'format' | 'lexicon'>;
}
