import { audioTooLongFault, MAX_SENT_AUDIO_SECONDS } from '#engine/audio-decoding/decoded-audio.ts';
import type {
  DeckBrand,
  DeckSlideRecording,
  DeckSoundTrim,
  ParsedDeck,
  PictureCrop,
} from '#engine/deck-reading/deck.ts';
import { canDrawOriginalLookOfDeckKind, isPictureOnlyDeckKind } from '#engine/deck-reading/deck-formats.ts';
import { DECK_LIMITS } from '#engine/deck-reading/deck-limits.ts';
import { DeckRefusal, type DeckWarning } from '#engine/deck-reading/deck-warning.ts';
import { deckKindOf } from '#engine/deck-reading/detect-deck.ts';
import { SOUND_SAMPLE_RATE } from '#engine/video/settings.ts';
import { doesImageSignatureMatchType, type ReencodedImage } from '#features/images/ports.ts';
import type {
  DeckReadingJob,
  IsolatedDeckResult,
  ReadDeckIsolated,
  ReencodedDeckPicture,
} from '#features/imports/ports.ts';
import { forEachConcurrent } from '#kernel/shared/concurrency.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import { parseJson } from '#kernel/shared/parse-json.ts';
import { MAX_STATE_PICTURES_OF_DECK } from './deck-budget.ts';
import { pathOfDeckProcessFile, readDeckProcessFile, replaceDeckProcessFile } from './deck-folder.ts';
import {
  createDeckProcesses,
  DECK_PROCESS_LIMITS,
  type DeckProcessFailure,
  type DeckProcessLimits,
} from './deck-process.ts';
import {
  type DeckProcessPicture,
  type DeckProcessResult,
  type DeckProcessStep,
  deckResultSchema,
  slideNumberOfOriginalPicture,
} from './deck-process-result.ts';
import type { DeckProcessTask, FetchedPictureOrFailure } from './deck-process-task.ts';
import { createStopwatch } from './stopwatch.ts';
import { formulasNotDrawnMessage, parsedSlideWithoutPicture, UNREADABLE_PICTURE_MESSAGE } from './without-picture.ts';

/** The most pages that are left out because drawing them takes too much: the next one ends the import. */
const MAX_SKIPPED_PAGES = 1;

/** Failures of the process that reads a deck, as predicates for the message of the refusal. */
const FAILURE_CLAUSES: Readonly<Record<DeckProcessFailure['why'], string>> = {
  time: 'takes too long to read',
  budget: 'takes too long to read',
  memory: 'takes too much memory to read',
  crash: 'cannot be read to its end',
};

/** The most pictures that a deck may name by address. */
const MAX_FETCHED_PICTURES = 60;
/** The bytes of all fetched pictures of a deck after which no further one is fetched. */
const MAX_FETCHED_BYTES = 256 * 2 ** 20;
/** Pictures that are fetched at the same time. */
const CONCURRENT_FETCHES = 4;

/** Fetches a picture at an address that a deck names. @throws ServiceError if it cannot be fetched; its message is for the client */
export type FetchDeckPicture = (url: string) => Promise<Uint8Array>;

const refuseToFetch: FetchDeckPicture = async () => {
  throw new ServiceError('image_invalid', 'addresses are not fetched here.');
};

/** Fetches the pictures at addresses into the folder of the deck. @returns the file of each, or the reason why it was not fetched */
async function fetchPictures(
  addresses: readonly string[],
  folder: string,
  fetchPicture: FetchDeckPicture,
  signal: AbortSignal,
): Promise<Record<string, FetchedPictureOrFailure>> {
  const fetchedPictures: [string, FetchedPictureOrFailure][] = [];
  let bytesLeft = MAX_FETCHED_BYTES;
  await forEachConcurrent([...addresses.entries()], CONCURRENT_FETCHES, async ([index, url]) => {
    const refuse = (reason: string): void => void fetchedPictures.push([url, { why: reason }]);
    signal.throwIfAborted();
    if (index >= MAX_FETCHED_PICTURES)
      return refuse(`a deck may name ${MAX_FETCHED_PICTURES} addresses. Put the others into a .zip with it.`);
    if (bytesLeft <= 0) return refuse('all pictures together are too large.');
    try {
      const bytes = await fetchPicture(url);
      bytesLeft -= bytes.byteLength;
      const file = `fetched-${index + 1}`;
      await replaceDeckProcessFile(folder, file, bytes);
      fetchedPictures.push([url, { file }]);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      refuse(error.message);
    }
  });
  return Object.fromEntries(fetchedPictures);
}

