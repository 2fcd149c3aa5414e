import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DeckRefusal } from '../deck-reading/deck-warning.ts';
import { isImageFormat } from '../images/ports.ts';
import type { DeckJob, ReadDeckApart, TakenPicture } from '../imports/ports.ts';
import { forEachConcurrent } from '../shared/concurrency.ts';
import { ServiceError } from '../shared/errors.ts';
import { DECK_PROCESS_LIMITS, deckProcesses, type Ended } from './deck-process.ts';
import type { DeckResult, DeckStep, DeckTask, FetchedPicture } from './take-deck.ts';
import type { ProcessLimits } from './watch-process.ts';

/** Pages that may be left out because drawing them takes too much: the next one ends the import. */
const MAX_SKIPPED = 1;

const WHY: Readonly<Record<Ended['why'], string>> = {
  time: 'takes too long to read',
  memory: 'takes too much memory to read',
  crash: 'cannot be read to its end',
};

/** Pictures by address that a deck may name, and their bytes in all. */
const MAX_FETCHED = 60;
const MAX_FETCHED_BYTES = 256 * 2 ** 20;
const FETCHED_AT_ONCE = 4;

/** Fetches a picture at an address that a deck names. @throws ServiceError */
export type FetchPicture = (url: string) => Promise<Uint8Array>;

const notFetched: FetchPicture = async () => {
  throw new ServiceError('image_invalid', 'addresses are not fetched here.');
};

/** Fetches the pictures that a deck names by address into its folder. */
async function fetchPictures(
  addresses: readonly string[],
  folder: string,
  fetchPicture: FetchPicture,
  signal: AbortSignal,
): Promise<Record<string, FetchedPicture>> {
  const fetched: [string, FetchedPicture][] = [];
  let left = MAX_FETCHED_BYTES;
  await forEachConcurrent([...addresses.entries()], FETCHED_AT_ONCE, async ([at, url]) => {
    const refuse = (why: string): void => void fetched.push([url, { why }]);
    signal.throwIfAborted();
    if (at >= MAX_FETCHED)
      return refuse(`a deck may name ${MAX_FETCHED} addresses. Put the others beside it, in a .zip.`);
    if (left <= 0) return refuse('all pictures together are too large.');
    try {
      const bytes = await fetchPicture(url);
      left -= bytes.byteLength;
      const file = `fetched-${at + 1}`;
      await writeFile(join(folder, file), bytes);
      fetched.push([url, { file }]);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      refuse(error.message);
    }
  });
  return Object.fromEntries(fetched);
}

export interface ReadApartOptions {
  limits?: ProcessLimits;
  /** Pictures that a deck names by address are fetched here, between two runs of the process. */
  fetchPicture?: FetchPicture;
  /** The process for the next deck is started before it comes. */
  isAhead?: boolean;
}

/**
 * Reads decks in a process of their own: cleared environment, a folder that goes with it, ended from outside when it takes too much
 * time or memory. One page that does so is left out by a second process; the next one refuses the deck.
 * @param environment all that the process has of this one's
 */
export function readDeckApart(
  environment: Readonly<Record<string, string>>,
  { limits = DECK_PROCESS_LIMITS, fetchPicture = notFetched, isAhead = false }: ReadApartOptions = {},
): ReadDeckApart {
  const processes = deckProcesses(environment, limits, isAhead);
  return async ({ deck, pdf, ...rest }: DeckJob, use, onProgress, signal) => {
    const { folder, run, close } = await processes.open();
    try {
      await writeFile(join(folder, 'deck'), deck);
      if (pdf) await writeFile(join(folder, 'pdf'), pdf);
      const skipped: number[] = [];
      let fetched: DeckTask['fetched'] = {};
      let result: DeckResult;
      for (;;) {
        const task: DeckTask = { ...rest, hasPdf: pdf !== undefined, skipped, fetched };
        await writeFile(join(folder, 'job.json'), JSON.stringify(task));
        const onStep = ({ page, pages }: DeckStep) => onProgress(page, pages);
        const ended = await run(onStep, signal);
        if (!ended) {
          result = JSON.parse(await readFile(join(folder, 'result.json'), 'utf8'));
          if (!('addresses' in result)) break;
          fetched = { ...fetched, ...(await fetchPictures(result.addresses, folder, fetchPicture, signal)) };
          continue;
        }
        const { step, why, said } = ended;
        const what = step.page === 0 ? 'The file' : `Page ${step.page} of the file`;
        if (step.page === 0 || skipped.length >= MAX_SKIPPED)
          throw new DeckRefusal(
            why === 'crash' ? 'import_invalid' : 'import_too_large',
            `${what} ${WHY[why]}. Make it smaller, or export it again.`,
            new Error(said),
          );
        skipped.push(step.page);
      }
      if ('refusal' in result) throw new DeckRefusal(result.refusal.code, result.refusal.message);
      const bytesOf = async (picture: TakenPicture): Promise<Uint8Array> => {
        const bytes = await readFile(join(folder, picture.path));
        if (!isImageFormat(bytes, picture)) throw new Error(`the deck's process wrote no ${picture.content_type}`);
        return bytes;
      };
      return await use({ deck: result.deck, pictures: result.pictures, bytesOf });
    } finally {
      await close();
    }
  };
}
