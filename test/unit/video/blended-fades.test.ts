import { expect, test } from 'vitest';
import { BitReader } from '#engine/video/bits/bit-io.ts';
import { BitstreamError, UnsupportedStreamError } from '#engine/video/bits/stream-errors.ts';
import { BLEND_WEIGHT_SUM, BlendedFrameEncoder } from '#engine/video/h264/blended-frame-encoder.ts';
import {
  nonIdrIntraSlice,
  parameterSetsWithDisplayOrder,
  rewriteSliceForDisplayOrder,
} from '#engine/video/h264/display-order.ts';
import { nalRefIdc, nalType, unescapeNal } from '#engine/video/h264/nal.ts';
import { parseParameterSets } from '#engine/video/h264/parameter-sets.ts';
import { parseSliceHeader, readPictureOrderCountLsb, sliceType } from '#engine/video/h264/slice-header.ts';
import {
  CODED_P,
  IDR,
  PPS,
  SKIPPED_P,
  SPS,
  SPS_BY_FORMAT,
  WITH_B_FRAMES,
  WITHOUT_CABAC,
} from '#test/support/video/x264-units.ts';

const SETS = parseParameterSets(SPS, PPS);
const ORDERED = parameterSetsWithDisplayOrder(SETS, 30);

test.each(Object.entries({ ...SPS_BY_FORMAT, 'small pictures': SPS }))(
  'guard 8: parameter sets of %s change in display order and weights alone',
  (format, spsNal) => {
    const before = parseParameterSets(spsNal, PPS);
    const { sps, pps } = parameterSetsWithDisplayOrder(before, Number(format.split(' at ')[1] ?? 30));
    const { pictureOrderRange: _order, reorderRange: _reorder, ...kept } = before.sps;
    const changed = { pictureOrderType: 0, pictureOrderBits: 12, references: 2, reorderFrames: 1 };
    expect(sps).toMatchObject({ ...kept, ...changed });
    expect(pps).toEqual({ ...before.pps, bipredWeights: 1 });
  },
);

test('guard 8: a stream that has a display order, or whose level has one picture only, is refused', () => {
  expect(() => parameterSetsWithDisplayOrder(ORDERED, 30)).toThrow(UnsupportedStreamError);
  const [sps = SPS, pps = PPS] = WITH_B_FRAMES;
  expect(() => parameterSetsWithDisplayOrder(parseParameterSets(sps, pps), 30)).toThrow(UnsupportedStreamError);
  const atLevel1 = { ...SETS, spsNal: Buffer.from(SPS) };
  atLevel1.spsNal[3] = 9;
  expect(() => parameterSetsWithDisplayOrder(atLevel1, 30)).toThrow('does not allow two references');
});

/** The bytes behind the header of a slice. */
const dataOf = (rbsp: Uint8Array, position: number): Buffer => Buffer.from(rbsp.subarray(Math.ceil(position / 8)));

test.each([
  ['an IDR picture', IDR, 0],
  ['a skipped frame', SKIPPED_P, 1],
  ['a coded frame', CODED_P, 2047],
] as const)('guard 8: %s keeps its data, and says where it is shown', (_, nal, shown) => {
  const placed = rewriteSliceForDisplayOrder(nal, SETS, { shown });
  expect(readPictureOrderCountLsb(placed, ORDERED.sps)).toBe(2 * shown);
  const data = dataOf(unescapeNal(nal), parseSliceHeader(nal, SETS).dataPosition);
  expect(Buffer.from(unescapeNal(placed)).subarray(-data.length)).toEqual(data);
  expect(placed[0]).toBe(nal[0]);
});

const hasStartCode = (nal: Uint8Array): boolean =>
  nal.some((byte, at) => at >= 2 && byte < 3 && nal[at - 1] === 0 && nal[at - 2] === 0);

test.each([[[0, 0, 3, 1, 9]], [[0, 0, 3, 0, 0, 3, 2, 7]], [[5, 0, 0, 3, 1]]])(
  'guard 8: wherever a header ends, data %j make no start code with it',
  (escaped) => {
    const header = parseSliceHeader(IDR, SETS);
    const head = unescapeNal(IDR).subarray(0, Math.ceil(header.dataPosition / 8));
    const data = Buffer.from(unescapeNal(Buffer.from(escaped)));
    for (let shown = 0; shown < 2048; shown++) {
      const placed = rewriteSliceForDisplayOrder(Buffer.concat([head, Buffer.from(escaped)]), SETS, { shown });
      expect(hasStartCode(placed)).toBe(false);
      expect(Buffer.from(unescapeNal(placed)).subarray(-data.length)).toEqual(data);
    }
  },
);

test('guard 8: the picture that a fade ends with is an I picture within its GOP, with the data of the IDR picture', () => {
  const slice = nonIdrIntraSlice(IDR, SETS, { shown: 20, frameNum: 9 });
  expect([nalType(slice), nalRefIdc(slice), sliceType(slice)]).toEqual([1, nalRefIdc(IDR), 2]);
  expect(readPictureOrderCountLsb(slice, ORDERED.sps)).toBe(40);
  const r = new BitReader(unescapeNal(slice), 8);
  expect([r.ue(), r.ue() % 5, r.ue(), r.u(SETS.sps.frameNumBits)]).toEqual([0, 2, 0, 9]);
  const data = dataOf(unescapeNal(IDR), parseSliceHeader(IDR, SETS).dataPosition);
  expect(Buffer.from(unescapeNal(slice)).subarray(-data.length)).toEqual(data);
  expect(() => nonIdrIntraSlice(SKIPPED_P, SETS, { shown: 1, frameNum: 1 })).toThrow(BitstreamError);
});

test('guard 8: a blended frame is a B slice that no other refers to, with the weights of both pictures', () => {
  const nal = new BlendedFrameEncoder(ORDERED).nal({ shown: 7, frameNum: 3, weight: 40 });
  expect([nalType(nal), nalRefIdc(nal), sliceType(nal), readPictureOrderCountLsb(nal, ORDERED.sps)]).toEqual([
    1, 0, 1, 14,
  ]);
  const r = new BitReader(unescapeNal(nal), 8);
  for (let i = 0; i < 3; i++) r.ue();
  expect(r.u(ORDERED.sps.frameNumBits)).toBe(3);
  r.u(12);
  expect([r.bit(), r.bit(), r.bit(), r.bit()]).toEqual([1, 0, 0, 0]);
  expect([r.ue(), r.ue()]).toEqual([6, 6]);
  const weights = () => [r.bit(), r.se(), r.se(), r.bit(), r.se(), r.se(), r.se(), r.se()];
  expect(weights()).toEqual([1, 88, 0, 1, 88, 0, 88, 0]);
  expect(weights()).toEqual([1, 40, 0, 1, 40, 0, 40, 0]);
});

test.each([0, BLEND_WEIGHT_SUM, 1.5])('a weight of %d cannot be stated', (weight) => {
  expect(() => new BlendedFrameEncoder(ORDERED).nal({ shown: 1, frameNum: 1, weight })).toThrow(RangeError);
});

test('slices that are not arithmetic-coded are refused', () => {
  const [sps = SPS, pps = PPS, idr = IDR] = WITHOUT_CABAC;
  expect(() => rewriteSliceForDisplayOrder(idr, parseParameterSets(sps, pps), { shown: 0 })).toThrow(BitstreamError);
});
