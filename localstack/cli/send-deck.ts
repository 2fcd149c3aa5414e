import { setTimeout as sleep } from 'node:timers/promises';
import { CommandError, ServiceFault } from '#emulators/host/command-errors.ts';
import { brandLine } from '#features/imports/brand-line.ts';
import { recordingLine } from '#features/imports/recording-line.ts';
import { failureRowOf } from '#front/api/failure-words.ts';
import type { ApiClient, ImportBody, ImportResponse } from './api-client.ts';
import { countSlides, type DeckToFetch, type LoadedDeck } from './load-deck.ts';

/** In milliseconds. A small deck is imported within a tenth of a second. */
const FIRST_POLL_MS = 25;
const MAX_POLL_MS = 300;
/** A large deck need not be asked for as often: its end is seen this part of its import too late at most. */
const POLL_SHARE = 0.1;
const PDF_TYPE = 'application/pdf';

/** Options of an import, as the API has them. */
export type DeckOptions = Omit<Extract<ImportBody, { upload_id: string }>, 'upload_id' | 'pdf_upload_id' | 'deck_file'>;

/** An import that has ended well. */
export type EndedImport = ImportResponse & { timeline_id: string; report: NonNullable<ImportResponse['report']> };

/** Announces a file and puts its bytes where the answer says. @returns the id of the upload */
async function upload(
  client: ApiClient,
  bytes: Uint8Array,
  contentType: LoadedDeck['contentType'],
  signal: AbortSignal,
) {
  const announced = await client.importTimeline({ content_type: contentType, size_bytes: bytes.byteLength });
  if (!('upload' in announced)) throw new ServiceFault('The service answered no upload for an announced deck.');
  const { id, method, url, headers } = announced.upload;
  const response = await fetch(url, { method, headers, body: new Uint8Array(bytes), signal });
  if (!response.ok) {
    const said = (await response.text()).slice(0, 300);
    throw new ServiceFault(`The upload of the deck was answered ${response.status}: ${said}`);
  }
  await response.body?.cancel();
  return id;
}

/** Uploads the file of a deck. */
const uploadedDeck = async (
  client: ApiClient,
  { bytes, contentType, deck_file }: LoadedDeck,
  signal: AbortSignal,
): Promise<{ upload_id: string; deck_file?: string }> => ({
  upload_id: await upload(client, bytes, contentType, signal),
  ...(deck_file === undefined ? {} : { deck_file }),
});

/** Sends a deck or its address to be imported, and waits until it is. @throws CommandError with the service's reason when it is not */
export async function sendDeck(
  client: ApiClient,
  deck: LoadedDeck | DeckToFetch,
  options: DeckOptions,
  signal: AbortSignal,
): Promise<EndedImport> {
  const { name, pdf } = deck;
  const sent = 'url' in deck ? { url: deck.url } : await uploadedDeck(client, deck, signal);
  const pdfId = pdf === undefined ? undefined : await upload(client, pdf, PDF_TYPE, signal);
  const begun = await client.importTimeline({
    ...sent,
    ...(pdfId === undefined ? {} : { pdf_upload_id: pdfId }),
    ...options,
  });
  if ('upload' in begun) throw new ServiceFault('The service answered an upload for a deck that was sent.');
  const asked = performance.now();
  for (let made: ImportResponse = begun; ; made = await client.getImport(begun.id)) {
    if (made.status === 'failed') throw new CommandError(importFailure(name, made.error));
    const { timeline_id, report } = made;
    if (made.status === 'completed' && timeline_id !== null && report !== null) return { ...made, timeline_id, report };
    const share = (performance.now() - asked) * POLL_SHARE;
    await sleep(Math.min(MAX_POLL_MS, Math.max(FIRST_POLL_MS, share)), undefined, { signal });
  }
}

type Report = EndedImport['report'];

const slidesOf = ({ slides }: Report, source: number): number =>
  slides.filter((slide) => slide.source === source).length;

/** Lines of the report of an import: what was imported and what was not, in the order of the deck. What applies to many slides is one line. */
export function reportLines({ report }: EndedImport): string[] {
  const { slides, warnings, slides_imported, slides_skipped, pictures_found, pictures_taken } = report;
  const left = slides_skipped === 0 ? '' : `, ${slides_skipped} left out`;
  const pictures = pictures_found === 0 ? '' : `, ${pictures_taken} of ${pictures_found} pictures`;
  const many = [...new Set(slides.map(({ source }) => source))]
    .filter((source) => slidesOf(report, source) > 1)
    .map((source) => ({
      slide: source,
      message: `became ${countSlides(slidesOf(report, source))}: it contains more than one slide can show.`,
    }));
  const judged = slides.flatMap(({ source, lost, approximate }) => [
    ...lost.map((message) => ({ slide: source, message: `lost: ${message}` })),
    ...approximate.map((message) => ({ slide: source, message: `approximate: ${message}` })),
  ]);
  const spoken = slides.flatMap(({ source, recording }) =>
    recording ? [{ slide: source, message: recordingLine(recording) }] : [],
  );
  const isJudged = ({ slide, message }: Report['warnings'][number]): boolean =>
    slides.some(({ source, lost, approximate }) => source === slide && [...lost, ...approximate].includes(message));
  const others = warnings.filter((warning) => !isJudged(warning));
  const bySaying = Map.groupBy([...others, ...judged, ...many, ...spoken], ({ message }) => message);
  const said = [...bySaying]
    .map(([message, lines]) => ({ message, slides: lines.flatMap(({ slide }) => slide ?? []) }))
    .sort((a, b) => (a.slides[0] ?? 0) - (b.slides[0] ?? 0));
  const { whole, approximate, lost } = report.summary;
  return [
    `Imported ${countSlides(slides_imported)}${left}${pictures}: ${whole} whole, ${approximate} approximate, ${lost} with something lost`,
    ...(report.brand ? [brandLine(report.brand)] : []),
    ...said.map(({ message, slides: at }) => `${placeOf(at)}: ${message}`),
  ];
}

/** The slides that a line is about; none: the deck. */
function placeOf(slides: readonly number[]): string {
  const each = [...new Set(slides)];
  return each.length === 0 ? 'Deck' : `${each.length === 1 ? 'Slide' : 'Slides'} ${each.join(', ')}`;
}

/** Reason why an import failed, and the next step of its user where the message does not state it. */
function importFailure(name: string, error: ImportResponse['error']): string {
  if (error === null) return `${name}: the import failed.`;
  const advice = failureRowOf('import', error.code)?.cli;
  return [`${name}: ${error.message}`, ...(advice === undefined ? [] : [advice])].join('\n');
}
