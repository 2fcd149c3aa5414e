import { expect, test } from 'vitest';
import { assertEveryMacroblockSkipped } from '#engine/video/h264/cabac-skip.ts';
import { splitAnnexB, unescapeNal } from '#engine/video/h264/nal.ts';
import { parseParameterSets } from '#engine/video/h264/parameter-sets.ts';
import {
  extractSkippedFrameTemplate,
  skippedFrameUnit,
  synthesizeSkippedFramesAfterIdr,
} from '#engine/video/h264/skip-frames.ts';
import { parseSliceHeader } from '#engine/video/h264/slice-header.ts';
import {
  annexB,
  CODED_P,
  IDR,
  PPS,
  SECOND_IDR,
  SKIPPED_P,
  SPS,
  WATERMARKED_P,
  WITH_B_FRAMES,
  WITH_TWO_SLICES,
} from '#test/support/video/x264-units.ts';

const FORMAT = { width: 64, height: 48, fps: 30 };
const SETS = parseParameterSets(SPS, PPS);
const templateOf = (...units: Uint8Array[]) => extractSkippedFrameTemplate(annexB(units), FORMAT);

test('the slice header of a P frame is read', () => {
  expect(parseSliceHeader(SKIPPED_P, SETS)).toMatchObject({
    isIdr: false,
    isReference: true,
    firstMacroblock: 0,
    type: 0,
    frameNum: 1,
    references: 1,
    idrPicId: undefined,
  });
  expect(parseSliceHeader(WATERMARKED_P, SETS).frameNum).toBe(2);
  expect(parseSliceHeader(IDR, SETS)).toMatchObject({ isIdr: true, type: 2, frameNum: 0, idrPicId: 0 });
});

test('guard 3: the first P frame of a grey picture is a template', () => {
  const template = templateOf(SPS, PPS, IDR, SKIPPED_P, WATERMARKED_P);
  expect(Buffer.from(template.rbsp)).toEqual(SKIPPED_P);
  expect(template.frameNumBits).toBe(4);
});

const withByte = (unit: Buffer, at: number, value: number): Buffer => {
  const changed = Buffer.from(unit);
  changed[at] = value;
  return changed;
};

test.each([
  ['no P frame', [SPS, PPS, IDR], 'too few units'],
  ['no parameter sets', [IDR, SKIPPED_P], 'too few units'],
  ['another IDR picture in its place', [SPS, PPS, IDR, SECOND_IDR], 'not a P frame'],
  ['no IDR picture before it', [SPS, PPS, SKIPPED_P, SKIPPED_P], 'does not start with an IDR'],
  ['the second P frame', [SPS, PPS, IDR, WATERMARKED_P], 'frame_num is 2'],
  ['a P frame that changes something', [SPS, PPS, IDR, CODED_P], 'is not skipped'],
  ['a frame that no other may refer to', [SPS, PPS, IDR, withByte(SKIPPED_P, 0, 0x01)], 'no later frame may refer'],
  ['bytes behind the slice data', [SPS, PPS, IDR, Buffer.concat([SKIPPED_P, Buffer.of(0x80)])], 'bytes follow'],
  ['a slice that ends too early', [SPS, PPS, IDR, SKIPPED_P.subarray(0, 6)], 'ends'],
  ['a watermark in the trailing bits', [SPS, PPS, IDR, withByte(SKIPPED_P, 8, 0x17)], 'trailing bits'],
  ['two slices', WITH_TWO_SLICES, 'not a P frame'],
  ['B frames', WITH_B_FRAMES, 'pic_order_cnt_type'],
])('guard 3: a stream with %s gives no template', (_, units, message) => {
  expect(() => templateOf(...units)).toThrow(message);
  expect(() => templateOf(...units)).toThrow(expect.objectContaining({ name: 'UnsupportedStreamError' }));
});

test('guard 3: a cleared alignment bit is refused', () => {
  const header = parseSliceHeader(SKIPPED_P, SETS);
  expect(header.dataPosition % 8).not.toBe(0);
  const at = Math.floor(header.dataPosition / 8);
  const cleared = withByte(SKIPPED_P, at, (SKIPPED_P[at] ?? 0) & ~1);
  expect(() => templateOf(SPS, PPS, IDR, cleared)).toThrow('alignment');
});

test('every macroblock is counted: one more or one fewer than the slice has is refused', () => {
  const rbsp = unescapeNal(SKIPPED_P);
  const { dataPosition, qp, cabacInitIdc } = parseSliceHeader(SKIPPED_P, SETS);
  const slice = { rbsp, dataByte: Math.ceil(dataPosition / 8), qp, cabacInitIdc };
  expect(() => assertEveryMacroblockSkipped({ ...slice, macroblocks: 12 })).not.toThrow();
  for (const macroblocks of [1, 11, 13, 24]) {
    expect(() => assertEveryMacroblockSkipped({ ...slice, macroblocks })).toThrow();
  }
});

test('guard 4: frame_num restarts behind an IDR picture and counts on modulo 16', () => {
  const template = templateOf(SPS, PPS, IDR, SKIPPED_P);
  const frames = splitAnnexB(synthesizeSkippedFramesAfterIdr(template, 40).annexB);
  expect(frames.map((frame) => parseSliceHeader(frame, SETS).frameNum)).toEqual(
    Array.from({ length: 40 }, (_, i) => (i + 1) % 16),
  );
});

test('a synthesized frame differs from the template in frame_num alone', () => {
  const template = templateOf(SPS, PPS, IDR, SKIPPED_P);
  expect(Buffer.from(skippedFrameUnit(template, 1))).toEqual(SKIPPED_P);
  expect(Buffer.from(skippedFrameUnit(template, 2)).toString('hex')).toBe('419a420d7ffedaaa16');
});

test('a frame whose bytes would look like a start code is escaped', () => {
  const template = { ...templateOf(SPS, PPS, IDR, SKIPPED_P), rbsp: Buffer.from('419a0000011680', 'hex') };
  expect(Buffer.from(skippedFrameUnit(template, 0)).toString('hex')).toBe('419a000003011680');
});

test('prepared frames are the same in both forms, a shorter run is the start of a longer one', () => {
  const run = synthesizeSkippedFramesAfterIdr(templateOf(SPS, PPS, IDR, SKIPPED_P), 20);
  expect(run.first(0).annexB).toHaveLength(0);
  const three = run.first(3);
  expect(three.annexB).toEqual(run.annexB.subarray(0, three.annexB.length));
  const units = splitAnnexB(run.annexB);
  expect([...run.sizes]).toEqual(units.map(({ length }) => length + 4));
  const lengths = units.map(({ length }) => Buffer.of(0, 0, 0, length));
  expect(run.stored).toEqual(Buffer.concat(units.flatMap((unit, i) => [lengths[i] ?? unit, unit])));
  expect(() => run.first(21)).toThrow(RangeError);
});
