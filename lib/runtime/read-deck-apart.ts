import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { DeckRefusal } from '../deck-reading/deck-warning.ts';
import { isImageFormat } from '../images/ports.ts';
import type { DeckJob, ReadDeckApart, TakenPicture } from '../imports/ports.ts';
import { forEachConcurrent } from '../shared/concurrency.ts';
import { ServiceError } from '../shared/errors.ts';
import { OUT_OF_MEMORY } from './bound-wasm-memory.ts';
import type { DeckResult, DeckStep, DeckTask, FetchedPicture } from './take-deck.ts';
import { type ProcessLimits, watchProcess } from './watch-process.ts';

/** Limits of the process that reads a deck; a step is a page, or reading as a whole. Real decks take up to 270 MB, and 0.5 s of CPU for their worst page. */
export const DECK_PROCESS_LIMITS: ProcessLimits = {
  stepCpuSeconds: 5,
  stepSeconds: 60,
  seconds: 600,
  memoryBytes: 512 * 2 ** 20,
};

/** V8's own heap, in MB; WebAssembly and pictures lie outside of it. */
const HEAP_MB = 320;
/** Pages that may be left out because drawing them takes too much: the next one ends the import. */
const MAX_SKIPPED = 1;
/** Characters of the process's last words that are kept for the log. */
const STDERR_CHARACTERS = 2000;

/** How the process ended without a result. */
interface Ended {
  step: DeckStep;
  why: 'time' | 'memory' | 'crash';
  said: string;
}

/** Runs the process once. @returns how it ended, or undefined when there is a result @throws the signal's reason after an abort */
async function runOnce(
  folder: string,
  environment: Readonly<Record<string, string>>,
  limits: ProcessLimits,
  onStep: (step: DeckStep) => void,
  signal: AbortSignal,
): Promise<Ended | undefined> {
  signal.throwIfAborted();
  // esbuild.config.mjs looks for this exact expression.
  const script = new URL('./read-deck-worker.ts', import.meta.url);
  const child: ChildProcess = spawn(process.execPath, [`--max-old-space-size=${HEAP_MB}`, fileURLToPath(script)], {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended: Ended = { step: { page: 0, pages: 0 }, why: 'crash', said: '' };
  const kill = (): void => void child.kill('SIGKILL');
  const watch = watchProcess(child, limits, (why) => {
    ended.why = why;
    kill();
  });
  child.stderr?.on('data', (text: Buffer) => {
    ended.said = `${ended.said}${text}`.slice(-STDERR_CHARACTERS);
  });
  if (child.stdout)
    createInterface(child.stdout).on('line', (line) => {
      ended.step = JSON.parse(line);
      watch.nextStep();
      onStep(ended.step);
    });
  signal.addEventListener('abort', kill, { once: true });
  try {
    const [code, by] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (...how) => resolve(how));
    });
    signal.throwIfAborted();
    // V8 aborts when its heap is full.
    if (code === OUT_OF_MEMORY || by === 'SIGABRT') ended.why = 'memory';
    return code === 0 ? undefined : ended;
  } finally {
    watch.stop();
    signal.removeEventListener('abort', kill);
  }
}

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

/**
 * Reads decks in a process of their own: cleared environment, a folder that goes with it, ended from outside when it takes too much
 * time or memory. One page that does so is left out by a second process; the next one refuses the deck.
 * @param environment all that the process has of this one's
 * @param fetchPicture pictures that a deck names by address are fetched here, between two runs of the process
 */
export const readDeckApart =
  (
    environment: Readonly<Record<string, string>>,
    limits: ProcessLimits = DECK_PROCESS_LIMITS,
    fetchPicture: FetchPicture = notFetched,
  ): ReadDeckApart =>
  async ({ deck, pdf, ...rest }: DeckJob, use, onProgress, signal) => {
    const folder = await mkdtemp(join(tmpdir(), 'deck-'));
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
        const ended = await runOnce(folder, environment, limits, onStep, signal);
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
      await rm(folder, { recursive: true, force: true });
    }
  };
