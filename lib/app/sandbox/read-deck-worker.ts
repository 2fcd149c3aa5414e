/**
 * The process that reads one deck. It runs JavaScript and WebAssembly only. Node's permissions (`deckProcessPermissionOptions`) give it its
 * program and its working directory, and no other file, native code, process or thread; `removeNetworkFromProcess` removes the network.
 *
 * Its folder contains `job.json`, `deck` and perhaps `pdf` when its input ends, and `result.json` and pictures when the process ends.
 * It writes a line of JSON for each step that it starts. Its parent ends it when a step takes too long, or when it takes too much
 * memory. Empty input means that the parent has ended: there is no deck.
 */

import { readFile, writeFile } from 'node:fs/promises';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { parseJson } from '#kernel/shared/parse-json.ts';
import { USUAL_DECK_CPU_BUDGET } from './deck-budget.ts';
import { deckProcessTaskSchema } from './deck-process-task.ts';
import { WARM_UP_ARGUMENT } from './early.ts';
import { limitWasmMemoryOfProcess, OUT_OF_MEMORY_EXIT_CODE } from './limit-wasm-memory-of-process.ts';
import { removeNetworkFromProcess } from './seal-process.ts';
import { readDeckInFolder } from './take-deck.ts';

/**
 * The most bytes of WebAssembly memory. Together with the rest of the process, they are below the limit of the process
 * (`DECK_PROCESS_LIMITS`).
 */
const MAX_WASM_BYTES = 352 * 2 ** 20;

/** A typical slide, 30 times. Reading it compiles the code that most decks need. */
const WARM_UP_DECK = '# A title\n\n- a point\n- **another** point\n\nNote: what is said about it.\n\n---\n\n'.repeat(
  30,
);

/** Reads a deck that belongs to no client, before the first one arrives. */
const warmUp = (): Promise<unknown> =>
  readDeckInFolder(
    {
      look: 'auto',
      pdf_text: 'none',
      long_side: 1,
      max_slides: 100,
      has_pdf: false,
      skipped: [],
      fetched: {},
      budget: USUAL_DECK_CPU_BUDGET,
      spent_cpu_seconds: 0,
      started_pictures: 0,
      cpu_time_factor: 1,
    },
    {
      read: async () => Buffer.from(WARM_UP_DECK),
      write: async () => undefined,
      startStep: () => undefined,
      cpuSeconds: () => 0,
    },
  );

removeNetworkFromProcess();
const wasMemoryExceeded = limitWasmMemoryOfProcess(MAX_WASM_BYTES);
if (process.argv.includes(WARM_UP_ARGUMENT)) await warmUp();
if ((await text(process.stdin)) === '') process.exit(0);
const cpuBefore = process.cpuUsage();
const task = parseJson(deckProcessTaskSchema, await readFile('job.json', 'utf8'));
/** CPU seconds of a usual machine that this process has taken since its deck arrived. */
function cpuSeconds(): number {
  const { user, system } = process.cpuUsage(cpuBefore);
  return (user + system) / 1e6 / task.cpu_time_factor;
}
try {
  const result = await readDeckInFolder(task, {
    read: (name) => readFile(name),
    write: (name, bytes) => writeFile(name, bytes),
    startStep: (step) => void process.stdout.write(`${JSON.stringify(step)}\n`),
    cpuSeconds,
  });
  // PDFium reports a file as damaged if it cannot allocate memory.
  if ('refusal' in result && wasMemoryExceeded()) process.exitCode = OUT_OF_MEMORY_EXIT_CODE;
  else await writeFile('result.json', JSON.stringify(result));
} catch (error) {
  if (!wasMemoryExceeded()) throw error;
  process.exitCode = OUT_OF_MEMORY_EXIT_CODE;
}
