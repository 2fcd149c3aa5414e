/**
 * The process that reads one deck: JavaScript and WebAssembly. Node's permissions leave it its program and its folder, which is its working directory
 * (`deckPermissions`): no other file, no native code, no process, no thread; the network is taken away:
 * `job.json`, `deck` and perhaps `pdf` are there when its input ends, `result.json` and pictures when it does. It writes a line for each
 * step that it starts; its parent ends it when a step takes too long, or the process takes too much memory. Input without a word
 * means that there is no deck: its parent is gone.
 */

import { readFile, writeFile } from 'node:fs/promises';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { parseJson } from '#kernel/shared/parse-json.ts';
import { boundWasmMemory, OUT_OF_MEMORY } from './bound-wasm-memory.ts';
import { DECK_BUDGET } from './deck-budget.ts';
import { deckTask } from './deck-task.ts';
import { EARLY } from './early.ts';
import { sealNetwork } from './seal-process.ts';
import { takeDeck } from './take-deck.ts';

/** With the rest of the process it stays below its limit (DECK_PROCESS_LIMITS). Real decks take up to 270 MB in all. */
const MAX_WASM_BYTES = 352 * 2 ** 20;

/** A slide as most decks have them, some times over: what has run before runs faster. */
const WARM_UP = '# A title\n\n- a point\n- **another** point\n\nNote: what is said about it.\n\n---\n\n'.repeat(30);

/** Reads a deck of no client, before there is one. */
const warmUp = (): Promise<unknown> =>
  takeDeck(
    {
      ...{ look: 'auto', pdf_text: 'none', long_side: 1, max_slides: 100, hasPdf: false, skipped: [], fetched: {} },
      ...{ budget: DECK_BUDGET, spent_cpu_seconds: 0 },
    },
    {
      read: async () => Buffer.from(WARM_UP),
      write: async () => undefined,
      begin: () => undefined,
      cpuSeconds: () => 0,
    },
  );

sealNetwork();
const wasExceeded = boundWasmMemory(MAX_WASM_BYTES);
if (process.argv.includes(EARLY)) await warmUp();
if ((await text(process.stdin)) === '') process.exit(0);
const cpuBefore = process.cpuUsage();
/** CPU seconds since the deck was there. */
function cpuSeconds(): number {
  const { user, system } = process.cpuUsage(cpuBefore);
  return (user + system) / 1e6;
}
const task = parseJson(deckTask, await readFile('job.json', 'utf8'));
try {
  const result = await takeDeck(task, {
    read: (name) => readFile(name),
    write: (name, bytes) => writeFile(name, bytes),
    begin: (step) => void process.stdout.write(`${JSON.stringify(step)}\n`),
    cpuSeconds,
  });
  // PDFium takes a file for damaged when it has no memory for it.
  if ('refusal' in result && wasExceeded()) process.exitCode = OUT_OF_MEMORY;
  else await writeFile('result.json', JSON.stringify(result));
} catch (error) {
  if (!wasExceeded()) throw error;
  process.exitCode = OUT_OF_MEMORY;
}
