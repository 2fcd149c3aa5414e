import { expect, test } from 'vitest';
import { UnsupportedStreamError } from '#engine/video/bits/stream-errors.ts';
import { findVp9KeyFrameHeader } from '#engine/video/elementary/vp9-reader.ts';
import { HevcCopyFrames } from '#engine/video/hevc/copy-frames.ts';
import { parseHevcPps, parseHevcSps } from '#engine/video/hevc/parameter-sets.ts';
import { vp9CopyFrame } from '#engine/video/vp9/copy-frame.ts';

// Written by x265 for pictures of 64 x 64.
const SPS = Buffer.from('42010101600000030090000003000003001ea020810596e96ec2f016a020202080000003008000000f04', 'hex');
const PPS = Buffer.from('4401c0718112', 'hex');

test('H.265: what decides how slices are written is read from the parameter sets', () => {
  expect(parseHevcSps(SPS)).toEqual({
    width: 64,
    height: 64,
    pocLsbBits: 8,
    minBlockLog2: 4,
    treeBlockLog2: 4,
    hasSao: false,
    hasTemporalVectors: true,
  });
  expect(parseHevcPps(PPS)).toEqual({
    id: 0,
    hasOutputFlag: false,
    extraSliceHeaderBits: 0,
    hasCabacInit: false,
    defaultReferences: 1,
    initialQp: 26,
    hasSliceChromaOffsets: false,
    mayBypassTransform: false,
    filtersAcrossSlices: true,
    mayOverrideDeblocking: false,
    isDeblockingOff: false,
    hasSliceHeaderExtension: false,
  });
});

test('H.265: copy frames differ only in their order count, which wraps after 256', () => {
  const copies = new HevcCopyFrames(parseHevcSps(SPS), parseHevcPps(PPS));

  const frames = Array.from({ length: 257 }, (_, i) => Buffer.from(copies.nal(i + 1)).toString('hex'));

  expect(new Set(frames).size).toBe(256);
  expect(frames[256]).toBe(frames[0]);
});

test('H.265: a stream with rows that are coded in parallel, or with weights, bears no copied frames', () => {
  // weighted_pred_flag and entropy_coding_sync_enabled_flag.
  for (const bit of [34, 38]) {
    const changed = Buffer.from(PPS);
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) | (128 >> (bit & 7));
    expect(() => parseHevcPps(changed)).toThrow(UnsupportedStreamError);
  }
});

test('VP9: a copied frame is an ordinary frame that is shown, and no key frame', () => {
  const frame = vp9CopyFrame({ width: 1920, height: 1080 });

  // frame_marker 2, profile 0, no show_existing_frame, an inter frame, shown, error resilient.
  expect(frame[0]).toBe(0b1000_0111);
  expect(findVp9KeyFrameHeader(frame)).toBeUndefined();
  expect(frame).toHaveLength(197);
});

test('VP9: no copied frame can be taken for a superframe, which ends in 110xxxxx', () => {
  const sizes = Array.from({ length: 400 }, (_, i) => ({
    width: 16 + 8 * (i % 40),
    height: 16 + 8 * Math.floor(i / 10),
  }));

  const last = sizes.map((size) => (vp9CopyFrame(size).at(-1) ?? 0) & 0xe0);

  expect(last).not.toContain(0xc0);
});

test('VP9: a frame that needs several tiles is refused', () => {
  expect(() => vp9CopyFrame({ width: 4104, height: 64 })).toThrow(RangeError);
});
