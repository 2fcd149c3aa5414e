import { expect, test } from 'vitest';
import { BitstreamError } from '#engine/video/bits/stream-errors.ts';
import {
  assertSameParameterSet,
  assertStreamAllowsSkippedFrames,
  doesLevelAllowStream,
  parameterSetsHash,
  parseParameterSets,
} from '#engine/video/h264/parameter-sets.ts';
import { parsePps } from '#engine/video/h264/pps.ts';
import { parseSps } from '#engine/video/h264/sps.ts';
import {
  PPS,
  SPS,
  SPS_BY_FORMAT,
  WITH_B_FRAMES,
  WITH_THREE_REFERENCES,
  WITH_WEIGHTS,
  WITHOUT_CABAC,
} from '#test/support/video/x264-units.ts';

test.each([
  ['1920x1080 at 30', { level: 40, widthInMacroblocks: 120, heightInMacroblocks: 68, width: 1920, height: 1080 }],
  ['1920x1080 at 60', { level: 42, widthInMacroblocks: 120, heightInMacroblocks: 68, width: 1920, height: 1080 }],
  ['854x480 at 24', { level: 30, widthInMacroblocks: 54, heightInMacroblocks: 30, width: 854, height: 480 }],
  ['1080x1350 at 30', { level: 40, widthInMacroblocks: 68, heightInMacroblocks: 85, width: 1080, height: 1350 }],
  ['3840x2160 at 60', { level: 52, widthInMacroblocks: 240, heightInMacroblocks: 135, width: 3840, height: 2160 }],
] as const)('the SPS of %s tells its cropped size, level and BT.709 colours', (format, expected) => {
  const sps = parseSps(SPS_BY_FORMAT[format]);
  expect(sps).toMatchObject({
    ...expected,
    profile: 100,
    chromaFormat: 1,
    frameNumBits: 4,
    pictureOrderType: 2,
    references: 1,
    framesOnly: true,
    reorderFrames: 0,
    colour: { primaries: 1, transfer: 1, matrix: 1, fullRange: false },
  });
  const { timing } = sps;
  expect(timing && timing.timeScale / timing.unitsInTick / 2).toBe(Number(format.split(' at ')[1]));
});

test('the PPS tells how slices are coded', () => {
  expect(parsePps(PPS)).toEqual({
    id: 0,
    cabac: true,
    fieldOrderPresent: false,
    sliceGroups: 1,
    references: 1,
    weightedPrediction: false,
    bipredWeights: 0,
    bipredPosition: 16,
    initialQp: 26,
    deblockingControl: true,
    redundantPictures: false,
  });
});

test('units of another type and cut units are refused', () => {
  expect(() => parseSps(PPS)).toThrow(BitstreamError);
  expect(() => parsePps(SPS)).toThrow(BitstreamError);
  expect(() => parseSps(SPS.subarray(0, 8))).toThrow(BitstreamError);
});

test('guard 1: another parameter set within a video is refused', () => {
  expect(() => assertSameParameterSet(SPS, Buffer.from(SPS))).not.toThrow();
  expect(() => assertSameParameterSet(SPS, SPS_BY_FORMAT['854x480 at 24'])).toThrow('parameter_sets');
  expect(parameterSetsHash({ spsNal: SPS, ppsNal: PPS })).toMatch(/^[0-9a-f]{64}$/);
  expect(parameterSetsHash({ spsNal: SPS, ppsNal: PPS })).not.toBe(parameterSetsHash({ spsNal: PPS, ppsNal: SPS }));
});

const SMALL = { width: 64, height: 48, fps: 30 };

test('guard 2: the sequence of our settings is accepted', () => {
  expect(() => assertStreamAllowsSkippedFrames(parseParameterSets(SPS, PPS), SMALL)).not.toThrow();
});

test.each([
  ['B frames', WITH_B_FRAMES, 'pic_order_cnt_type'],
  ['three references', WITH_THREE_REFERENCES, 'reference frames'],
  ['no arithmetic coding', WITHOUT_CABAC, 'picture parameter set'],
  ['weighted prediction', WITH_WEIGHTS, 'picture parameter set'],
] as const)('guard 2: a sequence with %s is refused', (_, [sps, pps], message) => {
  expect(() => assertStreamAllowsSkippedFrames(parseParameterSets(sps as Buffer, pps as Buffer), SMALL)).toThrow(
    message,
  );
});

test.each([
  ['chroma 4:4:4', { chromaFormat: 3 }, '4:2:0'],
  ['10 bits', { bitDepthLuma: 10 }, '4:2:0'],
  ['fields', { framesOnly: false }, 'fields'],
  ['reordering', { reorderFrames: 1 }, 'reordered'],
  ['gaps in frame_num', { frameNumGaps: true }, 'gaps'],
  ['another width', { width: 66 }, '66x48'],
  ['a level too low', { level: 9 }, 'level'],
] as const)('guard 2: %s is refused', (_, change, message) => {
  const sets = parseParameterSets(SPS, PPS);
  expect(() => assertStreamAllowsSkippedFrames({ ...sets, sps: { ...sets.sps, ...change } }, SMALL)).toThrow(message);
});

test.each([
  ['1080p30 in level 4.0', 40, 120, 68, 30, true],
  ['1080p60 in level 4.0', 40, 120, 68, 60, false],
  ['1080p60 in level 4.2', 42, 120, 68, 60, true],
  ['2160p30 in level 5.1', 51, 240, 135, 30, true],
  ['2160p60 in level 5.1', 51, 240, 135, 60, false],
  ['2160p60 in level 5.2', 52, 240, 135, 60, true],
  ['a frame too large for level 3.1', 31, 120, 68, 1, false],
  ['a side too long for its level', 10, 30, 3, 1, false],
  ['a level that does not exist', 47, 4, 3, 30, false],
] as const)('%s: allowed is %5$s', (_, level, widthInMacroblocks, heightInMacroblocks, fps, allowed) => {
  expect(doesLevelAllowStream({ level, widthInMacroblocks, heightInMacroblocks, references: 1 }, fps)).toBe(allowed);
});

test('a level limits the number of references of a size', () => {
  const sps = { level: 40, widthInMacroblocks: 120, heightInMacroblocks: 68 };
  expect(doesLevelAllowStream({ ...sps, references: 4 }, 30)).toBe(true);
  expect(doesLevelAllowStream({ ...sps, references: 5 }, 30)).toBe(false);
});
