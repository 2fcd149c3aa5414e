import type { NarrationPauses, SlideVideo } from '#features/timelines/public.ts';
import {
  isSpeechCutOff,
  playedRangeOfVideoInSeconds,
  type Slide,
  slideVideoTimes,
} from '#features/timelines/public.ts';
import type { ChosenTransition } from './choose-transition-for-motion-level.ts';
import { transitionFrameCount } from './transition-length.ts';

/** The video of a slide on the time line. */
export interface FootageOnTimeLine {
  video: SlideVideo;
  /** Start of the part that is played, in seconds of the video. */
  from: number;
  /** End of the part that is played, in seconds of the video. */
  to: number;
  /** The frame of the slide from which it plays. */
  startFrame: number;
}

/** The times of a slide with a video in a render; seconds. */
export interface FootageSlideTimes {
  /** The length of the slide. */
  seconds: number;
  /** The time before its narration. */
  speechDelay: number;
  /** The time from the start of the slide at which the video starts. */
  starts: number;
}

/**
 * The times of a slide with a video; undefined for one without.
 * @param speech seconds of its speech
 */
export function findTimesOfFootageSlide(
  slide: Omit<Slide, 'transition'> & { transition: ChosenTransition },
  index: number,
  speech: number | undefined,
  { pace, fps }: { pace: NarrationPauses; fps: number },
): FootageSlideTimes | undefined {
  const { video, duration_seconds: duration } = slide;
  if (!video) return undefined;
  const entry = transitionFrameCount(slide.transition, index, fps) / fps;
  return slideVideoTimes({ video, speech, pace, entry, duration, isCut: isSpeechCutOff(slide) });
}

/** The video of a slide of a number of frames; undefined if the slide ends before it starts. */
export function footageOnTimeLine(
  { video }: Pick<Slide, 'video'>,
  times: FootageSlideTimes | undefined,
  { frames, fps }: { frames: number; fps: number },
): FootageOnTimeLine | undefined {
  if (!video || !times) return undefined;
  return { video, ...playedRangeOfVideoInSeconds(video), startFrame: Math.min(Math.round(times.starts * fps), frames) };
}
