/**
 * The bytes, four to a word, the first lowest: every platform we run on is little-endian. A view where alignment allows it,
 * else a copy, so only for reading. What is left over beyond a multiple of four is not in it.
 */
export function pixelWords(bytes: Uint8Array): Int32Array {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes);
  return new Int32Array(aligned.buffer, aligned.byteOffset, aligned.length >> 2);
}
