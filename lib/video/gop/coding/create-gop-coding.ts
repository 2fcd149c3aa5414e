import type { Codec, VideoSettings } from '../../settings.ts';
import { Av1Coding } from './av1-coding.ts';
import type { GopCoding } from './gop-coding.ts';
import { HevcCoding } from './hevc-coding.ts';
import { Vp9Coding } from './vp9-coding.ts';
/** Whether copy frames are written for a codec. For the others a whole GOP is encoded and repeated. */
export const hasCopyFrames = (codec: Codec): boolean => codec === 'h265' || codec === 'vp9';

/** @throws RangeError for H.264, whose clips are joined frame by frame (h264/join) */
export function createGopCoding(settings: VideoSettings): GopCoding {
  switch (settings.codec) {
    case 'h265':
      return new HevcCoding();
    case 'vp9':
      return new Vp9Coding(settings);
    case 'av1':
      return new Av1Coding(settings);
    case 'h264':
      throw new RangeError('H.264 clips are not made of GOPs');
  }
}
