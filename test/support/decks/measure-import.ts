import { readFileSync } from 'node:fs';
import process from 'node:process';
import { MAX_DECK_PROCESS_MEMORY_BYTES } from '#app/sandbox/deck-process.ts';
import { createSeparateProcessDeckReader } from '#app/sandbox/isolated-deck-reader.ts';
import type { ParsedDeck } from '#engine/deck-reading/deck.ts';
import { DeckRefusal } from '#engine/deck-reading/deck-warning.ts';
import type { DeckReadingJob } from '#features/imports/ports.ts';
import { childrenOf, commandOf, peakMemoryOf } from '../processes/process-tree.ts';
import { deckReader } from './deck-reader.ts';
import { decodePicture } from './decode-picture.ts';

/** What one import of a hostile deck may take. */
export const IMPORT_BOUNDS = { cpuSeconds: 10, peakBytes: MAX_DECK_PROCESS_MEMORY_BYTES } as const;

/** What an import took, measured from outside of its processes, and how it ended. */
export interface MeasuredImport {
  outcome: { deck: ParsedDeck } | { refused: DeckRefusal };
  /** The sum over all processes that read the deck. */
  cpuSeconds: number;
  /** Those of this process, for decoding what they left. */
  decodeCpuSeconds: number;
  /** The most that one of them had resident. */
  peakBytes: number;
  seconds: number;
}

const TICKS_PER_SECOND = 100;
/** The system keeps the peak of a process for as long as it lives. */
const LOOK_MS = 15;

/** Processor time of the processes that this one started and that have ended, in seconds. */
function cpuOfEnded(): number {
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND;
}

/** Bundled once. */
let bundled: Promise<URL> | undefined;

const JOB = { account_id: 'acc_1', look: 'auto', pdf_text: 'notes', long_side: 1920, max_slides: 500 } as const;

/** Imports a deck through the isolated reader, as the worker of imports does. No other process may be started meanwhile. */
export async function measureImport(
  job: Partial<DeckReadingJob> & Pick<DeckReadingJob, 'deck'>,
): Promise<MeasuredImport> {
  bundled ??= deckReader();
  const program = await bundled;
  let peakBytes = 0;
  const timer = setInterval(() => {
    // A process has the memory of this one until it runs its program.
    for (const pid of childrenOf(process.pid))
      if (commandOf(pid).includes('read-deck-worker')) peakBytes = Math.max(peakBytes, peakMemoryOf(pid));
  }, LOOK_MS);
  const before = cpuOfEnded();
  const begun = performance.now();
  let decodeCpuSeconds = 0;
  try {
    const read = createSeparateProcessDeckReader(
      {},
      {
        decodePicture: async (...picture) => {
          const start = process.cpuUsage();
          try {
            return await decodePicture(...picture);
          } finally {
            const { user, system } = process.cpuUsage(start);
            decodeCpuSeconds += (user + system) / 1e6;
          }
        },
        program,
      },
    );
    const outcome = await read(
      { ...JOB, ...job },
      async ({ deck }) => ({ deck }),
      () => undefined,
      new AbortController().signal,
    ).catch((error: unknown) => {
      if (error instanceof DeckRefusal) return { refused: error };
      throw error;
    });
    const cpuSeconds = cpuOfEnded() - before;
    return { outcome, cpuSeconds, decodeCpuSeconds, peakBytes, seconds: (performance.now() - begun) / 1000 };
  } finally {
    clearInterval(timer);
  }
}
