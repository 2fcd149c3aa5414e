import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { deckDrawingModulePath } from '#engine/deck-drawing/deck-drawing-module-path.ts';
import { DECK_LIMITS } from '#engine/deck-reading/deck-limits.ts';
import { parseJson } from '#kernel/shared/parse-json.ts';
import {
  allowedCpuSecondsOfDeck,
  canRestartDeckDrawing,
  cpuSecondsReservedForRereading,
  type DeckCpuBudget,
  type DeckCpuUsage,
  deckCpuBudgetForPictureSize,
  drawingTimeLimitFactor,
  USUAL_DECK_CPU_BUDGET,
} from './deck-budget.ts';
import { deckProcessPermissionOptions } from './deck-permissions.ts';
import { type DeckProcessStep, deckProcessStepSchema } from './deck-process-result.ts';
import { WARM_UP_ARGUMENT } from './early.ts';
import { forEachLine } from './for-each-line.ts';
import { OUT_OF_MEMORY_EXIT_CODE } from './limit-wasm-memory-of-process.ts';
import { type ExceededProcessLimit, type StepProcessLimits, watchProcessLimits } from './watch-process-limits.ts';

/** Limits of the processes that read one deck; a step is a picture of a page, or reading as a whole. */
export interface DeckProcessLimits extends StepProcessLimits {
  /** CPU seconds of a step that draws a picture. */
  pictureCpuSeconds: number;
  budget: DeckCpuBudget;
}

/** Bytes that a process may have resident at any time. */
export const MAX_DECK_PROCESS_MEMORY_BYTES = 512 * 2 ** 20;
/**
 * Bytes that are kept free below the limit at which a process is ended, because it takes more memory between two checks. WebAssembly's
 * memory and V8's heap, which could take more than this, have separate limits.
 */
const MEMORY_MARGIN_BYTES = 32 * 2 ** 20;

/** The usual limits, for pictures of 1080p. Real decks take up to 270 MB, and 1.2 s of CPU for their worst page. */
export const DECK_PROCESS_LIMITS: DeckProcessLimits = {
  stepCpuSeconds: 5,
  pictureCpuSeconds: 3,
  budget: USUAL_DECK_CPU_BUDGET,
  stepSeconds: 60,
  seconds: 600,
  memoryBytes: MAX_DECK_PROCESS_MEMORY_BYTES - MEMORY_MARGIN_BYTES,
};

/** The limits of a deck whose pictures are of a size. @param longSide pixels of a picture */
export function deckProcessLimitsForLongSide(longSide: number, limits: DeckProcessLimits): DeckProcessLimits {
  return {
    ...limits,
    pictureCpuSeconds: drawingTimeLimitFactor(longSide) * limits.pictureCpuSeconds,
    budget: deckCpuBudgetForPictureSize(longSide, limits.budget),
  };
}

/** The most MiB of V8's heap. WebAssembly memory and pictures are outside of it. */
const HEAP_MB = 320;
/** Limits of the output of a process, which is a line of JSON for each step. */
const LINE_LIMITS = { bytes: 200, lines: 4 * DECK_LIMITS.entries };
/** The last characters of standard error that are kept for the log. */
const STDERR_CHARACTERS = 2000;

/** The failure of a deck-reading process that ended without a result: its step, the exceeded limit or crash, and its error output. */
export interface DeckProcessFailure {
  /** The last step that the process started. */
  step: DeckProcessStep;
  /** The limit that it exceeded: its own, or `budget`, the processor time of the deck; `crash` for any other end. */
  why: ExceededProcessLimit | 'budget' | 'crash';
  /** The end of what it wrote to standard error. */
  said: string;
}

/** The CPU usage of a deck so far, with the CPU seconds that passed before its processes drew or read a first slide. */
export interface DeckCpuUsageWithTimeUntilDrawn extends DeckCpuUsage {
  /** CPU seconds until the first slide, of all processes of the deck. */
  untilDrawn: number;
}

/** A process that reads one deck; until it is asked to start, it loads its program and waits. */
interface DeckProcess {
  child: ChildProcess;
  /** Folder that it reads from and writes to. */
  folder: string;
}

// bundle-handlers.ts looks for this exact expression.
const PROGRAM = new URL('./read-deck-worker.ts', import.meta.url);

/** The program that each deck-reading process runs, and its environment variables. */
export interface DeckProgram {
  environment: Readonly<Record<string, string>>;
  /** Another program than the reader: tests run a hostile one. */
  program?: URL | undefined;
}

