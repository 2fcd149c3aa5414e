import { audioTooLongFault, MAX_AUDIO_SECONDS } from '#engine/audio-decoding/decoded-audio.ts';
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
import { pathOfDeckFolderFile, readDeckFolderFile, replaceFileInDeckFolder } from './deck-folder.ts';
import {
  createDeckProcesses,
  DECK_PROCESS_LIMITS,
  type DeckProcessFailure,
  type DeckProcessLimits,
} from './deck-process.ts';
import {
  type DeckResult,
  type DeckStep,
  deckResultSchema,
  slideNumberOfReportPicture,
  type WrittenPicture,
} from './deck-result.ts';
import type { DeckTask, FetchedPicture } from './deck-task.ts';
import { createStopwatch } from './stopwatch.ts';
import { formulasNotDrawnMessage, UNREADABLE_PICTURE_MESSAGE, withoutSlidePicture } from './without-picture.ts';

/** Pages that may be left out because drawing them takes too much: the next one ends the import. */
const MAX_SKIPPED = 1;

const WHY: Readonly<Record<DeckProcessFailure['why'], string>> = {
  time: 'takes too long to read',
  budget: 'takes too long to read',
  memory: 'takes too much memory to read',
  crash: 'cannot be read to its end',
};

/** Pictures by address that a deck may name, and their bytes in all. */
const MAX_FETCHED = 60;
const MAX_FETCHED_BYTES = 256 * 2 ** 20;
const FETCHED_AT_ONCE = 4;

/** Fetches a picture at an address that a deck names. @throws ServiceError if it cannot be fetched; its message is for the client */
export type FetchDeckPicture = (url: string) => Promise<Uint8Array>;

const notFetched: FetchDeckPicture = async () => {
  throw new ServiceError('image_invalid', 'addresses are not fetched here.');
};

/** Fetches the pictures at addresses into the folder of the deck. @returns the file of each, or the reason why it was not fetched */
async function fetchPictures(
  addresses: readonly string[],
  folder: string,
  fetchPicture: FetchDeckPicture,
  signal: AbortSignal,
): Promise<Record<string, FetchedPicture>> {
  const fetched: [string, FetchedPicture][] = [];
  let left = MAX_FETCHED_BYTES;
  await forEachConcurrent([...addresses.entries()], FETCHED_AT_ONCE, async ([at, url]) => {
    const refuse = (why: string): void => void fetched.push([url, { why }]);
    signal.throwIfAborted();
    if (at >= MAX_FETCHED)
      return refuse(`a deck may name ${MAX_FETCHED} addresses. Put the others into a .zip with it.`);
    if (left <= 0) return refuse('all pictures together are too large.');
    try {
      const bytes = await fetchPicture(url);
      left -= bytes.byteLength;
      const file = `fetched-${at + 1}`;
      await replaceFileInDeckFolder(folder, file, bytes);
      fetched.push([url, { file }]);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      refuse(error.message);
    }
  });
  return Object.fromEntries(fetched);
}

/**
 * Decodes a picture that the process wrote, and encodes it again, in a function without access to other data.
 * @throws ServiceError `image_invalid` if the bytes are not a picture
 */
