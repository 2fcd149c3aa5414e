import { createHash } from 'node:crypto';
import { UnsupportedStreamError } from '../bits/stream-errors.ts';
import type { PictureFormat } from '../settings.ts';
import { levelAllows } from './levels.ts';
import { START_CODE } from './nal.ts';
import { parsePps } from './pps.ts';
import type { ParameterSets } from './slice-header.ts';
import { parseSps } from './sps.ts';

/** An SPS and a PPS: as NAL units, and parsed. */
export interface CodedParameterSets extends ParameterSets {
  spsNal: Uint8Array;
  ppsNal: Uint8Array;
}

/** @throws BitstreamError when one of them cannot be read. */
export function readParameterSets(spsNal: Uint8Array, ppsNal: Uint8Array): CodedParameterSets {
  return { spsNal, ppsNal, sps: parseSps(spsNal), pps: parsePps(ppsNal) };
}

/** SHA-256 (hex) over both units. Streams with the same hash can be joined without encoding. */
export const parameterSetsHash = ({ spsNal, ppsNal }: Pick<CodedParameterSets, 'spsNal' | 'ppsNal'>): string =>
  createHash('sha256').update(spsNal).update(ppsNal).digest('hex');

/** Both units in Annex B, as before every IDR picture. */
export const annexBParameterSets = ({ spsNal, ppsNal }: Pick<CodedParameterSets, 'spsNal' | 'ppsNal'>): Uint8Array =>
  Buffer.concat([START_CODE, spsNal, START_CODE, ppsNal]);

/** Guard 1: a repeated parameter set equals the first one, byte for byte. @throws UnsupportedStreamError */
export function assertSameParameterSet(expected: Uint8Array, found: Uint8Array): void {
  if (Buffer.compare(expected, found) !== 0)
    throw new UnsupportedStreamError('parameter_sets', 'they differ within the video');
}

/**
 * Guard 2: frames are shown in decoding order and refer to the frame before, so that a skipped frame repeats exactly
 * the picture shown; and the level allows size and rate, for decoders that rely on it. @throws UnsupportedStreamError
 */
export function assertSkippableSequence({ sps, pps }: ParameterSets, { width, height, fps }: PictureFormat): void {
  const fail = (message: string): never => {
    throw new UnsupportedStreamError('sequence', message);
  };
  if (sps.pictureOrderType !== 2) fail('pic_order_cnt_type is not 2');
  if (sps.references !== 1 || pps.references !== 1) fail('more or fewer reference frames than one');
  if (sps.frameNumGaps) fail('gaps in frame_num are allowed');
  if ((sps.reorderFrames ?? 0) !== 0) fail('frames may be reordered');
  if (!sps.framesOnly) fail('fields are allowed');
  if (sps.chromaFormat !== 1 || sps.bitDepthLuma !== 8 || sps.bitDepthChroma !== 8) fail('not 8-bit 4:2:0');
  if (sps.width !== width || sps.height !== height) fail(`the pictures are ${sps.width}x${sps.height}`);
  if (!levelAllows(sps, fps)) fail(`level ${sps.level / 10} does not allow ${width}x${height} at ${fps} fps`);
  if (!pps.cabac || pps.weightedPrediction || pps.redundantPictures) fail('an unexpected picture parameter set');
}
