import { captionText, isSpeakable, spokenAmount } from '../speech/script/notes-text.ts';
import type { Slide, SlideContent } from './slide.ts';
import { isUsedByRender } from './slide-audio.ts';
import type { Timeline } from './timeline.ts';

/** Characters a second: a calm reading speed, the one that captions are made for. */
const READING_SPEED = 17;
/** Characters a second of narration at normal speed; an estimate until the narration exists. */
const SPEAKING_SPEED = 15;
const MIN_SECONDS = 5;
/** Letters and digits a second that no voice reaches at normal speed: twice the estimate. */
const MAX_SPEAKING_SPEED = 30;

/** Silence before and after the narration of a slide, in seconds: together the 0.6 s that a narrated slide has on top. */
export const NARRATION_LEAD_SECONDS = 0.25;
export const NARRATION_TAIL_SECONDS = 0.35;

const lengthOf = (text: string): number => [...text].length;

/** Whether a slide ends after its `duration_seconds` even when its narration is longer. */
export const cutsSpeech = ({ cut_speech, duration_seconds }: SlideContent): boolean =>
  cut_speech === true && duration_seconds !== undefined;

/**
 * Seconds for which a slide is shown: the longer of `duration_seconds` and its narration with its pauses, or exactly
 * `duration_seconds` with `cut_speech`. Without duration and narration: its reading time, at least 5 s.
 */
export function slideSeconds(slide: SlideContent, narrationSeconds: number | undefined): number {
  const spoken =
    narrationSeconds === undefined ? undefined : narrationSeconds + NARRATION_LEAD_SECONDS + NARRATION_TAIL_SECONDS;
  if (slide.duration_seconds !== undefined)
    return cutsSpeech(slide) ? slide.duration_seconds : Math.max(slide.duration_seconds, spoken ?? 0);
  if (spoken !== undefined) return spoken;
  const shown = lengthOf(slide.title) + slide.bullet_points.reduce((sum, bullet) => sum + lengthOf(bullet), 0);
  return Math.max(MIN_SECONDS, 1 + shown / READING_SPEED);
}

/** The text that a voice says on a slide: the one that was requested in place of its notes, else the notes. */
const textToSay = ({ audio, speaker_notes }: Slide): string =>
  (audio?.source === 'generated' ? audio.own_text : undefined) ?? speaker_notes;

/** The length of the narration of a slide in seconds; undefined when there is none, or when it is stale. */
function narratedSeconds({ audio, speaker_notes }: Slide, lexicon: Timeline['lexicon']): number | undefined {
  if (!audio) return undefined;
  const isUsed = audio.source === 'uploaded' || isUsedByRender(audio, { speaker_notes, lexicon });
  return isUsed ? audio.duration_seconds : undefined;
}

/** The length of a slide in seconds: of its narration when it is ready, else an estimate. @param lexicon the timeline's */
export function estimatedSeconds(slide: Slide, lexicon: Timeline['lexicon']): number {
  const narrated = narratedSeconds(slide, lexicon);
  if (narrated !== undefined) return slideSeconds(slide, narrated);
  const { characters, break_seconds } = spokenAmount({ text: textToSay(slide) });
  return slideSeconds(slide, characters === 0 ? undefined : characters / SPEAKING_SPEED + break_seconds);
}

const LETTERS = /[\p{L}\p{N}]/gu;

/** The least time in which the text of a slide can be spoken, in seconds, at the speed that was requested for it. */
function minSpokenSeconds(slide: Slide): number {
  const { audio } = slide;
  const speed = audio?.source === 'generated' && !audio.follows_timeline ? audio.speed : 1;
  return (captionText(textToSay(slide)).match(LETTERS) ?? []).length / (MAX_SPEAKING_SPEED * speed);
}

/**
 * The shortest length of a slide in a video with narration, in seconds. Only the length of a recording is certain: speech
 * may have been deleted when the video is made, and is then synthesized again.
 */
export function minSeconds(slide: Slide): number {
  if (slide.audio?.source === 'uploaded') return slideSeconds(slide, slide.audio.duration_seconds ?? 0);
  if (!isSpeakable(textToSay(slide))) return slideSeconds(slide, undefined);
  if (cutsSpeech(slide)) return slide.duration_seconds ?? 0;
  return Math.max(slide.duration_seconds ?? 0, minSpokenSeconds(slide));
}
