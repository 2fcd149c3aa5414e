import type { FrameRate } from '#engine/video/settings.ts';
import { cutsSpeech, type Pace, type Slide, slideSeconds, type Transition } from '#features/timelines/public.ts';
import { type CaptionCue, type CaptionedSentence, captionCues } from '../captions/caption-cues.ts';
import type { TimedState } from './build-times.ts';
import { planBurnedInCaptions } from './burn-in.ts';
import type { Shot } from './shot.ts';
import { planShots } from './shots.ts';

/** A spoken sentence; its holder says what the times count from. */
export interface SpokenSentence {
  text: string;
  start_seconds: number;
  end_seconds: number;
}

/** Speech that exists for a slide. */
export interface SlideSpeech {
  /** Content address: the same speech is the same sound. */
  hash: string;
  /** Storage key of its file. */
  key: string;
  duration_seconds: number;
  /** Seconds from the start of the speech. */
  sentences: readonly SpokenSentence[];
}

/** The part of a slide's drawing that decides its shots. */
export interface ShotTraits {
  /** Its bullet points as far as they are drawn: none is blank. */
  bullets: readonly string[];
  /** The states of its picture, as far as its layout shows them; none: it has one. */
  states: readonly TimedState[];
  /** True if its layout shows an image that is asked to move. */
  moves: boolean;
  direction: 'ltr' | 'rtl';
}

export interface PlannedSlide {
  /** First frame on the time line of the whole video, and how many frames the slide has. */
  start_frame: number;
  frames: number;
  /** The speech: its start in seconds of the video, not rounded to frames, and its audible duration. */
  speech?: { hash: string; key: string; start_seconds: number; duration_seconds: number } | undefined;
  shots: Shot[];
}

/** The whole video, frame by frame. */
export interface FrameSchedule {
  fps: FrameRate;
  frames: number;
  slides: PlannedSlide[];
  /** Captions: the speech, to be read. */
  captions: CaptionCue[];
}

export interface FrameScheduleSettings {
  fps: FrameRate;
  transition: Transition;
  pace: Pace;
  /** BCP 47; what is spoken on a slide may have another. */
  language: string;
  /** True if captions are drawn into the pictures. */
  burnsIn: boolean;
}

/** The language spoken on a slide (BCP 47): generated audio has its own; a recording has that of the notes. */
const spokenLanguage = ({ audio }: Slide): string | undefined =>
  audio?.source === 'generated' ? audio.language : undefined;

/** The sentences of a speech that starts at `start`, up to the cut at `end`. */
function audibleSentences(
  { sentences }: SlideSpeech,
  language: string | undefined,
  start: number,
  end: number,
): CaptionedSentence[] {
  return sentences.flatMap(({ text, start_seconds, end_seconds }) => {
    const [from, to] = [start + start_seconds, start + end_seconds];
    if (from >= end) return [];
    const cut = to > end ? { is_cut: true } : {};
    return [{ text, language, start_seconds: from, end_seconds: Math.min(to, end), ...cut }];
  });
}

const fromSlideStart = (speech: SlideSpeech | undefined, lead: number) =>
  (speech?.sentences ?? []).map(({ text, start_seconds }) => ({
    text,
    start_seconds: lead + start_seconds,
  }));

/**
 * Puts slides on one absolute time line. Boundaries are rounded from the running sum of seconds, so rounding errors do not
 * add up: the last slide ends within half a frame of the exact length.
 */
export function planFrameSchedule(
  slides: readonly (Slide & { drawn: ShotTraits })[],
  speech: readonly (SlideSpeech | undefined)[],
  { fps, transition, pace, language, burnsIn }: FrameScheduleSettings,
): FrameSchedule {
  const sentences: CaptionedSentence[] = [];
  let seconds = 0;
  const placed = slides.map((slide, index) => {
    const spoken = speech[index];
    const start_frame = Math.round(seconds * fps);
    seconds += slideSeconds(slide, spoken?.duration_seconds, pace);
    const frames = Math.max(1, Math.round(seconds * fps) - start_frame);
    if (!spoken) return { start_frame, frames };
    const start_seconds = start_frame / fps + pace.lead_seconds;
    const end = cutsSpeech(slide) ? (start_frame + frames) / fps : Number.POSITIVE_INFINITY;
    if (start_seconds >= end) return { start_frame, frames };
    sentences.push(...audibleSentences(spoken, spokenLanguage(slide), start_seconds, end));
    const { hash, key } = spoken;
    const duration_seconds = Math.min(spoken.duration_seconds, end - start_seconds);
    return { start_frame, frames, speech: { hash, key, start_seconds, duration_seconds } };
  });
  const spans = slides.map((slide, index) => ({
    slide,
    ...slide.drawn,
    frames: placed[index]?.frames ?? 1,
    sentences: fromSlideStart(speech[index], pace.lead_seconds),
  }));
  const last = placed.at(-1);
  const frames = last ? last.start_frame + last.frames : 0;
  const captions = captionCues(sentences, { language, fps, frames });
  const bare = planShots(spans, transition, fps);
  const shots = burnsIn ? planBurnedInCaptions(bare, captions, fps) : bare;
  return {
    fps,
    frames,
    slides: placed.map((slide, index) => ({ ...slide, shots: shots[index] ?? [] })),
    captions,
  };
}
