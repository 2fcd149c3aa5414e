import {
  DECK_PICTURE_FILE_NAME_PATTERN,
  DECK_SOUND_FILE_NAME_PATTERN,
  DECK_VIDEO_FILE_NAME_PATTERN,
} from '#app/sandbox/deck-folder.ts';
import { deckResultSchema } from '#app/sandbox/deck-process-result.ts';
import type { ParsedDeck } from '#engine/deck-reading/deck.ts';
import type { DeckWarning } from '#engine/deck-reading/deck-warning.ts';
import type { Import } from '#features/imports/import.ts';
import { planImport } from '#features/imports/plan-import.ts';
import { toApiSlideInput } from '#features/imports/to-api-slide-input.ts';
import { newId } from '#kernel/shared/ids.ts';
import { parseJson } from '#kernel/shared/parse-json.ts';
import { START } from '../samples/entities.ts';

/** Words that only a fault writes: no sample has them. */
const ACCIDENTS = /\bundefined\b|\[object |\bNaN\b/;

/** The texts in a value, with their places. */
function* textsIn(value: unknown, place = ''): Generator<[place: string, text: string]> {
  if (typeof value === 'string') yield [place, value];
  else if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value)) yield* textsIn(inner, `${place}.${name}`);
}

/** A slide that stands in the deck as several, or as a state of the one before. */
const pagesOf = ({ slides }: ParsedDeck): Set<number> =>
  new Set(slides.flatMap(({ source_page, pages = 1 }) => Array.from({ length: pages }, (_, at) => source_page + at)));

/** Faults of what is said about the slides: each is there, or has a line; one that is not as its deck made it has a line. */
function faultsOfLines(deck: ParsedDeck, wantsLook: boolean): string[] {
  const named = new Set(deck.warnings.map(({ slide }) => slide));
  const shown = pagesOf(deck);
  // Pages of texts are counted with those that come from other files.
  const counted = ['pptx', 'odp', 'pdf'].includes(deck.kind);
  const missing = Array.from({ length: counted ? deck.pages : 0 }, (_, at) => at + 1).filter(
    (page) => !shown.has(page) && !named.has(page),
  );
  const isRedesigned = deck.warnings.some(({ slide, code }) => slide === null && code === 'look_redesigned');
  const silent = deck.slides.filter(
    ({ look, source_page }) => look !== 'original' && !isRedesigned && !named.has(source_page),
  );
  return [
    ...missing.map((page) => `slide ${page} is missing without a line`),
    ...(wantsLook && counted ? silent : []).map(
      ({ source_page }) => `slide ${source_page} has not its own look, without a line`,
    ),
    ...deck.slides
      .filter(({ look, image }) => look === 'original' && !image)
      .map(({ source_page }) => `slide ${source_page} is a picture of itself and has none`),
    ...deck.warnings
      .filter(({ slide }) => slide !== null && (slide < 1 || slide > deck.pages))
      .map(({ slide }) => `a line names slide ${slide} of ${deck.pages}`),
    ...deck.slides
      .filter(({ source_page }) => source_page > deck.pages)
      .map(({ source_page }) => `there is slide ${source_page} of ${deck.pages}`),
    ...deck.warnings
      .filter(({ message }) => !/^\S.*[.!?)]$/s.test(message))
      .map(({ message }) => `a line is not a sentence: ${message}`),
  ];
}

/** Plans the timeline of a deck, as the import does once its pictures are stored. */
function plan(deck: ParsedDeck, pictures: ReadonlySet<string>): void {
  const stored = deck.slides.map(({ image, builds = [] }, at) => {
    const sources = [...(image ? [image] : []), ...builds].map(({ source }) => source);
    const paths = sources.flatMap((source) => (source.from === 'path' && pictures.has(source.path) ? source.path : []));
    const facts = { width: 40, height: 20, content_type: 'image/png' as const, size_bytes: 1 };
    return [at, new Map(paths.map((path) => [path, { ...facts, key: path, sha256: path }] as const))] as const;
  });
  const made: Import = {
    ...{
      id: newId('import'),
      account_id: newId('account'),
      plan: 'max',
      status: 'processing',
      progress: 0,
      attempt: 1,
    },
    ...{ timeline_id: newId('timeline'), options: { look: 'auto', pdf_text: 'none' } },
    ...{ kind: deck.kind, name: 'fuzz', size_bytes: 1, deck_key: 'fuzz', created_at: START.toISOString() },
    enqueued_at: START.toISOString(),
  };
  planImport(made, deck, { pictures: new Map(stored), recordings: new Map() }, START);
}

/**
 * Faults of what a reader says about a deck that is damaged: it must be what the parent of its process takes, and a report that is true of it.
 * @param files that were left @param wantsLook the slides were to be as their deck made them
 * @returns none for a sound deck, and for a refusal with a sentence
 */
export function faultsOfResult(json: string, files: readonly string[], wantsLook: boolean): string[] {
  let result: ReturnType<typeof deckResultSchema.parse>;
  try {
    result = parseJson(deckResultSchema, json);
  } catch (error) {
    return [`the result is not taken: ${String(error).slice(0, 500)}`];
  }
  const known = [DECK_PICTURE_FILE_NAME_PATTERN, DECK_SOUND_FILE_NAME_PATTERN, DECK_VIDEO_FILE_NAME_PATTERN];
  const outside = files.filter((name) => !known.some((form) => form.test(name)));
  const faults = outside.map((name) => `a file is called ${name}`);
  if ('refusal' in result) {
    const { message } = result.refusal;
    return /^[A-Z].*[.]$/s.test(message) && !ACCIDENTS.test(message) ? faults : [...faults, `no sentence: ${message}`];
  }
  if ('addresses' in result) return faults;
  const { deck, pictures } = result;
  for (const [place, text] of textsIn(deck)) {
    if (ACCIDENTS.test(text)) faults.push(`${place}: ${text.slice(0, 200)}`);
    if (!text.isWellFormed()) faults.push(`${place} has half a letter`);
  }
  const left = new Set(pictures.map(({ path }) => path));
  for (const path of left) if (!files.includes(path)) faults.push(`the picture ${path} was not left`);
  for (const { image, builds = [], source_page } of deck.slides)
    for (const { source } of [...(image ? [image] : []), ...builds])
      if (source.from === 'path' && !left.has(source.path)) faults.push(`slide ${source_page} names ${source.path}`);
  faults.push(...faultsOfLines(deck, wantsLook));
  const refused: Pick<DeckWarning, 'code' | 'message'>[] = [];
  try {
    for (const slide of deck.slides) toApiSlideInput(slide, (warning) => void refused.push(warning));
    plan(deck, left);
  } catch (error) {
    faults.push(`no timeline is made of it: ${error instanceof Error ? error.stack : String(error)}`);
  }
  // A field that the API refuses: its reader is to cut it, and to say what it cut.
  faults.push(...refused.map(({ message }) => `the API refuses a slide: ${message}`));
  return faults;
}
