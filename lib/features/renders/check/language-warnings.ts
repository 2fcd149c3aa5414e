import { detectTextLanguage, mayTextBeInLanguage } from '#engine/speech/text-language.ts';
import { spokenTextOfSlide } from '#features/timelines/public.ts';
import type { SpeechLookupResult } from '../find-speech.ts';
import type { TimelineSnapshot } from '../timeline-snapshot.ts';
import type { CheckWarning } from './timeline-check.ts';

/** The language of a text if it certainly differs from the language in which the text is spoken; else undefined. */
function otherLanguage(text: string, spoken: string): string | undefined {
  const found = detectTextLanguage(text);
  return found?.isSure && !mayTextBeInLanguage(found, spoken) ? found.language : undefined;
}

const seemsToBe = (found: string, spoken: string): string =>
  `seem to be in the language "${found}", and a voice of "${spoken}" reads them`;

/**
 * Warnings about speaker notes in another language than the voice: one for the timeline if all notes together are in another language, else
 * one for each such slide. Slides with recordings are not checked.
 */
export function languageWarnings(
  { settings, slides }: TimelineSnapshot,
  { wanted }: SpeechLookupResult,
): CheckWarning[] {
  const read = slides.flatMap((slide, position) => {
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
  const [first] = read;
  if (!first) return [];
  const all = otherLanguage(read.map(({ text }) => text).join('\n'), first.spoken);
  if (all !== undefined)
    return [
      {
        ...{ slide_id: null, position: null, code: 'language_mismatch', param: 'language' },
        message: `The speaker notes ${seemsToBe(all, first.spoken)}. Set \`language\` of the timeline.`,
      },
    ];
  return read.flatMap(({ id, position, text, spoken }): CheckWarning[] => {
    const found = otherLanguage(text, spoken);
    return found === undefined
      ? []
      : [
          {
            ...{ slide_id: id, position, code: 'language_mismatch', param: `slides[${position}].speaker_notes` },
            message: `The notes of the slide ${seemsToBe(found, spoken)}. Translate them, or give the slide a recording.`,
          },
        ];
  });
}
