import { setTimeout as sleep } from 'node:timers/promises';
import { CommandError, ServiceRequestFailedError } from '#emulators/host/command-errors.ts';
import { brandReportSentence } from '#features/imports/brand-report-sentence.ts';
import { recordingReportSentence } from '#features/imports/recording-line.ts';
import { findFailureRowByCode } from '#front/api/list-failure-rows.ts';
import type { CliApiClient, ImportBody, ImportResponse } from './cli-api-client.ts';
import { type DeckToFetch, type LoadedDeck, slideCountText, slideNumbersText } from './load-deck.ts';
import { sendUploadBytes } from './send-upload-bytes.ts';

/** The shortest and the longest time between two polls, in milliseconds. A small deck is imported within 0.1 s. */
const FIRST_POLL_MS = 25;
const MAX_POLL_MS = 300;
/** The time between two polls as a fraction of the time since the start: the end is noticed late by at most this fraction. */
const POLL_INTERVAL_FRACTION = 0.1;
const PDF_MEDIA_TYPE = 'application/pdf';

/** The options of an import in the API. */
export type DeckImportOptions = Omit<
  Extract<ImportBody, { upload_id: string }>,
  'upload_id' | 'pdf_upload_id' | 'deck_file'
>;

/** A completed import. */
export type CompletedImport = ImportResponse & { timeline_id: string; report: NonNullable<ImportResponse['report']> };

/** Announces a file and sends its bytes to storage. @returns the id of the upload @throws ServiceRequestFailedError */
async function uploadDeckFile(
  client: CliApiClient,
  bytes: Uint8Array,
  contentType: LoadedDeck['contentType'],
  signal: AbortSignal,
) {
  const announcement = await client.importTimeline({ content_type: contentType, size_bytes: bytes.byteLength });
  if (!('upload' in announcement))
    throw new ServiceRequestFailedError('The service answered no upload for an announced deck.');
  await sendUploadBytes(announcement.upload, bytes, 'deck', signal);
  return announcement.upload.id;
}

/** Uploads a deck. @returns the fields of the import request that refer to it */
const uploadDeck = async (
  client: CliApiClient,
  { bytes, contentType, deck_file }: LoadedDeck,
  signal: AbortSignal,
): Promise<{ upload_id: string; deck_file?: string }> => ({
  upload_id: await uploadDeckFile(client, bytes, contentType, signal),
  ...(deck_file === undefined ? {} : { deck_file }),
});

/**
 * Imports a deck, which is uploaded or named by its address, and waits for the end.
 * @throws CommandError with the reason of a failed import; ServiceRequestFailedError for an answer of another kind
 */
export async function importDeckAndWait(
  client: CliApiClient,
  deck: LoadedDeck | DeckToFetch,
  options: DeckImportOptions,
  signal: AbortSignal,
): Promise<CompletedImport> {
  const { name, pdf } = deck;
  const deckFields = 'url' in deck ? { url: deck.url } : await uploadDeck(client, deck, signal);
  const pdfId = pdf === undefined ? undefined : await uploadDeckFile(client, pdf, PDF_MEDIA_TYPE, signal);
  const startedImport = await client.importTimeline({
    ...deckFields,
    ...(pdfId === undefined ? {} : { pdf_upload_id: pdfId }),
    ...options,
  });
  if ('upload' in startedImport)
    throw new ServiceRequestFailedError('The service answered an upload for a deck that was sent.');
  const startTime = performance.now();
  for (let currentImport: ImportResponse = startedImport; ; currentImport = await client.getImport(startedImport.id)) {
    if (currentImport.status === 'failed') throw new CommandError(importFailureText(name, currentImport.error));
    const { timeline_id, report } = currentImport;
    if (currentImport.status === 'completed' && timeline_id !== null && report !== null)
      return { ...currentImport, timeline_id, report };
    const intervalMs = (performance.now() - startTime) * POLL_INTERVAL_FRACTION;
    await sleep(Math.min(MAX_POLL_MS, Math.max(FIRST_POLL_MS, intervalMs)), undefined, { signal });
  }
}

type Report = CompletedImport['report'];

const countSlidesOf = ({ slides }: Report, source: number): number =>
  slides.filter((slide) => slide.source === source).length;

/** The report of an import as lines, in the order of the deck. A message about several slides is one line. */
export function importReportLines({ report }: CompletedImport): string[] {
  const { slides, warnings, slides_imported, slides_skipped, pictures_found, pictures_taken } = report;
  const skippedText = slides_skipped === 0 ? '' : `, ${slides_skipped} left out`;
  const picturesText = pictures_found === 0 ? '' : `, ${pictures_taken} of ${pictures_found} pictures`;
  const splitSlides = [...new Set(slides.map(({ source }) => source))]
    .filter((source) => countSlidesOf(report, source) > 1)
    .map((source) => ({
      slide: source,
      message: `became ${slideCountText(countSlidesOf(report, source))}: it contains more than one slide can show.`,
    }));
  const verdicts = slides.flatMap(({ source, lost, approximate }) => [
    ...lost.map((message) => ({ slide: source, message: `lost: ${message}` })),
    ...approximate.map((message) => ({ slide: source, message: `approximate: ${message}` })),
  ]);
  const recordings = slides.flatMap(({ source, recording }) =>
    recording ? [{ slide: source, message: recordingReportSentence(recording) }] : [],
  );
  const isVerdict = ({ slide, message }: Report['warnings'][number]): boolean =>
    slides.some(({ source, lost, approximate }) => source === slide && [...lost, ...approximate].includes(message));
  const otherWarnings = warnings.filter((warning) => !isVerdict(warning));
  const byMessage = Map.groupBy(
    [...otherWarnings, ...verdicts, ...splitSlides, ...recordings],
    ({ message }) => message,
  );
  const entries = [...byMessage]
    .map(([message, lines]) => ({ message, slides: lines.flatMap(({ slide }) => slide ?? []) }))
    .sort((a, b) => (a.slides[0] ?? 0) - (b.slides[0] ?? 0));
  const { whole, approximate, lost } = report.summary;
  return [
    `Imported ${slideCountText(slides_imported)}${skippedText}${picturesText}: ${whole} whole, ${approximate} approximate, ${lost} with something lost`,
    ...(report.brand ? [brandReportSentence(report.brand)] : []),
    ...entries.map(({ message, slides: slideNumbers }) => `${slidesText(slideNumbers)}: ${message}`),
  ];
}

/** The slides that a line is about, as its start; `Deck` for a line about no slide. */
const slidesText = (slides: readonly number[]): string => slideNumbersText(slides)?.replace('s', 'S') ?? 'Deck';

/** The reason of a failed import, and the next step for the user if there is advice for the code. */
function importFailureText(name: string, error: ImportResponse['error']): string {
  if (error === null) return `${name}: the import failed.`;
  const advice = findFailureRowByCode('import', error.code)?.cli;
  return [`${name}: ${error.message}`, ...(advice === undefined ? [] : [advice])].join('\n');
}
