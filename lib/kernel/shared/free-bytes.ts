/**
 * Frees bytes now. They are empty afterwards and must not be used. Left to the collector, large buffers wait for a collection of the
 * old generation, which comes seldom: five renders of a video of 14 MB left 100 MB of files behind that had been sent. Bytes that lie
 * in a larger buffer stay: the others in it belong to somebody else.
 */
export function freeBytes({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