/**
 * Decodes a picture that the process wrote, and encodes it again, in a function without access to other data.
 * @throws ServiceError `image_invalid` if the bytes are not a picture
 */
export type DecodeDeckPicture = (
  kind: DeckProcessPicture['kind'],
  bytes: Uint8Array,
  accountId: string,
  crop?: PictureCrop,
) => Promise<ReencodedImage>;

/**
 * Decodes a sound that the deck-reading process wrote, in a function without access to other data, and levels it like speech.
 * @param cut seconds to remove from its start and end
 * @returns mono, 48 kHz, signed 16 bit
 * @throws ServiceError `audio_invalid`, `audio_too_long`
 */
export type DecodeDeckSound = (bytes: Uint8Array, accountId: string, cut?: DeckSoundTrim) => Promise<Buffer>;

const refuseToDecode: DecodeDeckSound = async () => {
  throw new ServiceError('audio_invalid', 'Sounds are not decoded here.');
};

/** The functions and limits of a reader of decks. */
export interface DeckReaderOptions {
  decodePicture: DecodeDeckPicture;
  /** Absent: no recording of a deck is taken over. */
  decodeSound?: DecodeDeckSound;
  limits?: DeckProcessLimits;
  /** Fetches the pictures that a deck names by address, between two runs of the process. Absent: none is fetched. */
  fetchPicture?: FetchDeckPicture;
  /** True if the process for the next deck is started before that deck comes. */
  isAhead?: boolean;
  /** Another program than the reader: tests run a hostile one; the service never sets it. */
  program?: URL;
}

/** The most bytes of the result of a process. */
const MAX_RESULT_BYTES = 32 * 2 ** 20;
/** The most bytes of a picture that a process wrote: one of the deck, or a page as PNG. */
const MAX_PICTURE_BYTES = DECK_LIMITS.medium_bytes;
/** The most bytes of a sound of a deck. */
const MAX_SOUND_BYTES = DECK_LIMITS.medium_bytes;
/** The most bytes of the samples of one recording (mono, 16 bit). Decoders add up to a second. */
const MAX_PCM_BYTES = (MAX_SENT_AUDIO_SECONDS + 1) * SOUND_SAMPLE_RATE * 2;
/** Pictures that are decoded at the same time. */
const CONCURRENT_DECODES = 4;

/** The refusal of clips that are too long together; it has the same words as that of a single clip that is too long. */
function clipsTooLongError(): ServiceError {
  const { code, message } = audioTooLongFault(MAX_SENT_AUDIO_SECONDS);
  return new ServiceError(code, message);
}

/** The refusal of a file whose process left something that does not fit its schema or its files. */
const unreadableFileRefusal = (cause: unknown): DeckRefusal =>
  new DeckRefusal('import_invalid', 'The file cannot be read to its end. Export it again.', cause);

/** Reads the result of the process, and checks it against its schema. @throws DeckRefusal */
async function readResult(folder: string): Promise<DeckProcessResult> {
  try {
    return parseJson(
      deckResultSchema,
      (await readDeckProcessFile(folder, 'result.json', MAX_RESULT_BYTES)).toString('utf8'),
    );
  } catch (error) {
    throw unreadableFileRefusal(error);
  }
}

const firstFrameMessage = (frames: number): string =>
  `A picture moves: only the first of its ${frames} frames is shown. Replace it if that is not enough.`;

const decodedName = (path: string): string => `decoded-${path}`;

/**
 * Decodes the pictures that a process left. A slide whose picture cannot be decoded continues without it, with a line in the report.
 * @throws DeckRefusal for a page whose file is not a picture, and for files that are missing
 */
