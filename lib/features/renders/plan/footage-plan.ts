import type { Pace, SlideVideo } from '#features/timelines/public.ts';
import { cutsSpeech, playedPart, type Slide, videoTimes } from '#features/timelines/public.ts';
import type { ChosenTransition } from './choose-transition.ts';
import { framesOfTransition } from './transition-length.ts';

/** The video of a slide on the time line. */
export interface FootageSpan {
  video: SlideVideo;
  /** The part that is played, in seconds. */
  from: number;
  to: number;
  /** First frame of the slide at which it plays. */
  startFrame: number;
}

/** The times of a slide with a video in a render; seconds. */
export interface FootageTimes {
  seconds: number;
  speechDelay: number;
  starts: number;
}

/**
 * The times of a slide with a video; undefined for one without.
 * @param speech seconds of its speech
 */
export function footageTimes(
  slide: Omit<Slide, 'transition'> & { transition: ChosenTransition },
  index: number,
  speech: number | undefined,
  { pace, fps }: { pace: Pace; fps: number },
): FootageTimes | undefined {
  const { video, duration_seconds: duration } = slide;
  if (!video) return undefined;
  const entry = framesOfTransition(slide.transition, index, fps) / fps;
  return videoTimes({ video, speech, pace, entry, duration, isCut: cutsSpeech(slide) });
}

/** The video of a slide of a number of frames; undefined if the slide ends before it starts. */
export function footageSpan(
  { video }: Pick<Slide, 'video'>,
  times: FootageTimes | undefined,
  { frames, fps }: { frames: number; fps: number },
): FootageSpan | undefined {
  if (!video || !times) return undefined;
  return { video, ...playedPart(video), startFrame: Math.min(Math.round(times.starts * fps), frames) };
}