/** Starts a process that waits. It ends when this process does, because its input ends. */
function startProcess(
  folder: string,
  { environment, program = PROGRAM }: DeckProgram,
  ...args: (typeof WARM_UP_ARGUMENT)[]
): DeckProcess {
  const scriptPath = fileURLToPath(program);
  const permissions = deckProcessPermissionOptions(scriptPath, folder, environment.NODE_PATH);
  const child = spawn(process.execPath, [`--max-old-space-size=${HEAP_MB}`, ...permissions, scriptPath, ...args], {
    cwd: folder,
    env: environment,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // Writing to a process that has ended fails. Its exit code is the result.
  child.stdin?.on('error', () => undefined);
  return { child, folder };
}

/**
 * Counts the pictures that a process starts, also those that an earlier process had drawn: they take their time again.
 * @param maxPictures the most pictures that a deck has; a compromised process may report more
 */
function countPictures(usage: DeckCpuUsage, maxPictures: number): () => void {
  let startedPictures = 0;
  return () => {
    if (startedPictures >= maxPictures) return;
    startedPictures += 1;
    usage.pictures += 1;
  };
}

/**
 * Lets a process read the deck in its folder.
 * @param usage receives the processor time that it takes, and the pictures that it starts
 * @param canRedesign true if a process that draws nothing can follow, for which a share of the budget is reserved
 * @param pictures the most pictures that add to the budget
 * @returns the failure, or undefined when there is a result
 * @throws the signal's reason after an abort
 */
async function readToEnd(
  { child }: DeckProcess,
  {
    limits,
    usage,
    canRedesign,
    pictures,
    onStep,
  }: { limits: DeckProcessLimits; usage: DeckCpuUsageWithTimeUntilDrawn } & DeckProcessRunOptions,
  signal: AbortSignal,
): Promise<DeckProcessFailure | undefined> {
  const failure: DeckProcessFailure = { step: { page: 0, pages: 0 }, why: 'crash', said: '' };
  const kill = (): void => void child.kill('SIGKILL');
  const cpuSecondsBefore = usage.cpuSeconds;
  /** CPU seconds of this process when it had read the deck; undefined: it has not. */
  let cpuSecondsUntilDrawn: number | undefined;
  const countPicture = countPictures(usage, pictures);
  /** CPU seconds that are reserved for a process that follows this one. */
  let reservedCpuSeconds = 0;
  const endFor = (why: DeckProcessFailure['why']): void => {
    failure.why = why;
    kill();
  };
  const watch = watchProcessLimits(child, limits, endFor, {
    cpuLeft: () => allowedCpuSecondsOfDeck(limits.budget, usage.pictures) - cpuSecondsBefore - reservedCpuSeconds,
    onSpent: () => endFor('budget'),
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    failure.said = `${failure.said}${chunk}`.slice(-STDERR_CHARACTERS);
  });
  // A line that is not a step comes from a compromised process, and ends it.
  forEachLine(child.stdout, LINE_LIMITS, kill, (line) => {
    failure.step = parseJson(deckProcessStepSchema, line);
    if (failure.step.page > 0) countPicture();
    if (failure.step.page > 0 || failure.step.isOpening) cpuSecondsUntilDrawn ??= watch.cpuSeconds();
    if (failure.step.isOpening) {
      usage.reading ||= watch.cpuSeconds();
      if (canRedesign) reservedCpuSeconds = cpuSecondsReservedForRereading(usage.reading);
    }
    watch.nextStep(failure.step.page > 0 ? limits.pictureCpuSeconds : limits.stepCpuSeconds);
    onStep(failure.step);
  });
  signal.addEventListener('abort', kill, { once: true });
  try {
    const closing = new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (...exit) => resolve(exit));
    });
    child.stdin?.end('begin');
    const [code, signalName] = await closing;
    signal.throwIfAborted();
    // V8 aborts when its heap is full.
    if (code === OUT_OF_MEMORY_EXIT_CODE || signalName === 'SIGABRT') failure.why = 'memory';
    return code === 0 ? undefined : failure;
  } finally {
    watch.stop();
    usage.cpuSeconds = cpuSecondsBefore + watch.cpuSeconds();
    usage.untilDrawn += cpuSecondsUntilDrawn ?? watch.cpuSeconds();
    signal.removeEventListener('abort', kill);
  }
}

/** Milliseconds from the end of a process to the start of the next one: the rest of the import gets the processor first. */
const AHEAD_AFTER_MS = 1000;

// Without links in its path: permissions of Node compare paths.
const makeFolder = async (): Promise<string> => realpath(await mkdtemp(join(tmpdir(), 'deck-')));
const removeFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });

/** Sets whether an unfinished child process keeps this process running. */
function hold({ child }: DeckProcess, isHeld: boolean): void {
  const pipes = [child.stdin, child.stdout, child.stderr] as unknown as (Socket | null)[];
  for (const handle of [child, ...pipes]) {
    if (isHeld) handle?.ref();
    else handle?.unref();
  }
}

