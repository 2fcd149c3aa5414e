import { detectTextLanguage, mayTextBeInLanguage } from '#engine/speech/detected-text-language.ts';
import { spokenTextOfSlide } from '#features/timelines/public.ts';
import type { SpeechLookupResult } from '../find-speech-of-snapshot.ts';
import type { TimelineSnapshot } from '../timeline-snapshot.ts';
import type { CheckWarning } from './timeline-check.ts';

/** The language of a text if it certainly differs from the language in which the text is spoken; else undefined. */
function differentLanguage(text: string, spokenLanguage: string): string | undefined {
  const detected = detectTextLanguage(text);
  return detected?.isSure && !mayTextBeInLanguage(detected, spokenLanguage) ? detected.language : undefined;
}

const seemToBeInLanguage = (detectedLanguage: string, spokenLanguage: string): string =>
  `seem to be in the language "${detectedLanguage}", and a voice of "${spokenLanguage}" reads them`;

/**
 * Warnings about speaker notes in another language than the voice: one for the timeline if all notes together are in another language, else
 * one for each such slide. All notes together are compared with the language of the first slide that is voiced. Slides with recordings are
 * not checked.
 */
export function languageWarnings(
  { settings, slides }: TimelineSnapshot,
  { wanted }: SpeechLookupResult,
): CheckWarning[] {
  const voicedSlides = slides.flatMap((slide, position) => {
    const speech = wanted[position];
    if (!speech || speech.recording) return [];
    return [
      {
        id: slide.id,
        position,
        text: spokenTextOfSlide(slide, settings),
        spoken: speech.request?.language ?? settings.language,
      },
    ];
  });
  const [firstVoiced] = voicedSlides;
  if (!firstVoiced) return [];
  const languageOfAll = differentLanguage(voicedSlides.map(({ text }) => text).join('\n'), firstVoiced.spoken);
  if (languageOfAll !== undefined)
    return [
      {
        ...{ slide_id: null, position: null, code: 'language_mismatch', param: 'language' },
        message: `The speaker notes ${seemToBeInLanguage(languageOfAll, firstVoiced.spoken)}. Set \`language\` of the timeline.`,
      },
    ];
  return voicedSlides.flatMap(({ id, position, text, spoken }): CheckWarning[] => {
    const detectedLanguage = differentLanguage(text, spoken);
    return detectedLanguage === undefined
      ? []
      : [
          {
            ...{ slide_id: id, position, code: 'language_mismatch', param: `slides[${position}].speaker_notes` },
            message: `The notes of the slide ${seemToBeInLanguage(detectedLanguage, spoken)}. Translate them, or give the slide a recording.`,
          },
        ];
  });
}
