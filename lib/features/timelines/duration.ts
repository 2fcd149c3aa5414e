import { captionText, isSpeakable, spokenAmount } from '#engine/speech/script/notes-text.ts';
import { withoutMarks } from '#engine/video/drawing/text/inline-markup.ts';
import { LETTERS } from './filled-measure.ts';
import { type Pace, paceOf } from './pace.ts';
import type { Slide } from './slide.ts';
import { isUsedByRender } from './slide-audio.ts';
import { textsOfSlide } from './slide-content.ts';
import type { SlideContent } from './slide-fields/slide-fields.ts';
import type { TimelineSettings } from './timeline.ts';

/** Characters per second that a viewer reads calmly, as guidelines for captions assume. */
const READING_SPEED = 17;
/** Estimated characters per second of narration at normal speed, used until the narration exists. */
export const SPEAKING_SPEED = 15;
/** The shortest time, in seconds, of a slide without narration and duration. */
export const MIN_SHOWN_SECONDS = 5;
/** Letters and digits per second that no voice exceeds at normal speed: twice the estimate. */
const MAX_SPEAKING_SPEED = 30;

/** The settings of a timeline on which the lengths of its slides depend. */
export type SpeakingSettings = Partial<Pick<TimelineSettings, 'lexicon' | keyof Pace>>;

/** The texts that viewers read on a slide, with markup: its title, and its points or instead of them code, table or chart. */
export const shownTexts = (slide: SlideContent): string[] =>
  textsOfSlide(slide).flatMap(({ text, rule }) => (rule.isRead ? [text] : []));

/** The number of characters that viewers read on a slide. */
export const shownCharacters = (slide: SlideContent): number =>
  shownTexts(slide).reduce((sum, text) => sum + lengthOf(withoutMarks(text, slide.markup)), 0);

const lengthOf = (text: string): number => [...text].length;

/** Reports whether a slide ends after its `duration_seconds` even if its narration is longer. */
export const cutsSpeech = ({ cut_speech, duration_seconds }: SlideContent): boolean =>
  cut_speech === true && duration_seconds !== undefined;

/**
 * The seconds for which a slide is shown. With a duration: the longer of `duration_seconds` and its narration with pauses, or exactly
 * `duration_seconds` with `cut_speech`. Without a duration: its narration with pauses, at least `min_slide_seconds`. Without both: its
 * reading time, at least 5 s.
 */
export const slideSeconds = (slide: SlideContent, narrationSeconds: number | undefined, pace: Pace): number =>
  secondsShown(slide, narrationSeconds, () => shownCharacters(slide), pace);

/** Does the same as `slideSeconds`. @param read counts the characters that viewers read on the slide; called only if needed */
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

/** The text that a voice speaks on a slide: the text that was requested instead of its notes, else the notes. */
export const textToSay = ({ audio, speaker_notes }: Pick<Slide, 'audio' | 'speaker_notes'>): string =>
  (audio?.source === 'generated' ? audio.own_text : undefined) ?? speaker_notes;

/** The length of a slide's narration in seconds; undefined without narration, or if a render would not use it because it is stale. */
function narratedSeconds({ audio, speaker_notes }: Slide, lexicon: TimelineSettings['lexicon']): number | undefined {
  if (!audio) return undefined;
  const isUsed = audio.source === 'uploaded' || isUsedByRender(audio, { speaker_notes, lexicon });
  return isUsed ? audio.duration_seconds : undefined;
}

/** The length of a slide in seconds, by its ready narration or else by an estimate. @param settings of the timeline */
export function estimatedSeconds(slide: Slide, settings: SpeakingSettings): number {
  const narrated = narratedSeconds(slide, settings.lexicon) ?? estimatedNarration(slide);
  return slideSeconds(slide, narrated, paceOf(settings));
}

/** The estimated length of a slide's narration in seconds; undefined without text to speak. */
export function estimatedNarration(slide: Pick<Slide, 'audio' | 'speaker_notes'>): number | undefined {
  const { characters, break_seconds } = spokenAmount({ text: textToSay(slide) });
  return characters === 0 ? undefined : characters / SPEAKING_SPEED + break_seconds;
}

/** The number of letters and digits that are spoken on a slide. */
const lettersSaid = (slide: Slide): number => (captionText(textToSay(slide)).match(LETTERS) ?? []).length;

/** The shortest time, in seconds, in which a number of letters can be spoken at the speed that was requested for a slide. */
export function minSpokenSeconds({ audio }: Slide, letters: number): number {
  const speed = audio?.source === 'generated' && !audio.follows_timeline ? audio.speed : 1;
  return letters / (MAX_SPEAKING_SPEED * speed);
}

/**
 * The shortest possible length of a slide in a video with narration, in seconds. Only the length of a recording is certain; synthesized
 * speech may be removed before the video is made, and is then synthesized again.
 */
export function minSeconds(slide: Slide, pace: Pace): number {
  if (slide.audio?.source === 'uploaded') return slideSeconds(slide, slide.audio.duration_seconds ?? 0, pace);
  return slideSeconds(
    slide,
    isSpeakable(textToSay(slide)) ? minSpokenSeconds(slide, lettersSaid(slide)) : undefined,
    pace,
  );
}