const hasEnded = ({ child }: DeckProcess): boolean => child.exitCode !== null || child.signalCode !== null;

/** Makes folders for decks, and starts the processes that read the deck in each folder. */
export interface DeckProcesses {
  /** Path of the module that draws slides, which every process may read; undefined: it is not installed. */
  makerFile: string | undefined;
  /** Makes a folder for one deck. Its first process may have been started before the deck came. @param longSide pixels of its pictures */
  open(longSide: number): Promise<DeckFolderProcesses>;
}

/** The parameters of one run of a process. */
export interface DeckProcessRunOptions {
  onStep(step: DeckProcessStep): void;
  /** True if a process that draws nothing can read the deck after this one. */
  canRedesign: boolean;
  /** The most pictures that add to the budget: those that it starts beyond them add nothing. */
  pictures: number;
}

/** The folder of one deck, and the processes that read the deck. */
export interface DeckFolderProcesses {
  /** Path of the folder. */
  folder: string;
  /** The processor time of its deck. */
  budget: DeckCpuBudget;
  /** The part of the budget that the processes of the folder have taken. */
  spent(): DeckCpuUsageWithTimeUntilDrawn;
  /** Reports whether another process would have enough processor time left to draw slides. */
  canDrawAgain(): boolean;
  /**
   * Reads the content of the folder in a process that has read nothing else.
   * @returns the failure, or undefined when there is a result
   * @throws the signal's reason after an abort
   */
  run(run: DeckProcessRunOptions, signal: AbortSignal): Promise<DeckProcessFailure | undefined>;
  /** Removes the folder, and ends a process that still waits in it. */
  close(): Promise<void>;
}

/**
 * Creates the folders and processes for decks.
 * @param program that each process runs
 * @param usualLimits limits for pictures of 1080p
 * @param isAhead starts the process for the next deck ahead: loading its program takes longer than reading a small deck
 */
export function createDeckProcesses(
  program: DeckProgram,
  usualLimits: DeckProcessLimits,
  isAhead: boolean,
): DeckProcesses {
  let waitingProcess: DeckProcess | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function startAhead(): Promise<void> {
    const startedProcess = startProcess(await makeFolder(), program, WARM_UP_ARGUMENT);
    hold(startedProcess, false);
    const forgetProcess = (): void => {
      if (waitingProcess !== startedProcess) return;
      waitingProcess = undefined;
      void removeFolder(startedProcess.folder);
    };
    startedProcess.child.once('error', forgetProcess).once('exit', forgetProcess);
    waitingProcess = startedProcess;
  }

  function planAhead(): void {
    if (!isAhead || waitingProcess) return;
    clearTimeout(timer);
    // If no process can be started now, the next deck starts one.
    timer = setTimeout(() => void startAhead().catch(() => undefined), AHEAD_AFTER_MS).unref();
  }

  return {
    makerFile: deckDrawingModulePath(dirname(fileURLToPath(PROGRAM)), program.environment.NODE_PATH),
    async open(longSide) {
      const limits = deckProcessLimitsForLongSide(longSide, usualLimits);
      let firstProcess = waitingProcess;
      waitingProcess = undefined;
      clearTimeout(timer);
      if (firstProcess) hold(firstProcess, true);
      const folder = firstProcess?.folder ?? (await makeFolder());
      const usage: DeckCpuUsageWithTimeUntilDrawn = { cpuSeconds: 0, reading: 0, pictures: 0, untilDrawn: 0 };
      return {
        folder,
        budget: limits.budget,
        spent: () => ({ ...usage }),
        canDrawAgain: () => canRestartDeckDrawing(limits.budget, usage),
        async run({ onStep, ...run }, signal) {
          signal.throwIfAborted();
          const earlyProcess = firstProcess && hasEnded(firstProcess) ? undefined : firstProcess;
          firstProcess = undefined;
          let hasBegun = false;
          const noteStep = (step: DeckProcessStep): void => {
            hasBegun = true;
            onStep(step);
          };
          const failure = await readToEnd(
            earlyProcess ?? startProcess(folder, program),
            { limits, usage, ...run, onStep: noteStep },
            signal,
          );
          // The system may have ended a process that waited; that is not a failure of this deck.
          if (!failure || !earlyProcess || hasBegun) return failure;
          return readToEnd(startProcess(folder, program), { limits, usage, ...run, onStep }, signal);
        },
        async close() {
          firstProcess?.child.kill('SIGKILL');
          await removeFolder(folder);
          planAhead();
        },
      };
    },
  };
}