export type DecodeDeckPicture = (
  kind: WrittenPicture['kind'],
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

const notDecoded: DecodeDeckSound = async () => {
  throw new ServiceError('audio_invalid', 'Sounds are not decoded here.');
};

export interface DeckReaderOptions {
  decodePicture: DecodeDeckPicture;
  /** Absent: no recording of a deck is taken over. */
  decodeSound?: DecodeDeckSound;
  limits?: DeckProcessLimits;
  /** Pictures that a deck names by address are fetched here, between two runs of the process. */
  fetchPicture?: FetchDeckPicture;
  /** The process for the next deck is started before it comes. */
  isAhead?: boolean;
  /** For tests, which put a hostile program instead of the reader; the service never sets it. */
  program?: URL;
}

/** Bytes of the result of a process, of a picture of a deck, and of a page as PNG, at most. */
const MAX_RESULT_BYTES = 32 * 2 ** 20;
const MAX_PICTURE_BYTES = DECK_LIMITS.medium_bytes;
const MAX_SOUND_BYTES = DECK_LIMITS.medium_bytes;
/** Bytes of the samples of one recording (mono, 16 bit). Decoders add up to a second. */
const MAX_PCM_BYTES = (MAX_AUDIO_SECONDS + 1) * SOUND_SAMPLE_RATE * 2;
/** Pictures that are decoded at once. */
const DECODED_AT_ONCE = 4;

/** The refusal of clips that are too long together; it has the same words as that of a single clip that is too long. */
function tooLong(): ServiceError {
  const { code, message } = audioTooLongFault(MAX_AUDIO_SECONDS);
  return new ServiceError(code, message);
}

const broken = (cause: unknown): DeckRefusal =>
  new DeckRefusal('import_invalid', 'The file cannot be read to its end. Export it again.', cause);

/** Reads the result of the process, and checks it against its schema. @throws DeckRefusal */
async function readResult(folder: string): Promise<DeckResult> {
  try {
    return parseJson(
      deckResultSchema,
      (await readDeckFolderFile(folder, 'result.json', MAX_RESULT_BYTES)).toString('utf8'),
    );
  } catch (error) {
    throw broken(error);
  }
}

const firstFrame = (frames: number): string =>
  `A picture moves: only the first of its ${frames} frames is shown. Replace it if that is not enough.`;

const decodedName = (path: string): string => `decoded-${path}`;

/**
 * Decodes the pictures that a process left. A slide whose picture cannot be decoded continues without it, with a line in the report.
 * @throws DeckRefusal for a page whose file is not a picture, and for files that are missing
 */
async function decodePictures(
  { deck, pictures: left }: { deck: ParsedDeck; pictures: readonly WrittenPicture[] },
  folder: string,
  decode: (kind: WrittenPicture['kind'], bytes: Uint8Array, crop?: PictureCrop) => Promise<ReencodedImage>,
  signal: AbortSignal,
): Promise<Omit<IsolatedDeckResult, 'bytesOf' | 'soundOf' | 'fileOf'>> {
  const logo = logoPathOf(deck.brand);
  const pictures = new Map<string, ReencodedDeckPicture>();
  const lost = new Map<string, readonly string[]>();
  const moving = new Map<string, number>();
  await forEachConcurrent(left, DECODED_AT_ONCE, async ({ path, kind, crop, formulas = [] }) => {
    signal.throwIfAborted();
    const sent = await readDeckFolderFile(folder, path, MAX_PICTURE_BYTES).catch((error: unknown) => {
      throw broken(error);
    });
    try {
      const { bytes, ...facts } = await decode(kind, sent, crop);
      await replaceFileInDeckFolder(folder, decodedName(path), bytes);
      pictures.set(path, { path, ...facts });
      if (facts.frames) moving.set(path, facts.frames);
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'image_invalid') throw error;
      // A brand without its logo is still a brand, and pictures of slides before the import are optional.
      if (kind === 'before' || path === logo) return;
      if (kind === 'page') throw broken(error);
      lost.set(path, formulas);
    }
  });
  const warnings = [...deck.warnings];
  const told = new Set<string>();
  /** Several slides may show one picture: each has its line, also one that became several. */
  const warnOnce = (path: string, warning: DeckWarning): void => {
    const key = `${warning.slide} ${path}`;
    if (!told.has(key)) warnings.push(warning);
    told.add(key);
  };
  const slides = deck.slides.map((read) => {
    const slide = withReadable(read, pictures, lost, (path) =>
      warnOnce(path, { slide: read.source_page, code: 'picture_unreadable', message: UNREADABLE_PICTURE_MESSAGE }),
    );
    for (const { source } of slide.images ?? []) {
      const still = source.from === 'path' ? moving.get(source.path) : undefined;
      if (source.from === 'path' && still !== undefined)
        warnOnce(source.path, { slide: slide.source_page, code: 'picture_still', message: firstFrame(still) });
    }
    const path = slide.image?.source.from === 'path' ? slide.image.source.path : undefined;
    // A picture that moves is shown as a video, unless that fails.
    const frames = path === undefined || slide.video ? undefined : moving.get(path);
    if (path !== undefined && frames !== undefined) {
      warnOnce(path, { slide: slide.source_page, code: 'picture_still', message: firstFrame(frames) });
    }
    const ofBuilds = (slide.builds ?? []).map(({ source }) => (source.from === 'path' ? source.path : ''));
    const absent = ofBuilds.find((each) => !pictures.has(each));
    if (absent !== undefined) throw broken(new Error(`there is no ${absent}`));
    if (path === undefined || pictures.has(path)) return slide;
    const formulas = lost.get(path);
    // A slide may not name a picture that was not left.
    if (formulas === undefined) throw broken(new Error(`there is no ${path}`));
    warnOnce(path, {
      slide: slide.source_page,
      ...(formulas.length > 0
        ? { code: 'markup_not_taken', message: formulasNotDrawnMessage('their picture cannot be drawn') }
        : { code: 'picture_unreadable', message: UNREADABLE_PICTURE_MESSAGE }),
    });
    return withoutSlidePicture(slide, formulas);
  });
  return {
    deck: { ...deck, slides, warnings, ...(deck.brand ? { brand: brandWith(deck.brand, pictures) } : {}) },
    pictures: left.flatMap(({ path }) => pictures.get(path) ?? []),
    before: new Map([...pagesOf(slides, pictures), ...redesignedOf(left, pictures)]),
  };
}

