import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ClipOnTimeLine } from '#engine/video/clips/clip.ts';
import { iterateElementaryStreamBytes } from '#engine/video/elementary/synthesized-frames.ts';
import { idrPicIdOf } from '#engine/video/h264/join/h264-frame-joiner.ts';
import { joinH264Clips } from '#engine/video/h264/join/join-clips.ts';
import { NAL_TYPE, nalType, splitAnnexB } from '#engine/video/h264/nal.ts';
import { parseParameterSets } from '#engine/video/h264/parameter-sets.ts';
import { extractSkippedFrameTemplate } from '#engine/video/h264/skip-frames.ts';
import {
  annexB,
  IDR,
  PPS,
  SECOND_IDR,
  SKIPPED_P,
  SPS,
  WATERMARKED_P,
  WITH_B_FRAMES,
  WITH_TWO_SLICES,
} from '#test/support/video/x264-units.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stream-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const SEI = Buffer.of(6, 5, 1, 0, 0x80);
const SETTINGS = { codec: 'h264', width: 64, height: 48, fps: 30, quality: 'standard' } as const;

interface Given {
  units: readonly Uint8Array[];
  form?: ClipOnTimeLine['clip']['form'];
  frames?: number;
  shown?: number;
}

/** The clips are in one file, with other bytes around each. */
async function streamOf(...given: readonly Given[]) {
  const file = join(folder, 'clips.bin');
  const between = Buffer.from('no clip');
  const parts: Buffer[] = [];
  const clips = given.map(({ units, form = 'moving', frames, shown }): ClipOnTimeLine => {
    const bytes = annexB(units);
    const slices = units.filter((unit) => [NAL_TYPE.slice, NAL_TYPE.idr].some((type) => type === nalType(unit))).length;
    parts.push(between);
    const offset = Buffer.concat(parts).length;
    parts.push(bytes);
    const count = frames ?? slices;
    return {
      file,
      clip: { form, frames: count, offset, bytes: bytes.length, parameter_sets: '' },
      shown: shown ?? count,
    };
  });
  await writeFile(file, Buffer.concat([...parts, between]));
  const counted = { frames: 0, keyframes: [] as number[] };
  const pieces: Buffer[] = [];
  const template = async () => extractSkippedFrameTemplate(annexB([SPS, PPS, IDR, SKIPPED_P]), SETTINGS);
  for await (const piece of iterateElementaryStreamBytes(
    joinH264Clips(SETTINGS, clips, { ffmpegPath: '' }, counted, template),
  ))
    pieces.push(piece);
  return { units: splitAnnexB(Buffer.concat(pieces)), ...counted };
}

const idsOf = (units: readonly Buffer[]): number[] =>
  units.filter((unit) => nalType(unit) === NAL_TYPE.idr).map((unit) => idrPicIdOf(unit, parseParameterSets(SPS, PPS)));

test('frames and key frames are counted over all clips, and SEI is left out', async () => {
  const { units, frames, keyframes } = await streamOf(
    { units: [SPS, PPS, SEI, IDR, SKIPPED_P, WATERMARKED_P, SPS, PPS, SECOND_IDR] },
    { units: [SPS, PPS, IDR], form: 'key_frame', shown: 3 },
    { units: [SPS, PPS, IDR, SKIPPED_P], form: 'still_gop', shown: 3 },
  );
  expect({ frames, keyframes }).toEqual({ frames: 10, keyframes: [0, 3, 4, 7, 8] });
  expect(units.map(nalType)).toEqual([7, 8, 5, 1, 1, 7, 8, 5, 7, 8, 5, 1, 1, 7, 8, 5, 7, 8, 5, 1]);
});

test('moving frames are written as they are', async () => {
  const clip = [SPS, PPS, IDR, SKIPPED_P, WATERMARKED_P];
  expect((await streamOf({ units: clip })).units).toEqual(clip);
});

test('guard 5: key frames that meet differ in idr_pic_id, in every form of clip', async () => {
  const one: Given = { units: [SPS, PPS, IDR] };
  const second: Given = { units: [SPS, PPS, SECOND_IDR] };
  const { units } = await streamOf(
    one,
    { ...one, form: 'key_frame' },
    { ...one, form: 'still_gop', shown: 3 },
    second,
    { units: [SPS, PPS, SECOND_IDR, SKIPPED_P] },
    second,
  );
  const ids = idsOf(units);
  expect(ids).toHaveLength(8);
  // The last one follows a P frame.
  expect(ids.slice(0, -1).filter((id, i) => i > 0 && id === ids[i - 1])).toEqual([]);
  expect(ids.at(-1)).toBe(1);
});

test('guard 5: all slices of a picture get the same idr_pic_id', async () => {
  const [sps, pps, first, second] = WITH_TWO_SLICES as [Buffer, Buffer, Buffer, Buffer];
  const two: Given = { units: [sps, pps, first, second], frames: 1 };
  const { units, frames } = await streamOf(two, two, two);
  expect(frames).toBe(3);
  expect(idsOf(units)).toEqual([0, 0, 1, 1, 0, 0]);
});

test.each([
  ['guard 1: another SPS', [{ units: [SPS, PPS, IDR] }, { units: WITH_B_FRAMES.slice(0, 3) }], 'parameter_sets'],
  [
    'guard 1: another PPS',
    [{ units: [SPS, PPS, IDR] }, { units: [SPS, Buffer.from('68eeb2c8b0', 'hex'), IDR] }],
    'parameter_sets',
  ],
  ['guard 6: a unit that is not a slice', [{ units: [SPS, PPS, Buffer.of(9, 0xf0), IDR] }], 'sample_units'],
  // A slice of type 1 that starts at the first macroblock.
  ['guard 6: a B slice', [{ units: [SPS, PPS, IDR, Buffer.of(0x01, 0xa8, 0x80)] }], 'sample_units'],
  ['guard 6: fewer frames than a clip says', [{ units: [SPS, PPS, IDR, SKIPPED_P], frames: 3 }], 'sample_units'],
  [
    'guard 6: two frames where one is to be repeated',
    [{ units: [SPS, PPS, IDR, SKIPPED_P], form: 'key_frame' }],
    'sample_units',
  ],
  ['a clip without a key frame in front', [{ units: [SPS, PPS, SKIPPED_P] }], 'sample_units'],
  ['a clip without parameter sets', [{ units: [IDR, SKIPPED_P] }], 'parameter_sets'],
] as const)('%s stops the stream', async (_, given, message) => {
  await expect(streamOf(...given)).rejects.toThrow(message);
});

test.each([0, 1.5, -1])('a clip cannot be shown for %d frames', async (shown) => {
  await expect(streamOf({ units: [SPS, PPS, IDR], form: 'key_frame', shown })).rejects.toThrow(RangeError);
});
