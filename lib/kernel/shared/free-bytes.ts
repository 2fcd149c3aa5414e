/**
 * Frees bytes at once. They are empty afterwards and must not be used. Large buffers that are left to the garbage collector wait for a
 * collection of the old generation, which is rare: after five renders of a video of 14 MB, 100 MB of files that had been sent were still in
 * memory. Bytes that are a part of a larger buffer are not freed, because other code may use the rest of it.
 */
export function freeBytes({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
