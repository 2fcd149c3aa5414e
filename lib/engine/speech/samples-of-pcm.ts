/**
 * The samples of a sound, without a copy if the alignment of its bytes allows that.
 * @param pcm signed 16 bit, little endian
 */
export const samplesOfPcm = (pcm: Buffer): Int16Array =>
  pcm.byteOffset % 2 === 0
    ? new Int16Array(pcm.buffer, pcm.byteOffset, pcm.length / 2)
    : new Int16Array(Uint8Array.from(pcm).buffer);
