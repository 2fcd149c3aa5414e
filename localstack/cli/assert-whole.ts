import { CommandError } from '#emulators/host/command-errors.ts';
import type { DeckWarningCode } from '#engine/deck-reading/deck-warning.ts';
import type { EndedImport } from './send-deck.ts';

/** Lines about what the deck itself asks for: the video is as its author made the deck. */
const AS_MEANT: ReadonlySet<DeckWarningCode> = new Set(['slide_hidden', 'pages_are_steps']);

/**
 * Makes sure that an import took over everything, as `--strict` asks for.
 * @param outcome the end of the sentence: what was not done therefore
 * @param isSilent the video has no voice: that its deck has no notes is nothing that is missing
 * @throws CommandError
 */
export function assertWhole({ report }: EndedImport, outcome: string, { isSilent = false } = {}): void {
  const lines = report.warnings.filter(
    ({ code }) => !AS_MEANT.has(code) && (!isSilent || code !== 'deck_silent'),
  ).length;
  const { approximate, lost } = report.summary;
  if (lines + approximate + lost === 0) return;
  const counts = [
    ...(lost > 0 ? [`${lost} with something lost`] : []),
    ...(approximate > 0 ? [`${approximate} approximate`] : []),
  ];
  const slides = counts.length === 0 ? '' : `slides: ${counts.join(', ')}; `;
  throw new CommandError(
    `--strict: not everything was imported (${slides}${lines} ${lines === 1 ? 'line' : 'lines'} of the report), ${outcome}.`,
  );
}
