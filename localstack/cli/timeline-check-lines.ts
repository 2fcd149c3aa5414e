import { CommandError } from '#emulators/host/command-errors.ts';
import { factsOfCheckWarning } from '#features/renders/check/timeline-check.ts';
import type { TimelineCheckResponse } from './cli-api-client.ts';
import { slideNumbersText } from './load-deck.ts';

type CheckWarning = TimelineCheckResponse['warnings'][number];

/** Selects the warnings that matter before a render. @param isSilent true for a video without narration */
export const selectRenderWarnings = (
  { warnings }: TimelineCheckResponse,
  { isSilent = false } = {},
): readonly CheckWarning[] =>
  warnings.filter(({ code }) => {
    const { isPending, isAboutNarration } = factsOfCheckWarning(code);
    return !isPending && !(isSilent && isAboutNarration);
  });

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
  const lossCount = warnings.filter(({ code }) => factsOfCheckWarning(code).isLoss).length;
  if (lossCount === 0) return;
  throw new CommandError(
    `--strict: the video would not show or say everything (${lossCount} ${lossCount === 1 ? 'warning' : 'warnings'}), so no video was made.`,
  );
}
