import { expect, test } from 'vitest';
import { idrPicIdOf, withIdrPicId } from '#engine/video/h264/join/h264-frame-joiner.ts';
import { unescapeNal } from '#engine/video/h264/nal.ts';
import { parseParameterSets } from '#engine/video/h264/parameter-sets.ts';
import { parseSliceHeader } from '#engine/video/h264/slice-header.ts';
import { IDR, PPS, SECOND_IDR, SKIPPED_P, SPS, WITHOUT_CABAC } from '#test/support/video/x264-units.ts';

const SETS = parseParameterSets(SPS, PPS);

const sliceData = (nal: Uint8Array): string =>
  Buffer.from(unescapeNal(nal))
    .subarray(Math.ceil(parseSliceHeader(nal, SETS).dataPosition / 8))
    .toString('hex');

test('guard 5: an IDR picture gets another idr_pic_id, and its data stays as it is', () => {
  for (const id of [0, 1, 2, 3, 7, 65535]) {
    const changed = withIdrPicId(IDR, id, SETS);
    expect(idrPicIdOf(changed, SETS)).toBe(id);
    expect(sliceData(changed)).toBe(sliceData(IDR));
    expect(Buffer.from(withIdrPicId(changed, 0, SETS))).toEqual(IDR);
  }
});

test('the header comes out as x264 writes it for the same number', () => {
  const changed = Buffer.from(withIdrPicId(IDR, 1, SETS));
  // The last byte has x264's watermark.
  expect(changed.subarray(0, -1)).toEqual(SECOND_IDR.subarray(0, -1));
});

test('frames that are not IDR pictures, and data that cannot be moved, are refused', () => {
  expect(() => withIdrPicId(SKIPPED_P, 1, SETS)).toThrow('not a slice of an IDR picture');
  const [sps, pps, idr] = WITHOUT_CABAC as [Buffer, Buffer, Buffer];
  expect(() => withIdrPicId(idr, 1, parseParameterSets(sps, pps))).toThrow('arithmetic-coded');
});
