import process from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** A heap of this size, in bytes, is worth the time that a collection takes. */
const LARGE = 96 * 2 ** 20;

/**
 * Gives back the memory that nothing names any more: that of an instance that ended, and of the XML of a large deck. V8 would wait until its
 * own heap is full, and knows nothing of the limit for the process as a whole.
 */
export function freeMemory(): void {
  const { heapTotal, external, arrayBuffers } = process.memoryUsage();
  if (heapTotal + external + arrayBuffers < LARGE) return;
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
}
