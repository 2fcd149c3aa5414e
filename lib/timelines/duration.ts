import { captionText, isSpeakable, spokenAmount } from '../speech/script/notes-text.ts';
import { withoutMarks } from '../video/drawing/text/inline-markup.ts';
import { type Pace, paceOf } from './pace.ts';
import type { Slide, SlideContent } from './slide.ts';
import { isUsedByRender } from './slide-audio.ts';
import type { TimelineSettings } from './timeline.ts';

/** Characters a second: a calm reading speed, the one that captions are made for. */
const READING_SPEED = 17;
/** Characters a second of narration at normal speed; an estimate until the narration exists. */
const SPEAKING_SPEED = 15;
const MIN_SECONDS = 5;
/** Letters and digits a second that no voice reaches at normal speed: twice the estimate. */
const MAX_SPEAKING_SPEED = 30;

/** The settings of a timeline that decide how long its slides are shown. */
export type SpeakingSettings = Partial<Pick<TimelineSettings, 'lexicon' | keyof Pace>>;

/** What is read on a slide: its title, and the points, or the code, the table or the chart in their place. */
function shownTexts(slide: SlideContent): string[] {
  const { title, bullet_points, markup, code, table, chart } = slide;
  const held = [
    ...(code ? [code.text] : []),
    ...(table ? [...(table.header ?? []), ...table.rows.flat()] : []),
    ...(chart ? [...chart.categories, ...chart.series.map(({ name }) => name)] : []),
  ];
  return [title, ...bullet_points, ...held].map((text) => withoutMarks(text, markup));
}

const lengthOf = (text: string): number => [...text].length;

/** Whether a slide ends after its `duration_seconds` even when its narration is longer. */
export const cutsSpeech = ({ cut_speech, duration_seconds }: SlideContent): boolean =>
  cut_speech === true && duration_seconds !== undefined;

/**
 * Seconds for which a slide is shown: the longer of `duration_seconds` and its narration with its quiet, or exactly
 * `duration_seconds` with `cut_speech`. Without duration: its narration with its quiet, at least `min_slide_seconds`; without
 * both: its reading time, at least 5 s.
 */
export function slideSeconds(slide: SlideContent, narrationSeconds: number | undefined, pace: Pace): number {
  const spoken = narrationSeconds === undefined ? undefined : pace.lead_seconds + narrationSeconds + pace.pause_seconds;
  if (slide.duration_seconds !== undefined)
    return cutsSpeech(slide) ? slide.duration_seconds : Math.max(slide.duration_seconds, spoken ?? 0);
  if (spoken !== undefined) return Math.max(spoken, pace.min_slide_seconds);
  const shown = shownTexts(slide).reduce((sum, text) => sum + lengthOf(text), 0);
  return Math.max(MIN_SECONDS, 1 + shown / READING_SPEED);
}

/** The text that a voice says on a slide: the one that was requested in place of its notes, else the notes. */
const textToSay = ({ audio, speaker_notes }: Slide): string =>
  (audio?.source === 'generated' ? audio.own_text : undefined) ?? speaker_notes;

/** The length of the narration of a slide in seconds; undefined when there is none, or when it is stale. */
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

/** How long the text of a slide will probably be spoken, in seconds; undefined when there is nothing to say. */
export function estimatedNarration(slide: Slide): number | undefined {
  const { characters, break_seconds } = spokenAmount({ text: textToSay(slide) });
  return characters === 0 ? undefined : characters / SPEAKING_SPEED + break_seconds;
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
export function minSeconds(slide: Slide, pace: Pace): number {
  if (slide.audio?.source === 'uploaded') return slideSeconds(slide, slide.audio.duration_seconds ?? 0, pace);
  return slideSeconds(slide, isSpeakable(textToSay(slide)) ? minSpokenSeconds(slide) : undefined, pace);
}