async function decodePictures(
  { deck, pictures: writtenPictures }: { deck: ParsedDeck; pictures: readonly DeckProcessPicture[] },
  folder: string,
  decode: (kind: DeckProcessPicture['kind'], bytes: Uint8Array, crop?: PictureCrop) => Promise<ReencodedImage>,
  signal: AbortSignal,
): Promise<Omit<IsolatedDeckResult, 'bytesOf' | 'soundOf' | 'fileOf'>> {
  const logo = logoPathOf(deck.brand);
  const pictures = new Map<string, ReencodedDeckPicture>();
  const formulasOfLostPictures = new Map<string, readonly string[]>();
  const framesOfMovingPictures = new Map<string, number>();
  await forEachConcurrent(writtenPictures, CONCURRENT_DECODES, async ({ path, kind, crop, formulas = [] }) => {
    signal.throwIfAborted();
    const pictureBytes = await readDeckProcessFile(folder, path, MAX_PICTURE_BYTES).catch((error: unknown) => {
      throw unreadableFileRefusal(error);
    });
    try {
      const { bytes, ...facts } = await decode(kind, pictureBytes, crop);
      await replaceDeckProcessFile(folder, decodedName(path), bytes);
      pictures.set(path, { path, ...facts });
      if (facts.frames) framesOfMovingPictures.set(path, facts.frames);
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'image_invalid') throw error;
      // A brand without its logo is still a brand, and pictures of slides before the import are optional.
      if (kind === 'before' || path === logo) return;
      if (kind === 'page') throw unreadableFileRefusal(error);
      formulasOfLostPictures.set(path, formulas);
    }
  });
  const warnings = [...deck.warnings];
  const warnedKeys = new Set<string>();
  /** Adds a warning once for each slide of the deck and picture: several slides may show one picture, and one slide may become several. */
  const warnOnce = (path: string, warning: DeckWarning): void => {
    const key = `${warning.slide} ${path}`;
    if (!warnedKeys.has(key)) warnings.push(warning);
    warnedKeys.add(key);
  };
  const slides = deck.slides.map((parsedSlide) => {
    const slide = withReadablePictures(parsedSlide, pictures, formulasOfLostPictures, (path) =>
      warnOnce(path, {
        slide: parsedSlide.source_page,
        code: 'picture_unreadable',
        message: UNREADABLE_PICTURE_MESSAGE,
      }),
    );
    for (const { source } of slide.images ?? []) {
      const frameCount = source.from === 'path' ? framesOfMovingPictures.get(source.path) : undefined;
      if (source.from === 'path' && frameCount !== undefined)
        warnOnce(source.path, {
          slide: slide.source_page,
          code: 'picture_still',
          message: firstFrameMessage(frameCount),
        });
    }
    const path = slide.image?.source.from === 'path' ? slide.image.source.path : undefined;
    // A picture that moves is shown as a video, unless that fails.
    const frames = path === undefined || slide.video ? undefined : framesOfMovingPictures.get(path);
    if (path !== undefined && frames !== undefined) {
      warnOnce(path, { slide: slide.source_page, code: 'picture_still', message: firstFrameMessage(frames) });
    }
    const buildPaths = (slide.builds ?? []).map(({ source }) => (source.from === 'path' ? source.path : ''));
    const absentPath = buildPaths.find((each) => !pictures.has(each));
    if (absentPath !== undefined) throw unreadableFileRefusal(new Error(`there is no ${absentPath}`));
    if (path === undefined || pictures.has(path)) return slide;
    const formulas = formulasOfLostPictures.get(path);
    // A slide may not name a picture that was not left.
    if (formulas === undefined) throw unreadableFileRefusal(new Error(`there is no ${path}`));
    warnOnce(path, {
      slide: slide.source_page,
      ...(formulas.length > 0
        ? { code: 'markup_not_taken', message: formulasNotDrawnMessage('their picture cannot be drawn') }
        : { code: 'picture_unreadable', message: UNREADABLE_PICTURE_MESSAGE }),
    });
    return parsedSlideWithoutPicture(slide, formulas);
  });
  return {
    deck: { ...deck, slides, warnings, ...(deck.brand ? { brand: brandWith(deck.brand, pictures) } : {}) },
    pictures: writtenPictures.flatMap(({ path }) => pictures.get(path) ?? []),
    before: new Map([...originalPagePictures(slides, pictures), ...redesignedSlidePictures(writtenPictures, pictures)]),
  };
}

/**
 * A slide with several pictures, without those that cannot be decoded. A slide with one picture is unchanged.
 * @param onLost called with the path of each picture that is left out
 * @throws DeckRefusal if the slide names a picture that the process did not write
 */
function withReadablePictures(
  slide: ParsedDeck['slides'][number],
  pictures: PicturesByPath,
  lostPictures: ReadonlyMap<string, unknown>,
  onLost: (path: string) => void,
): ParsedDeck['slides'][number] {
  if (!slide.image || !slide.images) return slide;
  const readablePictures = [slide.image, ...slide.images].filter(({ source }) => {
    const path = source.from === 'path' ? source.path : '';
    if (pictures.has(path)) return true;
    if (!lostPictures.has(path)) throw unreadableFileRefusal(new Error(`there is no ${path}`));
    onLost(path);
    return false;
  });
  const [image, ...images] = readablePictures;
  return { ...slide, image, images: images.length > 0 ? images : undefined };
}

