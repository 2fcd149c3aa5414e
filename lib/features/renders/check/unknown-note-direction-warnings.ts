import { isSsml } from '#engine/speech/script/read-ssml-as-speech-text.ts';
import { findUnknownStageDirections } from '#engine/speech/script/split-at-directions.ts';
import { DEFAULT_NARRATION_SOURCE } from '#kernel/shared/narration-source.ts';
import type { SpeechLookupResult } from '../find-speech-of-snapshot.ts';
import type { TimelineSnapshot } from '../timeline-snapshot.ts';
import type { CheckWarning, CheckWarningCode } from './timeline-check.ts';

/** The most marks that a warning lists. */
const MAX_LISTED_MARKS = 5;

const listMarks = (marks: readonly string[]): string => marks.slice(0, MAX_LISTED_MARKS).join(', ');

/**
 * Warnings about brackets in speaker notes that are not known directions: marks in double brackets, which are left out, and other texts in
 * brackets, which are spoken.
 */
export function unknownNoteDirectionWarnings(
  { settings, slides }: TimelineSnapshot,
  { wanted }: SpeechLookupResult,
): CheckWarning[] {
  const { narration_source = DEFAULT_NARRATION_SOURCE } = settings;
  // The notes are the transcript of a presenter, whose marks have a meaning.
  if (narration_source !== 'notes' || settings.presenter_request) return [];
  return slides.flatMap(({ id, speaker_notes }, position) => {
    if (wanted[position]?.request === undefined || !speaker_notes.includes('[')) return [];
    const { unknown, spoken } = findUnknownStageDirections(speaker_notes);
    const warning = (code: CheckWarningCode, message: string): CheckWarning => ({
      slide_id: id,
      position,
      code,
      message,
      param: `slides[${position}].speaker_notes`,
    });
    return [
      ...(unknown.length > 0
        ? [
            warning(
              'mark_unknown',
              `The notes have marks that are not known, and are not spoken: ${listMarks(unknown)}. There are [[show]] and [[pause 2]].`,
            ),
          ]
        : []),
      ...(spoken.length > 0 && !isSsml(speaker_notes)
        ? [
            warning(
              'brackets_spoken',
              `The notes have words in brackets, which are spoken: ${listMarks(spoken)}. Put text that is not to be spoken into a comment <!-- … -->.`,
            ),
          ]
        : []),
    ];
  });
}
