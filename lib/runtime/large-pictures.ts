import { setFlagsFromString } from 'node:v8';

/**
 * Raw pictures of 8 to 33 MB come and go by the dozen, outside of V8's heap. By its own rule V8 marks the whole heap for
 * every 64 MB of them: half of the time that drawing took (362 full collections in a benchmark of 12 short videos). With
 * this it counts them as memory like any other: 60 slides at 1080p were drawn and encoded in 1.37 and 1.44 s instead of
 * 1.79 and 2.16 s, in alternating runs. To be called before the first picture is made; where a V8 no longer knows the
 * option, nothing happens.
 */
export const expectLargePictures = (): void => setFlagsFromString('--external-memory-accounted-in-global-limit');
