import type { NarrationPauses } from './narration-pauses.ts';
import { playedVideoSeconds, type SlideVideo } from './slide-video.ts';

/** The starts of a slide's video and its speech, and the length of the slide; seconds from the start of the slide. */
export interface SlideVideoTimes {
  /** Start of the video. */
  starts: number;
  /** The seconds by which its video delays the speech, without the silence before the speech. */
  speechDelay: number;
  seconds: number;
}

/** Inputs of the times of a slide with a video. */
interface TimedVideo {
  video: Pick<SlideVideo, 'trim' | 'fps' | 'frames' | 'plays'>;
  /** Seconds of its speech; undefined: it has none. */
  speech: number | undefined;
  pace: NarrationPauses;
  /** Seconds of the transition to the slide, during which the first picture of the video stands still. */
  entry?: number | undefined;
  /** `duration_seconds` of the slide; undefined: it lasts as long as its video and its speech. */
  duration?: number | undefined;
  /** True if the slide ends after `duration` even if its speech does not. */
  isCut?: boolean | undefined;
}

/**
 * The times of a slide with a video. Without a duration, the slide lasts until its video and its speech have ended. With a duration, it
 * lasts that long, or until its speech ends if that is later (unless `isCut`). The video ends with the slide. Pure.
 */
export function slideVideoTimes({
  video,
  speech,
  pace,
  entry = 0,
  duration,
  isCut = false,
}: TimedVideo): SlideVideoTimes {
  const videoSeconds = playedVideoSeconds(video);
  const spokenSeconds = speech === undefined ? 0 : pace.lead_seconds + speech + pace.pause_seconds;
  const speechDelay = video.plays === 'before_speech' && spokenSeconds > 0 ? entry + videoSeconds : 0;
  const starts = video.plays === 'after_speech' ? Math.max(entry, spokenSeconds) : entry;
  const totalSeconds = Math.max(speechDelay + spokenSeconds, starts + videoSeconds);
  if (duration === undefined) return { starts, speechDelay, seconds: totalSeconds };
  return {
    starts,
    speechDelay,
    seconds: isCut ? duration : Math.max(duration, spokenSeconds === 0 ? 0 : speechDelay + spokenSeconds),
  };
}
