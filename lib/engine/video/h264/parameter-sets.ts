import { createHash } from 'node:crypto';
import { UnsupportedStreamError } from '../bits/stream-errors.ts';
import type { PictureSizeAndRate } from '../settings.ts';
import { ANNEX_B_START_CODE } from './nal.ts';
import { parsePps } from './pps.ts';
import type { ParameterSets } from './slice-header.ts';
import { parseSps, type SequenceParameterSet } from './sps.ts';

/** An SPS and a PPS: as NAL units, and parsed. */
export interface CodedParameterSets extends ParameterSets {
  spsNal: Uint8Array;
  ppsNal: Uint8Array;
}

/** Parses the NAL units of an SPS and a PPS. @throws BitstreamError when one of them cannot be read */
export function parseParameterSets(spsNal: Uint8Array, ppsNal: Uint8Array): CodedParameterSets {
  return { spsNal, ppsNal, sps: parseSps(spsNal), pps: parsePps(ppsNal) };
}

/** SHA-256 (hex) of the NAL units of an SPS and a PPS. Streams with the same hash can be joined without encoding. */
export const parameterSetsHash = ({ spsNal, ppsNal }: Pick<CodedParameterSets, 'spsNal' | 'ppsNal'>): string =>
  createHash('sha256').update(spsNal).update(ppsNal).digest('hex');

/** The NAL units of an SPS and a PPS in Annex B, as before every IDR picture. */
export const annexBParameterSets = ({ spsNal, ppsNal }: Pick<CodedParameterSets, 'spsNal' | 'ppsNal'>): Uint8Array =>
  Buffer.concat([ANNEX_B_START_CODE, spsNal, ANNEX_B_START_CODE, ppsNal]);

/** Guard 1: a repeated parameter set equals the first one, byte for byte. @throws UnsupportedStreamError */
export function assertSameParameterSet(expected: Uint8Array, actual: Uint8Array): void {
  if (Buffer.compare(expected, actual) !== 0)
    throw new UnsupportedStreamError('parameter_sets', 'they differ within the video');
}

/**
 * Guard 2: frames are shown in decoding order and refer to the frame before, so that a skipped frame repeats exactly the picture that is
 * shown. The level allows the size and the rate, on which some decoders rely. @throws UnsupportedStreamError
 */
export function assertStreamAllowsSkippedFrames(
  { sps, pps }: ParameterSets,
  { width, height, fps }: PictureSizeAndRate,
): void {
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
  if (!doesLevelAllowStream(sps, fps)) fail(`level ${sps.level / 10} does not allow ${width}x${height} at ${fps} fps`);
  if (!pps.cabac || pps.weightedPrediction || pps.redundantPictures) fail('an unexpected picture parameter set');
}

/** Limits of a level (H.264, table A-1): macroblocks per second, macroblocks per frame, macroblocks that are kept for reference. */
type LevelLimits = readonly [perSecond: number, perFrame: number, held: number];

const LEVEL_LIMITS: Readonly<Record<number, LevelLimits>> = {
  10: [1_485, 99, 396],
  11: [3_000, 396, 900],
  12: [6_000, 396, 2_376],
  13: [11_880, 396, 2_376],
  20: [11_880, 396, 2_376],
  21: [19_800, 792, 4_752],
  22: [20_250, 1_620, 8_100],
  30: [40_500, 1_620, 8_100],
  31: [108_000, 3_600, 18_000],
  32: [216_000, 5_120, 20_480],
  40: [245_760, 8_192, 32_768],
  41: [245_760, 8_192, 32_768],
  42: [522_240, 8_704, 34_816],
  50: [589_824, 22_080, 110_400],
  51: [983_040, 36_864, 184_320],
  52: [2_073_600, 36_864, 184_320],
  60: [4_177_920, 139_264, 696_320],
  61: [8_355_840, 139_264, 696_320],
  62: [16_711_680, 139_264, 696_320],
};

type StreamWithLevel = Pick<
  SequenceParameterSet,
  'level' | 'widthInMacroblocks' | 'heightInMacroblocks' | 'references'
>;

/** Reports whether the level that a stream states allows its size, references and frame rate; false for an unknown level. */
export function doesLevelAllowStream(sps: StreamWithLevel, fps: number): boolean {
  const limits = LEVEL_LIMITS[sps.level];
  if (!limits) return false;
  const [perSecond, perFrame, held] = limits;
  const macroblocks = sps.widthInMacroblocks * sps.heightInMacroblocks;
  const longestSide = Math.max(sps.widthInMacroblocks, sps.heightInMacroblocks);
  return (
    macroblocks <= perFrame &&
    longestSide ** 2 <= 8 * perFrame &&
    macroblocks * fps <= perSecond &&
    macroblocks * Math.max(1, sps.references) <= held
  );
}
