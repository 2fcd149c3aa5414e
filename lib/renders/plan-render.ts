import { NARRATION_LEAD_SECONDS, slideSeconds } from '../timelines/duration.ts';
import type { Slide } from '../timelines/slide.ts';
import type { FrameRate } from './render.ts';

/** A sentence that is spoken in the video, in seconds from the start of the video. */
export interface SpokenSentence {
  text: string;
  start_seconds: number;
  end_seconds: number;
}

/** Speech that exists for a slide. */
export interface SlideSpeech {
  key: string;
  duration_seconds: number;
  sentences: readonly SpokenSentence[];
}

export interface PlannedSlide {
  /** First frame on the time line of the whole video, and how many frames the slide stands. */
  start_frame: number;
  frames: number;
  /** The speech file, and the frame-independent time at which it begins, in seconds from the start of the video. */
  speech?: { key: string; start_seconds: number } | undefined;
}

/** The whole video, frame by frame: what every worker of a render reads. */
export interface RenderPlan {
  fps: FrameRate;
  frames: number;
  slides: PlannedSlide[];
  /** Slides that are encoded together, in order. */
  segments: { first: number; count: number }[];
  has_audio: boolean;
  sentences: SpokenSentence[];
}

/** A worker encodes up to so many slides at once: enough to be worth its start, few enough to keep two cores busy. */
export const SLIDES_PER_SEGMENT = 15;

/**
 * Lays slides on one absolute time line. Boundaries are rounded from the running sum of seconds, so no rounding error
 * adds up: the end of the last slide is within half a frame of the true length, however many slides there are.
 */
export function planRender(
  slides: readonly Slide[],
  speech: readonly (SlideSpeech | undefined)[],
  fps: FrameRate,
): RenderPlan {
  const planned: PlannedSlide[] = [];
  const sentences: SpokenSentence[] = [];
  let seconds = 0;
  slides.forEach((slide, index) => {
    const spoken = speech[index];
    const start_frame = Math.round(seconds * fps);
    seconds += slideSeconds(slide, spoken?.duration_seconds);
    const frames = Math.max(1, Math.round(seconds * fps) - start_frame);
    const speechStart = start_frame / fps + NARRATION_LEAD_SECONDS;
    planned.push({
      start_frame,
      frames,
      ...(spoken ? { speech: { key: spoken.key, start_seconds: speechStart } } : {}),
    });
    for (const { text, start_seconds, end_seconds } of spoken?.sentences ?? [])
      sentences.push({ text, start_seconds: speechStart + start_seconds, end_seconds: speechStart + end_seconds });
  });
  const segments: RenderPlan['segments'] = [];
  for (let first = 0; first < slides.length; first += SLIDES_PER_SEGMENT)
    segments.push({ first, count: Math.min(SLIDES_PER_SEGMENT, slides.length - first) });
  const last = planned.at(-1);
  return {
    fps,
    frames: last ? last.start_frame + last.frames : 0,
    slides: planned,
    segments,
    has_audio: planned.some((slide) => slide.speech !== undefined),
    sentences,
  };
}

/** The length of a planned video, in seconds. */
export const planSeconds = (plan: RenderPlan): number => plan.frames / plan.fps;
