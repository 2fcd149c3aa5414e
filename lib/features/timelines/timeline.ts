import type { BackgroundAudio } from './background-audio.ts';
import type { StoredTimelineSettings } from './settings/settings.ts';
import type { Slide } from './slide.ts';
import type { SpeechSettings } from './slide-audio.ts';
import type { PendingOrFailedPresenter, Presenter } from './slide-presenter.ts';
import { pickSettingsWithoutMusic } from './timeline-settings.ts';
import { pickTimelineVideos, type TimelineIntroAndOutro } from './timeline-video.ts';

/** The settings of a timeline: the fields that a client sets. */
export interface TimelineSettings extends StoredTimelineSettings, TimelineIntroAndOutro {
  /** The music of the video: an uploaded file, and the settings with which it is played. Absent: none. */
  background_audio?: BackgroundAudio | undefined;
  /** The recorded person who speaks the notes of all slides. Absent: none. */
  presenter?: Presenter | undefined;
  /** The presenter that replaces `presenter` once it is decoded, or its failure; absent: none was requested. */
  presenter_request?: PendingOrFailedPresenter | undefined;
}

/** The settings of a timeline without its other fields. */
export const pickTimelineSettings = (timeline: TimelineSettings): TimelineSettings => ({
  ...pickSettingsWithoutMusic(timeline),
  background_audio: timeline.background_audio,
  ...(timeline.presenter ? { presenter: timeline.presenter } : {}),
  ...(timeline.presenter_request ? { presenter_request: timeline.presenter_request } : {}),
  ...pickTimelineVideos(timeline),
});

/** A timeline without the content of its slides: it names the revisions of its slides. */
export interface Timeline extends TimelineSettings {
  id: string;
  account_id: string;
  /** Number of the version, from 1; every change of the timeline or of one of its slides increases it. */
  version: number;
  /** Revisions of its slides, in the order of the video. */
  slides: SlideRevisionRef[];
  /** The likely length of the video in seconds, computed at the last change. It is stored so that lists need not read the slides. */
  duration_seconds: number;
  created_at: string;
  updated_at: string;
}

/** Reference to a revision of a slide. */
export interface SlideRevisionRef {
  id: string;
  rev: string;
}

/** A timeline together with its slides, in their order. */
export interface LoadedTimeline {
  timeline: Timeline;
  slides: Slide[];
}

/** A slide with its position in the timeline, and the settings that its answer depends on. */
export interface SlideInTimeline {
  slide: Slide;
  position: number;
  /** Number of slides of the timeline. */
  count: number;
  timeline: Pick<Timeline, 'format' | 'motion'> & SpeechSettings;
}
