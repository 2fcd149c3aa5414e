import { removeSpeakerNamesFromText } from '#engine/speech/script/dialogue.ts';
import { narrationTextOf, type SlideNarrationFields } from '#engine/speech/script/narration-text.ts';
import {
  captionTextOfNotes,
  countSpokenTextAmounts,
  hasSpeakableWords,
  type SpokenTextAmounts,
} from '#engine/speech/script/notes-text.ts';
import { withoutInlineMarks } from '#engine/video/drawing/text/inline-markup.ts';
import { LETTER_OR_DIGIT_PATTERN } from './filled-measure.ts';
import { type NarrationPauses, narrationPausesOfTimeline } from './narration-pauses.ts';
import type { Slide } from './slide.ts';
import { currentNotesAndLexicon, isAudioUsedByRender, type SpeechSettings, speakersOf } from './slide-audio.ts';
import { variableTextsOfSlide } from './slide-content.ts';
import type { SlideContent } from './slide-fields/slide-fields.ts';
import { presenterSecondsOfSlide } from './slide-presenter.ts';
import { slideVideoTimes } from './slide-video-times.ts';
import type { TimelineSettings } from './timeline.ts';

/** Characters per second that a viewer reads calmly, as guidelines for captions assume. */
const READING_CHARACTERS_PER_SECOND = 17;
/** Estimated characters per second of narration at normal speed, used until the narration exists. */
const SPEAKING_CHARACTERS_PER_SECOND = 15;
/** The shortest time, in seconds, of a slide without narration and duration. */
export const MIN_SILENT_SLIDE_SECONDS = 5;
/** Letters and digits per second that no voice exceeds at normal speed: twice the estimate. */
const MAX_SPOKEN_LETTERS_PER_SECOND = 30;

/** The settings of a timeline on which the lengths of its slides depend. */
export type NarrationTimingSettings = SpeechSettings & Partial<Pick<TimelineSettings, keyof NarrationPauses>>;

/** The content of a slide, its video and its presenter. */
type TimedContent = SlideContent & Pick<Slide, 'video' | 'presenter'>;

/** The texts that viewers read on a slide, with markup: title, points, items, code, table, chart and captions. */
export const visibleMarkedTextsOfSlide = (slide: Parameters<typeof variableTextsOfSlide>[0]): string[] =>
  variableTextsOfSlide(slide).flatMap(({ text, rule }) => (rule.isRead ? [text] : []));

/** The number of characters that viewers read on a slide. */
export const visibleCharactersOfSlide = (slide: Parameters<typeof variableTextsOfSlide>[0]): number =>
  visibleMarkedTextsOfSlide(slide).reduce((sum, text) => sum + lengthOf(withoutInlineMarks(text, slide.markup)), 0);

const lengthOf = (text: string): number => [...text].length;

/** Reports whether a slide ends after its `duration_seconds` even if its narration is longer. */
export const isSpeechCutOff = ({ cut_speech, duration_seconds }: SlideContent): boolean =>
  cut_speech === true && duration_seconds !== undefined;

/**
 * The seconds for which a slide is shown. With a duration: the longer of `duration_seconds` and its narration with pauses, or exactly
 * `duration_seconds` with `cut_speech`. Without a duration: its narration with pauses, at least `min_slide_seconds`. Without both: its
 * reading time, at least 5 s. With a video, see `slideVideoTimes`.
 */
export const slideSeconds = (
  slide: TimedContent,
  narrationSeconds: number | undefined,
  pace: NarrationPauses,
): number => slideSecondsWithCharacterCounter(slide, narrationSeconds, () => visibleCharactersOfSlide(slide), pace);

/**
 * The seconds for which a slide is shown, like `slideSeconds`, with a function that counts its characters.
 * @param countCharacters counts the characters that viewers read on the slide; called only if needed
 */
export function slideSecondsWithCharacterCounter(
  slide: TimedContent,
  narrationSeconds: number | undefined,
  countCharacters: () => number,
  pace: NarrationPauses,
): number {
  const { video, presenter, duration_seconds: duration } = slide;
  const pauses = pausesAroundNarrationOfSlide(slide, pace);
  const speechSeconds = presenter
    ? Math.max(narrationSeconds ?? 0, presenterSecondsOfSlide(presenter))
    : narrationSeconds;
  if (video)
    return slideVideoTimes({ video, speech: speechSeconds, pace: pauses, duration, isCut: isSpeechCutOff(slide) })
      .seconds;
  const spokenSeconds =
    speechSeconds === undefined ? undefined : pauses.lead_seconds + speechSeconds + pauses.pause_seconds;
  if (slide.duration_seconds !== undefined)
    return isSpeechCutOff(slide) ? slide.duration_seconds : Math.max(slide.duration_seconds, spokenSeconds ?? 0);
  if (spokenSeconds !== undefined) return Math.max(spokenSeconds, pauses.min_slide_seconds);
  return Math.max(MIN_SILENT_SLIDE_SECONDS, 1 + countCharacters() / READING_CHARACTERS_PER_SECOND);
}

