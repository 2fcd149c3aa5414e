import { CommandError } from '#emulators/host/command-errors.ts';
import type { CheckWarningCode } from '#features/renders/check/timeline-check.ts';
import type { TimelineCheckResponse } from './cli-api-client.ts';
import { slideNumbersText } from './load-deck.ts';

type CheckWarning = TimelineCheckResponse['warnings'][number];

/** Codes of files that are still being decoded: a render waits for them. */
const PENDING_FILE_CODES: ReadonlySet<CheckWarningCode> = new Set([
  'image_pending',
  'video_pending',
  'presenter_pending',
]);

/** Codes of problems of the narration, which a silent video does not have. */
const NARRATION_CODES: ReadonlySet<CheckWarningCode> = new Set([
  'speech_cut',
  'language_has_no_voice',
  'language_mismatch',
  'voice_unknown',
  'mark_unknown',
  'brackets_spoken',
]);

/** Codes of content that the video would not show or say. */
const LOSS_CODES: ReadonlySet<CheckWarningCode> = new Set([
  'text_cut',
  'glyphs_missing',
  'speech_cut',
  'callout_not_shown',
  'image_unreadable',
  'video_unreadable',
  'presenter_unreadable',
]);

/** Selects the warnings that matter before a render. @param isSilent true for a video without narration */
export const selectRenderWarnings = (
  { warnings }: TimelineCheckResponse,
  { isSilent = false } = {},
): readonly CheckWarning[] =>
  warnings.filter(({ code }) => !PENDING_FILE_CODES.has(code) && !(isSilent && NARRATION_CODES.has(code)));

/** The warnings about a video as lines, in the order of its slides. A message about several slides is one line. */
export const checkWarningLines = (warnings: readonly CheckWarning[]): string[] =>
  [...Map.groupBy(warnings, ({ message }) => message)].map(([message, group]) => `${placeText(group)}: ${message}`);

/** The slides of the video that warnings are about, as the start of a line: `Video` if they are about all of it. */
function placeText(warnings: readonly CheckWarning[]): string {
  const slides = slideNumbersText(warnings.flatMap(({ position }) => (position === null ? [] : position + 1)));
  return slides === undefined ? 'Video' : `Video, ${slides}`;
}

/** Checks for `--strict` that a video shows and says all that its slides have. @throws CommandError if it does not */
export function assertVideoLosesNothing(warnings: readonly CheckWarning[]): void {
  const lossCount = warnings.filter(({ code }) => LOSS_CODES.has(code)).length;
  if (lossCount === 0) return;
  throw new CommandError(
    `--strict: the video would not show or say everything (${lossCount} ${lossCount === 1 ? 'warning' : 'warnings'}), so no video was made.`,
  );
}
