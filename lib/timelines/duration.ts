import { isSpeakable, spokenAmount } from '../speech/script/notes-text.ts';
import type { Slide, SlideContent } from './slide.ts';
import { isCurrent } from './slide-audio.ts';
import type { Timeline } from './timeline.ts';

/** Characters a second: a calm reading speed, the one that captions are made for. */
const READING_SPEED = 17;
/** Characters a second of narration at normal speed; an estimate until the narration exists. */
const SPEAKING_SPEED = 15;
const MIN_SECONDS = 5;

/** Silence before and after the narration of a slide, in seconds: together the 0.6 s that a narrated slide has on top. */
export const NARRATION_LEAD_SECONDS = 0.25;
export const NARRATION_TAIL_SECONDS = 0.35;

const lengthOf = (text: string): number => [...text].length;

/** Whether a slide ends when it was asked to, however much is left to say. */
export const cutsSpeech = ({ cut_speech, duration_seconds }: SlideContent): boolean =>
  cut_speech === true && duration_seconds !== undefined;

/**
 * How long a slide stands, in seconds: at least its own `duration_seconds`, and never so short that speech is cut unless
 * `cut_speech` asks for that; without either as long as its text takes to read, and at least 5 s.
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

/** What a voice is to say on a slide: the text that was asked for in place of its notes, else these. */
const textToSay = ({ audio, speaker_notes }: Slide): string =>
  (audio?.source === 'generated' ? audio.own_text : undefined) ?? speaker_notes;

/** How long the narration of a slide is; undefined where there is none, or it is to be made anew. */
function narratedSeconds({ audio, speaker_notes }: Slide, lexicon: Timeline['lexicon']): number | undefined {
  if (!audio) return undefined;
  const isHeard = audio.source === 'uploaded' || isCurrent(audio, { speaker_notes, lexicon });
  return isHeard ? audio.duration_seconds : undefined;
}

/** How long a slide takes where it is narrated, and is likely to take before that. @param lexicon the timeline's */
export function estimatedSeconds(slide: Slide, lexicon: Timeline['lexicon']): number {
  const narrated = narratedSeconds(slide, lexicon);
  if (narrated !== undefined) return slideSeconds(slide, narrated);
  const { characters, break_seconds } = spokenAmount({ text: textToSay(slide) });
  return slideSeconds(slide, characters === 0 ? undefined : characters / SPEAKING_SPEED + break_seconds);
}

/**
 * What a slide takes at least in a video with narration, however fast its words are spoken. Only a recording is sure to be
 * as long as it is: what an engine said may be gone when the video is made, and be said anew.
 */
export function leastSeconds(slide: Slide): number {
  if (slide.audio?.source === 'uploaded') return slideSeconds(slide, slide.audio.duration_seconds ?? 0);
  return isSpeakable(textToSay(slide)) ? (slide.duration_seconds ?? 0) : slideSeconds(slide, undefined);
}
