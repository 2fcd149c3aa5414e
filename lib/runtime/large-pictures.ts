import { setFlagsFromString } from 'node:v8';

/** 1080p: what is larger is collected as V8 does it by itself, for the sake of memory. */
const MAX_PIXELS = 1920 * 1080;
/** With so many bytes outside of the heap it is time to collect: an hour of slides had grown a worker to 526 MiB. */
const MAX_BYTES = 128 * 2 ** 20;

/**
 * Raw pictures of some 8 MB come and go by the dozen, outside of V8's heap. By its own rule V8 marks the whole heap for
 * every 64 MB of them: half of the time that drawing took (362 full collections in a benchmark of 12 short videos). With
 * this it counts them as memory like any other: 60 slides at 1080p were drawn and encoded in 1.37 and 1.44 s instead of
 * 1.79 and 2.16 s, in alternating runs. Only for standing pictures: where things move the encoder takes most of the time,
 * and the peak of memory rose to 500 MiB at 1080p and over 1 GiB at 2160p. To be called for every picture.
 */
export function collectFor(
  pictures: 'standing' | 'moving',
  { width, height }: { width: number; height: number },
): void {
  const { external } = process.memoryUsage();
  const seldom = pictures === 'standing' && width * height <= MAX_PIXELS && external < MAX_BYTES;
  setFlagsFromString(`--${seldom ? '' : 'no-'}external-memory-accounted-in-global-limit`);
}
