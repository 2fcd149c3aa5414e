import process from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes of memory outside of V8's heap from which on a collection is worth its time. */
const MIN_BYTES = 96 * 2 ** 20;

/**
 * Frees memory that is no longer used: that of an ended instance, and of the XML of a large deck. V8 would wait until its heap is full; it
 * does not know the memory limit of the process.
 */
export function freeMemory(): void {
  const { heapTotal, external, arrayBuffers } = process.memoryUsage();
  if (heapTotal + external + arrayBuffers < MIN_BYTES) return;
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
}
