import { captionText, isSpeakable, spokenAmount } from '#engine/speech/script/notes-text.ts';
import { withoutMarks } from '#engine/video/drawing/text/inline-markup.ts';
import { LETTERS } from './filled-measure.ts';
import { type Pace, paceOf } from './pace.ts';
import type { Slide } from './slide.ts';
import { isUsedByRender } from './slide-audio.ts';
import { textsOfSlide } from './slide-content.ts';
import type { SlideContent } from './slide-fields/slide-fields.ts';
import type { TimelineSettings } from './timeline.ts';

/** Characters a second: a calm reading speed, the one that captions are made for. */
const READING_SPEED = 17;
/** Characters a second of narration at normal speed; an estimate until the narration exists. */
export const SPEAKING_SPEED = 15;
/** The shortest time for which a slide without narration and duration is shown. */
export const MIN_SHOWN_SECONDS = 5;
/** Letters and digits a second that no voice reaches at normal speed: twice the estimate. */
const MAX_SPEAKING_SPEED = 30;

/** The settings of a timeline that decide how long its slides are shown. */
export type SpeakingSettings = Partial<Pick<TimelineSettings, 'lexicon' | keyof Pace>>;

/** Texts that are read on a slide: its title, and its points, or the code, the table or the chart instead of them; with marks. */
export const shownTexts = (slide: SlideContent): string[] =>
  textsOfSlide(slide).flatMap(({ text, rule }) => (rule.isRead ? [text] : []));

/** Number of characters that are read on a slide. */
export const shownCharacters = (slide: SlideContent): number =>
  shownTexts(slide).reduce((sum, text) => sum + lengthOf(withoutMarks(text, slide.markup)), 0);

const lengthOf = (text: string): number => [...text].length;

/** Reports whether a slide ends after its `duration_seconds` even when its narration is longer. */
export const cutsSpeech = ({ cut_speech, duration_seconds }: SlideContent): boolean =>
  cut_speech === true && duration_seconds !== undefined;

/**
 * Seconds for which a slide is shown: the longer of `duration_seconds` and its narration with its quiet, or exactly
 * `duration_seconds` with `cut_speech`. Without duration: its narration with its quiet, at least `min_slide_seconds`; without
 * both: its reading time, at least 5 s.
 */
export const slideSeconds = (slide: SlideContent, narrationSeconds: number | undefined, pace: Pace): number =>
  secondsShown(slide, narrationSeconds, () => shownCharacters(slide), pace);

/** Duration as `slideSeconds` has it. @param read counts the characters that are read on the slide */
export function secondsShown(
  slide: SlideContent,
  narrationSeconds: number | undefined,
  read: () => number,
  pace: Pace,
): number {
  const spoken = narrationSeconds === undefined ? undefined : pace.lead_seconds + narrationSeconds + pace.pause_seconds;
  if (slide.duration_seconds !== undefined)
    return cutsSpeech(slide) ? slide.duration_seconds : Math.max(slide.duration_seconds, spoken ?? 0);
  if (spoken !== undefined) return Math.max(spoken, pace.min_slide_seconds);
  return Math.max(MIN_SHOWN_SECONDS, 1 + read() / READING_SPEED);
}

/** The text that a voice says on a slide: the one that was requested instead of its notes, else the notes. */
export const textToSay = ({ audio, speaker_notes }: Pick<Slide, 'audio' | 'speaker_notes'>): string =>
  (audio?.source === 'generated' ? audio.own_text : undefined) ?? speaker_notes;

/** Length of the narration of a slide in seconds; undefined without narration, or if it is stale. */
function narratedSeconds({ audio, speaker_notes }: Slide, lexicon: TimelineSettings['lexicon']): number | undefined {
  if (!audio) return undefined;
  const isUsed = audio.source === 'uploaded' || isUsedByRender(audio, { speaker_notes, lexicon });
  return isUsed ? audio.duration_seconds : undefined;
}

/** The length of a slide in seconds: of its narration when it is ready, else an estimate. @param settings the timeline's */
export function estimatedSeconds(slide: Slide, settings: SpeakingSettings): number {
  const narrated = narratedSeconds(slide, settings.lexicon) ?? estimatedNarration(slide);
  return slideSeconds(slide, narrated, paceOf(settings));
}

/** Estimated length of the narration of a slide, in seconds; undefined without a text to speak. */
export function estimatedNarration(slide: Pick<Slide, 'audio' | 'speaker_notes'>): number | undefined {
  const { characters, break_seconds } = spokenAmount({ text: textToSay(slide) });
  return characters === 0 ? undefined : characters / SPEAKING_SPEED + break_seconds;
}

const lettersSaid = (slide: Slide): number => (captionText(textToSay(slide)).match(LETTERS) ?? []).length;

/** Shortest time, in seconds, in which `letters` letters of a slide can be spoken at the speed requested for the slide. */
export function minSpokenSeconds({ audio }: Slide, letters: number): number {
  const speed = audio?.source === 'generated' && !audio.follows_timeline ? audio.speed : 1;
  return letters / (MAX_SPEAKING_SPEED * speed);
}

/**
 * The shortest length of a slide in a video with narration, in seconds. Only the length of a recording is certain: speech
 * may have been deleted when the video is made, and is then synthesized again.
 */
export function minSeconds(slide: Slide, pace: Pace): number {
  if (slide.audio?.source === 'uploaded') return slideSeconds(slide, slide.audio.duration_seconds ?? 0, pace);
  return slideSeconds(
    slide,
    isSpeakable(textToSay(slide)) ? minSpokenSeconds(slide, lettersSaid(slide)) : undefined,
    pace,
  );
}
