import { narrationTextOf } from '#engine/speech/script/narration-text.ts';
import type { Schemas } from '#front/client/client.ts';
import { slideTexts } from './slide-content.ts';

type Slide = Schemas['Slide'];
type Pace = Pick<
  Schemas['Timeline'],
  'lead_seconds' | 'pause_seconds' | 'min_slide_seconds' | 'narration_source' | 'speed'
>;

/** Characters per second of speech and of reading, with which the service estimates durations. */
const SPEAKING_CHARACTERS_PER_SECOND = 15;
const READING_CHARACTERS_PER_SECOND = 17;
/** The smallest estimate of the seconds for which a slide without narration is shown. */
const MIN_READING_SECONDS = 5;

/** The text that a voice speaks on a slide without a recording: its notes, or its title, points and items. */
export const slideSpeechText = (slide: Slide, { narration_source }: Pick<Pace, 'narration_source'>): string =>
  narrationTextOf(slide, narration_source).trim();

/** The seconds for which a slide is shown: exact if its narration is ready, else estimated from its notes, or its texts without notes. */
export function slideDisplaySeconds(slide: Slide, pace: Pace): number {
  const { audio, duration_seconds, cut_speech, speed } = slide;
  const speechCharacters = slideSpeechText(slide, pace).length;
  const exactSeconds = audio.duration_seconds !== null && !audio.stale ? audio.duration_seconds : undefined;
  const narrationSeconds =
    exactSeconds ??
    (speechCharacters === 0 ? undefined : speechCharacters / (SPEAKING_CHARACTERS_PER_SECOND * (speed ?? pace.speed)));
  const spokenSeconds =
    narrationSeconds === undefined ? undefined : pace.lead_seconds + narrationSeconds + pace.pause_seconds;
  if (duration_seconds !== null) return cut_speech ? duration_seconds : Math.max(duration_seconds, spokenSeconds ?? 0);
  if (spokenSeconds !== undefined) return Math.max(spokenSeconds, pace.min_slide_seconds);
  const readCharacters = slideTexts(slide, { isRead: true }).reduce((sum, text) => sum + text.length, 0);
  return Math.max(MIN_READING_SECONDS, 1 + readCharacters / READING_CHARACTERS_PER_SECOND);
}

/** The start times of the slides, in seconds, followed by the end of the last one. */
export function slideStartTimesAndEnd(slides: readonly Slide[], pace: Pace): number[] {
  const starts = [0];
  for (const slide of slides) starts.push((starts.at(-1) ?? 0) + slideDisplaySeconds(slide, pace));
  return starts;
}

/** The index of the slide that is shown at a time. @param starts of `slideStartTimesAndEnd` */
export const slideIndexAtTime = (starts: readonly number[], seconds: number): number =>
  Math.max(
    0,
    Math.min(
      starts.length - 2,
      starts.findLastIndex((start) => start <= seconds),
    ),
  );