/**
 * The text that is spoken on a slide, without names of speakers: the text that was requested for it, else the text from the timeline's
 * source. For a recording and a presenter, the speaker notes.
 */
export function spokenTextOfSlide(
  slide: SlideNarrationFields & Pick<Slide, 'audio' | 'presenter'>,
  settings: SpeechSettings,
): string {
  const { narration_source } = settings;
  const { audio, presenter, speaker_notes } = slide;
  const text =
    presenter || audio?.source === 'uploaded'
      ? speaker_notes
      : (audio?.own_text ?? narrationTextOf(slide, narration_source));
  return removeSpeakerNamesFromText({ text, speakers: speakersOf(settings) });
}

/** The speed at which a slide is spoken: the speed of its requested audio, else of the slide, else of the timeline. */
const speechSpeedOf = ({ audio, speed }: Pick<Slide, 'audio' | 'speed'>, settings: SpeechSettings): number =>
  audio?.source === 'generated' && !audio.follows_timeline ? audio.speed : (speed ?? settings.speed ?? 1);

/** The length of a slide's narration in seconds; undefined without narration, or if a render would not use it because it is stale. */
function usedNarrationSeconds(slide: Slide, settings: SpeechSettings): number | undefined {
  const { audio, presenter } = slide;
  if (presenter) return presenterSecondsOfSlide(presenter);
  if (!audio) return undefined;
  const isAudioUsed =
    audio.source === 'uploaded' || isAudioUsedByRender(audio, currentNotesAndLexicon(slide, settings));
  return isAudioUsed ? audio.duration_seconds : undefined;
}

/**
 * The pauses around the narration of a slide: those of the timeline, or none for a slide with a presenter, whose recording contains its
 * pauses.
 */
export const pausesAroundNarrationOfSlide = (
  { presenter }: Pick<Slide, 'presenter'>,
  pace: NarrationPauses,
): NarrationPauses => (presenter ? { lead_seconds: 0, pause_seconds: 0, min_slide_seconds: 0 } : pace);

/** The length of a slide in seconds, by its ready narration or else by an estimate. @param settings settings of the timeline */
export function estimatedSlideSeconds(slide: Slide, settings: NarrationTimingSettings): number {
  const narrationSeconds = usedNarrationSeconds(slide, settings) ?? estimatedNarrationSeconds(slide, settings);
  return slideSeconds(slide, narrationSeconds, narrationPausesOfTimeline(settings));
}

/** The estimated length of speech in seconds. @param speed 0.5–2 */
export const estimatedSpeechSeconds = ({ characters, break_seconds }: SpokenTextAmounts, speed: number): number =>
  characters / (SPEAKING_CHARACTERS_PER_SECOND * speed) + break_seconds;

/** The estimated length of a slide's narration in seconds; undefined without text to speak. */
export function estimatedNarrationSeconds(
  slide: SlideNarrationFields & Pick<Slide, 'audio' | 'presenter' | 'speed'>,
  settings: SpeechSettings,
): number | undefined {
  const amounts = countSpokenTextAmounts({ text: spokenTextOfSlide(slide, settings) });
  return amounts.characters === 0 ? undefined : estimatedSpeechSeconds(amounts, speechSpeedOf(slide, settings));
}

/** The number of letters and digits that are spoken of a text. */
const countLetters = (spokenText: string): number =>
  (captionTextOfNotes(spokenText).match(LETTER_OR_DIGIT_PATTERN) ?? []).length;

/** The shortest time, in seconds, in which a number of letters can be spoken on a slide, by the fastest of its speakers. */
export function minSpokenSeconds(slide: Slide, settings: SpeechSettings, letters: number): number {
  const speeds = Object.values(speakersOf(settings) ?? {}).map(({ speed = 1 }) => speed);
  return letters / (MAX_SPOKEN_LETTERS_PER_SECOND * Math.max(speechSpeedOf(slide, settings), ...speeds));
}

/** The likely time, in seconds, in which a number of characters is spoken on a slide. */
export const likelySpokenSeconds = (slide: Slide, settings: SpeechSettings, characters: number): number =>
  characters / (SPEAKING_CHARACTERS_PER_SECOND * speechSpeedOf(slide, settings));

/**
 * The shortest possible length of a slide in a video with narration, in seconds. Only the length of a recording is certain; synthesized
 * speech may be removed before the video is made, and is then synthesized again.
 */
export function minSlideSecondsInVideo(slide: Slide, settings: NarrationTimingSettings): number {
  const pace = narrationPausesOfTimeline(settings);
  if (slide.presenter) return slideSeconds(slide, undefined, pace);
  if (slide.audio?.source === 'uploaded') return slideSeconds(slide, slide.audio.duration_seconds ?? 0, pace);
  const spokenText = spokenTextOfSlide(slide, settings);
  return slideSeconds(
    slide,
    hasSpeakableWords(spokenText) ? minSpokenSeconds(slide, settings, countLetters(spokenText)) : undefined,
    pace,
  );
}