type PicturesByPath = ReadonlyMap<string, ReencodedDeckPicture>;

const logoPathOf = (brand: ParsedDeck['brand']): string | undefined =>
  brand?.logo?.source.from === 'path' ? brand.logo.source.path : undefined;

/** A brand, without its logo if that could not be decoded. */
function brandWith(brand: DeckBrand, pictures: PicturesByPath): DeckBrand {
  const { logo: _, ...brandWithoutLogo } = brand;
  return pictures.has(logoPathOf(brand) ?? '') ? brand : brandWithoutLogo;
}

type NumberedPicture = [page: number, picture: ReencodedDeckPicture];

/** The pictures of slides in their original look, with the number of the slide. A page that is a state of a slide has its own number. */
const originalPagePictures = (slides: ParsedDeck['slides'], pictures: PicturesByPath): NumberedPicture[] =>
  slides.flatMap(({ look, image, source_page, pages, builds = [] }): NumberedPicture[] => {
    if (pages !== undefined)
      return builds.flatMap(({ source }, index): NumberedPicture[] => {
        const state = source.from === 'path' ? pictures.get(source.path) : undefined;
        return state ? [[source_page + index, state]] : [];
      });
    const picture = look === 'original' && image?.source.from === 'path' ? pictures.get(image.source.path) : undefined;
    return picture ? [[source_page, picture]] : [];
  });

/** The pictures of redesigned slides as the deck has them, with the number of the slide. */
const redesignedSlidePictures = (
  writtenPictures: readonly DeckProcessPicture[],
  pictures: PicturesByPath,
): NumberedPicture[] =>
  writtenPictures.flatMap(({ kind, path }): NumberedPicture[] => {
    const picture = kind === 'before' ? pictures.get(path) : undefined;
    return picture ? [[slideNumberOfOriginalPicture(path), picture]] : [];
  });

/**
 * Makes a function that reads each deck in a separate process: without an environment, with permissions for a temporary folder only, and
 * ended when it exceeds limits of time or memory. Its output is not trusted: texts pass a schema with bounds, files must be regular files
 * of the folder, and pictures are decoded in another function. A page that ends the process is left out by a second process. If another
 * page ends the second process, the deck is refused. A deck that can be redesigned is not refused then: its slides are no longer drawn in
 * their original look.
 * @param environment the environment of the process
 */
