import type { BackgroundAudio } from './background-audio.ts';
import type { StoredSettings } from './settings/settings.ts';
import type { Slide } from './slide.ts';
import { settingsIn } from './timeline-settings.ts';

/** The fields of a timeline that a client sets. */
export interface TimelineSettings extends StoredSettings {
  /** Absent: no music. Its file is uploaded; a client may say how it sounds. */
  background_audio?: BackgroundAudio | undefined;
}

/** The settings of a timeline alone. */
export const settingsOf = (timeline: TimelineSettings): TimelineSettings => ({
  ...settingsIn(timeline),
  background_audio: timeline.background_audio,
});

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
