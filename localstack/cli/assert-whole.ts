import { CommandError } from '#emulators/host/command-errors.ts';
import type { DeckWarningCode } from '#engine/deck-reading/deck-warning.ts';
import type { CompletedImport } from './import-deck-and-wait.ts';

/** Codes of warnings about something that the author of the deck intended, such as hidden slides. */
const INTENDED_WARNING_CODES: ReadonlySet<DeckWarningCode> = new Set([
  'slide_hidden',
  'pages_are_steps',
  'objects_leave',
]);

/**
 * Checks for `--strict` that an import lost nothing.
 * @param outcome the end of the error's sentence, about the work that was not done
 * @param isSilent true for a video without narration, for which the deck needs no notes
 * @throws CommandError if something was lost or changed
 */
export function assertImportLostNothing({ report }: CompletedImport, outcome: string, { isSilent = false } = {}): void {
  const lineCount = report.warnings.filter(
    ({ code }) => !INTENDED_WARNING_CODES.has(code) && (!isSilent || code !== 'deck_silent'),
  ).length;
  const { approximate, lost } = report.summary;
  if (lineCount + approximate + lost === 0) return;
  const counts = [
    ...(lost > 0 ? [`${lost} with something lost`] : []),
    ...(approximate > 0 ? [`${approximate} approximate`] : []),
  ];
  const slideCounts = counts.length === 0 ? '' : `slides: ${counts.join(', ')}; `;
  throw new CommandError(
    `--strict: not everything was imported (${slideCounts}${lineCount} ${lineCount === 1 ? 'line' : 'lines'} of the report), ${outcome}.`,
  );
}
