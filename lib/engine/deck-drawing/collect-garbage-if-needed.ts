import process from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The fewest bytes of memory outside V8's heap for which a collection is worth its time. */
const MIN_BYTES = 96 * 2 ** 20;

/**
 * Frees memory that is no longer used, such as that of an ended instance or of a large deck's XML. V8 would wait until its heap is full,
 * because it does not know the memory limit of the process.
 */
export function collectGarbageIfNeeded(): void {
  const { heapTotal, external, arrayBuffers } = process.memoryUsage();
  if (heapTotal + external + arrayBuffers < MIN_BYTES) return;
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
}