/**
 * A slide with several pictures, without those that cannot be decoded. A slide with one picture is unchanged.
 * @param onLost called with the path of each that is left out
 * @throws Error if it names a picture that was not left
 */
function withReadable(
  slide: ParsedDeck['slides'][number],
  pictures: ByPath,
  lost: ReadonlyMap<string, unknown>,
  onLost: (path: string) => void,
): ParsedDeck['slides'][number] {
  if (!slide.image || !slide.images) return slide;
  const readable = [slide.image, ...slide.images].filter(({ source }) => {
    const path = source.from === 'path' ? source.path : '';
    if (pictures.has(path)) return true;
    if (!lost.has(path)) throw broken(new Error(`there is no ${path}`));
    onLost(path);
    return false;
  });
  const [image, ...images] = readable;
  return { ...slide, image, images: images.length > 0 ? images : undefined };
}

type ByPath = ReadonlyMap<string, ReencodedDeckPicture>;

const logoPathOf = (brand: ParsedDeck['brand']): string | undefined =>
  brand?.logo?.source.from === 'path' ? brand.logo.source.path : undefined;

/** A brand, without its logo if that could not be decoded. */
function brandWith(brand: DeckBrand, pictures: ByPath): DeckBrand {
  const { logo: _, ...rest } = brand;
  return pictures.has(logoPathOf(brand) ?? '') ? brand : rest;
}

type NumberedPicture = [page: number, picture: ReencodedDeckPicture];

/** Slides that are pictures of themselves. */
const pagesOf = (slides: ParsedDeck['slides'], pictures: ByPath): NumberedPicture[] =>
  slides.flatMap(({ look, image, source_page, pages, builds = [] }): NumberedPicture[] => {
    if (pages !== undefined)
      return builds.flatMap(({ source }, at): NumberedPicture[] => {
        const state = source.from === 'path' ? pictures.get(source.path) : undefined;
        return state ? [[source_page + at, state]] : [];
      });
    const picture = look === 'original' && image?.source.from === 'path' ? pictures.get(image.source.path) : undefined;
    return picture ? [[source_page, picture]] : [];
  });

/** Slides that are redesigned, as the deck has them. */
const redesignedOf = (left: readonly WrittenPicture[], pictures: ByPath): NumberedPicture[] =>
  left.flatMap(({ kind, path }): NumberedPicture[] => {
    const picture = kind === 'before' ? pictures.get(path) : undefined;
    return picture ? [[slideNumberOfReportPicture(path), picture]] : [];
  });

/**
 * A reader that reads each deck in a separate process: without an environment, with permissions for a temporary folder only, and ended when
 * it exceeds limits of time or memory. Its output is not trusted: texts pass a schema with bounds, files must be regular files of the
 * folder, and pictures are decoded in another function. A page that ends the process is left out by a second process. If another page ends
 * the second process, the deck is refused. A deck that can be redesigned is not refused then: its slides are no longer drawn in their
 * original look.
 * @param environment the environment of the process
 */
