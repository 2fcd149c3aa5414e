/**
 * A process of the fuzz of decks: reads decks as the isolated process does, with its permissions, without a network, one deck a message. It
 * reads many, and answers with what it would leave.
 */
import process from 'node:process';
import type { DeckProcessTask } from '#app/sandbox/deck-process-task.ts';
import { limitWasmMemoryOfProcess } from '#app/sandbox/limit-wasm-memory-of-process.ts';
import { removeNetworkFromProcess } from '#app/sandbox/seal-process.ts';
import { readDeckInFolder } from '#app/sandbox/take-deck.ts';

/** Messages to a child, and from it. */
export interface FuzzDeck {
  deck: Uint8Array;
  task: DeckProcessTask;
}
export type FuzzedDeck =
  | { result: string; files: readonly string[]; wasExceeded: boolean }
  | { error: string; wasExceeded: boolean };

const MAX_WASM_BYTES = 352 * 2 ** 20;

removeNetworkFromProcess();
const wasExceeded = limitWasmMemoryOfProcess(MAX_WASM_BYTES);

async function read({ deck, task }: FuzzDeck): Promise<FuzzedDeck> {
  const files = new Set<string>();
  try {
    const result = await readDeckInFolder(task, {
      read: async () => Buffer.from(deck),
      write: async (name) => void files.add(name),
      startStep: () => undefined,
      cpuSeconds: () => 0,
    });
    return { result: JSON.stringify(result), files: [...files], wasExceeded: wasExceeded() };
  } catch (error) {
    const said = error instanceof Error ? `${error.stack}\n${String(error.cause ?? '')}` : String(error);
    return { error: said.slice(0, 3000), wasExceeded: wasExceeded() };
  }
}

process.on('message', async (job: FuzzDeck) => {
  process.send?.(await read(job));
});
process.on('disconnect', () => process.exit(0));