export function createSeparateProcessDeckReader(
  environment: Readonly<Record<string, string>>,
  {
    decodePicture,
    decodeSound = refuseToDecode,
    limits = DECK_PROCESS_LIMITS,
    fetchPicture = refuseToFetch,
    isAhead = false,
    program,
  }: DeckReaderOptions,
): ReadDeckIsolated {
  const processes = createDeckProcesses({ environment, program }, limits, isAhead);
  return async ({ account_id, deck, pdf, ...job }: DeckReadingJob, useDeck, onProgress, signal, onTimes) => {
    const kind = deckKindOf(deck, job.deck_file);
    // Slides and pages are drawn in the size of the video; the pictures of other decks have a size that does not depend on it.
    const { folder, budget, spent, canDrawAgain, run, close } = await processes.open(
      isPictureOnlyDeckKind(kind) || canDrawOriginalLookOfDeckKind(kind) ? job.long_side : 0,
    );
    const pictureStopwatch = createStopwatch();
    const soundStopwatch = createStopwatch();
    const useStopwatch = createStopwatch();
    let decodedCount = 0;
    try {
      await replaceDeckProcessFile(folder, 'deck', deck);
      if (pdf) await replaceDeckProcessFile(folder, 'pdf', pdf);
      const skippedPages: number[] = [];
      let fetchedPictures: DeckProcessTask['fetched'] = {};
      let maker_file: string | null | undefined = processes.makerFile;
      const isDrawn = (pdf === undefined || job.look === 'redesign') && canDrawOriginalLookOfDeckKind(kind);
      let hasRequestedPictures = false;
      let result: DeckProcessResult;
      for (;;) {
        const { cpuSeconds, pictures: startedPictures } = spent();
        const task: DeckProcessTask = {
          ...job,
          has_pdf: pdf !== undefined,
          maker_file,
          skipped: skippedPages,
          fetched: fetchedPictures,
          budget,
          spent_cpu_seconds: cpuSeconds,
          started_pictures: startedPictures,
          cpu_time_factor: limits.cpuTimeFactor ?? 1,
        };
        await replaceDeckProcessFile(folder, 'job.json', JSON.stringify(task));
        const onStep = ({ page, pages }: DeckProcessStep) => onProgress(page, pages);
        // A deck that cannot be drawn as it is can still be redesigned: nothing is drawn then.
        const canRedesign = Boolean(maker_file) && isDrawn;
        const failure = await run(
          { onStep, canRedesign, pictures: job.max_slides + MAX_STATE_PICTURES_OF_DECK },
          signal,
        );
        if (!failure) {
          result = await readResult(folder);
          if (!('addresses' in result)) break;
          if (hasRequestedPictures) throw unreadableFileRefusal(new Error('the process asked for pictures twice'));
          hasRequestedPictures = true;
          fetchedPictures = await fetchPictures(result.addresses, folder, fetchPicture, signal);
          continue;
        }
        const { step, why, said: stderrTail } = failure;
        const isDrawingTooCostly =
          why === 'budget' ||
          step.isOpening ||
          (step.page > 0 && (skippedPages.length >= MAX_SKIPPED_PAGES || !canDrawAgain()));
        if (isDrawingTooCostly && canRedesign) {
          maker_file = null;
          continue;
        }
        const isWholeFile = step.page === 0 || why === 'budget';
        const subject = isWholeFile ? 'The file' : `Page ${step.page} of the file`;
        if (isWholeFile || skippedPages.length >= MAX_SKIPPED_PAGES)
          throw new DeckRefusal(
            why === 'crash' ? 'import_invalid' : 'import_too_large',
            `${subject} ${FAILURE_CLAUSES[why]}. Make it smaller, or export it again.`,
            new Error(stderrTail),
          );
        skippedPages.push(step.page);
      }
      if ('refusal' in result) throw new DeckRefusal(result.refusal.code, result.refusal.message);
      const decode = (kind: DeckProcessPicture['kind'], bytes: Uint8Array, crop?: PictureCrop) =>
        decodePicture(kind, bytes, account_id, crop);
      const writtenDeck = result;
      const decodedDeck = await pictureStopwatch.during(() => decodePictures(writtenDeck, folder, decode, signal));
      decodedCount = decodedDeck.pictures.length;
      const bytesOf = async (picture: ReencodedDeckPicture): Promise<Uint8Array> => {
        const bytes = await readDeckProcessFile(folder, decodedName(picture.path), MAX_PICTURE_BYTES);
        if (!doesImageSignatureMatchType(bytes, picture))
          throw new Error(`the decoder wrote no ${picture.content_type}`);
        return bytes;
      };
      const soundOf = async ({ clips }: DeckSlideRecording): Promise<Buffer> => {
        const sounds: Buffer[] = [];
        let bytesLeft = MAX_PCM_BYTES;
        for (const { source, cut } of clips) {
          // The schema of the result takes no other source.
          if (source.from !== 'path') throw unreadableFileRefusal(new Error('a sound is not a file'));
          const bytes = await readDeckProcessFile(folder, source.path, MAX_SOUND_BYTES).catch((error: unknown) => {
            throw unreadableFileRefusal(error);
          });
          signal.throwIfAborted();
          const sound = await soundStopwatch.during(() => decodeSound(bytes, account_id, cut));
          bytesLeft -= sound.length;
          if (bytesLeft < 0) throw clipsTooLongError();
          sounds.push(sound);
        }
        return Buffer.concat(sounds);
      };
      const fileOf = (path: string): Promise<string> =>
        pathOfDeckProcessFile(folder, path, DECK_LIMITS.video_bytes).catch((error: unknown) => {
          throw unreadableFileRefusal(error);
        });
      return await useStopwatch.during(() => useDeck({ ...decodedDeck, bytesOf, soundOf, fileOf }));
    } finally {
      const { cpuSeconds, untilDrawn } = spent();
      onTimes?.({
        reading_cpu_ms: Math.round(1000 * untilDrawn),
        drawing_cpu_ms: Math.round(1000 * (cpuSeconds - untilDrawn)),
        pictures: decodedCount,
        decode_ms: pictureStopwatch.ms() + soundStopwatch.ms(),
        store_ms: useStopwatch.ms() - soundStopwatch.ms(),
      });
      await close();
    }
  };
}