export function createIsolatedDeckReader(
  environment: Readonly<Record<string, string>>,
  {
    decodePicture,
    decodeSound = notDecoded,
    limits = DECK_PROCESS_LIMITS,
    fetchPicture = notFetched,
    isAhead = false,
    program,
  }: DeckReaderOptions,
): ReadDeckIsolated {
  const processes = createDeckProcesses({ environment, program }, limits, isAhead);
  return async ({ account_id, deck, pdf, ...rest }: DeckReadingJob, use, onProgress, signal, onTimes) => {
    const kind = deckKindOf(deck, rest.deck_file);
    // Slides and pages are drawn in the size of the video; other pictures of decks are not larger for it.
    const { folder, budget, spent, canDrawAgain, run, close } = await processes.open(
      isPictureOnlyDeckKind(kind) || canDrawOriginalLookOfDeckKind(kind) ? rest.long_side : 0,
    );
    const [decodingPictures, decodingSounds, using] = [createStopwatch(), createStopwatch(), createStopwatch()];
    let decoded = 0;
    try {
      await replaceFileInDeckFolder(folder, 'deck', deck);
      if (pdf) await replaceFileInDeckFolder(folder, 'pdf', pdf);
      const skipped: number[] = [];
      let fetched: DeckTask['fetched'] = {};
      let maker_file: string | null | undefined = processes.makerFile;
      const isDrawn = (pdf === undefined || rest.look === 'redesign') && canDrawOriginalLookOfDeckKind(kind);
      let hasAsked = false;
      let result: DeckResult;
      for (;;) {
        const { cpuSeconds, pictures: started } = spent();
        const task: DeckTask = {
          ...{ ...rest, has_pdf: pdf !== undefined, maker_file, skipped, fetched },
          ...{ budget, spent_cpu_seconds: cpuSeconds, started_pictures: started },
          cpu_time_factor: limits.cpuTimeFactor ?? 1,
        };
        await replaceFileInDeckFolder(folder, 'job.json', JSON.stringify(task));
        const onStep = ({ page, pages }: DeckStep) => onProgress(page, pages);
        // A deck that cannot be drawn as it is can still be redesigned: nothing is drawn then.
        const canRedesign = Boolean(maker_file) && isDrawn;
        const ended = await run(
          { onStep, canRedesign, pictures: rest.max_slides + MAX_STATE_PICTURES_OF_DECK },
          signal,
        );
        if (!ended) {
          result = await readResult(folder);
          if (!('addresses' in result)) break;
          if (hasAsked) throw broken(new Error('the process asked for pictures twice'));
          hasAsked = true;
          fetched = await fetchPictures(result.addresses, folder, fetchPicture, signal);
          continue;
        }
        const { step, why, said } = ended;
        const isTired =
          why === 'budget' || step.isOpening || (step.page > 0 && (skipped.length >= MAX_SKIPPED || !canDrawAgain()));
        if (isTired && canRedesign) {
          maker_file = null;
          continue;
        }
        const isWhole = step.page === 0 || why === 'budget';
        const what = isWhole ? 'The file' : `Page ${step.page} of the file`;
        if (isWhole || skipped.length >= MAX_SKIPPED)
          throw new DeckRefusal(
            why === 'crash' ? 'import_invalid' : 'import_too_large',
            `${what} ${WHY[why]}. Make it smaller, or export it again.`,
            new Error(said),
          );
        skipped.push(step.page);
      }
      if ('refusal' in result) throw new DeckRefusal(result.refusal.code, result.refusal.message);
      const decode = (kind: WrittenPicture['kind'], bytes: Uint8Array, crop?: PictureCrop) =>
        decodePicture(kind, bytes, account_id, crop);
      const left = result;
      const taken = await decodingPictures.during(() => decodePictures(left, folder, decode, signal));
      decoded = taken.pictures.length;
      const bytesOf = async (picture: ReencodedDeckPicture): Promise<Uint8Array> => {
        const bytes = await readDeckFolderFile(folder, decodedName(picture.path), MAX_PICTURE_BYTES);
        if (!doesImageSignatureMatchType(bytes, picture))
          throw new Error(`the decoder wrote no ${picture.content_type}`);
        return bytes;
      };
      const soundOf = async ({ clips }: DeckSlideRecording): Promise<Buffer> => {
        const sounds: Buffer[] = [];
        let left = MAX_PCM_BYTES;
        for (const { source, cut } of clips) {
          // The schema of the result takes no other source.
          if (source.from !== 'path') throw broken(new Error('a sound is not a file'));
          const bytes = await readDeckFolderFile(folder, source.path, MAX_SOUND_BYTES).catch((error: unknown) => {
            throw broken(error);
          });
          signal.throwIfAborted();
          const sound = await decodingSounds.during(() => decodeSound(bytes, account_id, cut));
          left -= sound.length;
          if (left < 0) throw tooLong();
          sounds.push(sound);
        }
        return Buffer.concat(sounds);
      };
      const fileOf = (path: string): Promise<string> =>
        pathOfDeckFolderFile(folder, path, DECK_LIMITS.video_bytes).catch((error: unknown) => {
          throw broken(error);
        });
      return await using.during(() => use({ ...taken, bytesOf, soundOf, fileOf }));
    } finally {
      const { cpuSeconds, untilDrawn } = spent();
      onTimes?.({
        reading_cpu_ms: Math.round(1000 * untilDrawn),
        drawing_cpu_ms: Math.round(1000 * (cpuSeconds - untilDrawn)),
        pictures: decoded,
        decode_ms: decodingPictures.ms() + decodingSounds.ms(),
        store_ms: using.ms() - decodingSounds.ms(),
      });
      await close();
    }
  };
}
