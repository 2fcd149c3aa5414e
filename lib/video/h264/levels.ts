import type { SequenceParameterSet } from './sps.ts';

/** Limits of a level (H.264, table A-1): macroblocks a second, macroblocks a frame, macroblocks held for reference. */
type Limits = readonly [perSecond: number, perFrame: number, held: number];

const LIMITS: Readonly<Record<number, Limits>> = {
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

type LevelledStream = Pick<SequenceParameterSet, 'level' | 'widthInMacroblocks' | 'heightInMacroblocks' | 'references'>;

/** Whether the level that a stream states allows its size, references and frame rate. An unknown level does not. */
export function levelAllows(sps: LevelledStream, fps: number): boolean {
  const limits = LIMITS[sps.level];
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
