/**
 * Frees the memory of a buffer now. The bytes are empty afterwards and must not be used. The garbage collector frees large buffers only with
 * a collection of the old generation, which is rare: after five renders of a video of 14 MB, 100 MB of sent files were still in memory.
 * Bytes that are a part of a larger buffer are not freed, because other code may use the rest of it.
 */
export function freeBufferMemory({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
