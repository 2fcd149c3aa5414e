import { expect, test } from 'vitest';
import { ivfFileHeader } from '#engine/video/bits/ivf.ts';
import { BitstreamError, UnsupportedStreamError } from '#engine/video/bits/stream-errors.ts';
import type { CodedFrameReader } from '#engine/video/elementary/coded-frame-reader.ts';
import { createFrameReader, readFrames } from '#engine/video/elementary/read-frames.ts';
import { SynthesizedFrames } from '#engine/video/elementary/synthesized-frames.ts';
import { annexBOfUnits } from '#engine/video/h264/frames.ts';
import {
  IDR,
  PPS,
  SECOND_IDR,
  SKIPPED_P,
  SPS,
  WITH_B_FRAMES,
  WITH_TWO_SLICES,
} from '#test/support/video/x264-units.ts';

const stream = (...units: readonly Uint8Array[]): Buffer => Buffer.concat(annexBOfUnits(units));
const prefixed = (...units: readonly Buffer[]): string =>
  units.map((unit) => unit.length.toString(16).padStart(8, '0') + unit.toString('hex')).join('');

function read(reader: CodedFrameReader, bytes: Buffer, step = bytes.length): { data: string; isKey: boolean }[] {
  const frames = [];
  for (let at = 0; at < bytes.length; at += step) frames.push(...reader.push(bytes.subarray(at, at + step)));
  frames.push(...reader.end());
  return frames.map(({ parts, isKey }) => ({ data: Buffer.concat([...parts]).toString('hex'), isKey }));
}

test.each([1, 7, 1000])('frames of H.264 are slices behind their lengths, whatever the pieces (%i bytes)', (step) => {
  const delimiter = Buffer.of(9, 0xf0);
  const sei = Buffer.of(6, 5, 1, 0xff, 0x80);
  const bytes = stream(delimiter, SPS, PPS, sei, IDR, SKIPPED_P, SPS, PPS, SECOND_IDR);
  const reader = createFrameReader('h264');
  expect(read(reader, bytes, step)).toEqual([
    { data: prefixed(IDR), isKey: true },
    { data: prefixed(SKIPPED_P), isKey: false },
    { data: prefixed(SECOND_IDR), isKey: true },
  ]);
  expect(reader.size).toEqual({ width: 64, height: 48 });
  const lengths = [SPS, PPS].map(({ length }) => `00${length.toString(16).padStart(2, '0')}`);
  expect(reader.configuration?.toString('hex')).toBe(
    `0164000affe1${lengths[0]}${SPS.toString('hex')}01${lengths[1]}${PPS.toString('hex')}fdf8f800`,
  );
});

test('the slices of one frame stay together', () => {
  const [sps, pps, idr, idrRest, next, nextRest] = WITH_TWO_SLICES;
  if (!sps || !pps || !idr || !idrRest || !next || !nextRest) throw new Error('six units were expected');
  expect(read(createFrameReader('h264'), stream(...WITH_TWO_SLICES))).toEqual([
    { data: prefixed(idr, idrRest), isKey: true },
    { data: prefixed(next, nextRest), isKey: false },
  ]);
});

test.each([
  ['slices before any parameter set', [IDR]],
  ['other parameter sets later', [SPS, PPS, IDR, WITH_B_FRAMES[0] ?? SPS]],
  ['other picture parameter sets later', [SPS, PPS, IDR, WITH_B_FRAMES[1] ?? PPS]],
  ['frames that may be reordered', WITH_B_FRAMES],
  ['units of another kind', [SPS, PPS, IDR, Buffer.of(12, 0xff)]],
])('H.264 with %s is refused', (_, units) => {
  expect(() => read(createFrameReader('h264'), stream(...units))).toThrow(UnsupportedStreamError);
});

function ivf(fourcc: 'VP90' | 'AV01', ...frames: readonly Buffer[]): Buffer {
  const header = (frame: Buffer): Buffer => Buffer.concat([Buffer.of(frame.length), Buffer.alloc(11)]);
  const file = ivfFileHeader({ fourcc, width: 64, height: 48, fps: 30 });
  return Buffer.concat([file, ...frames.flatMap((frame) => [header(frame), frame])]);
}

/** Profile 0, 64 × 48. */
const VP9_KEY = Buffer.from('824983420003f002f0', 'hex');
const VP9_INTER = Buffer.of(0x86, 0x00);

test('frames of VP9 are as they stand in IVF', () => {
  const reader = createFrameReader('vp9');
  expect(read(reader, ivf('VP90', VP9_KEY, VP9_INTER), 5)).toEqual([
    { data: VP9_KEY.toString('hex'), isKey: true },
    { data: VP9_INTER.toString('hex'), isKey: false },
  ]);
  expect([reader.size, reader.configuration]).toEqual([{ width: 64, height: 48 }, Buffer.of(1, 1, 0)]);
});

test.each([
  ['an inter frame at the start', [VP9_INTER]],
  ['another profile', [Buffer.of(0xa2, 0x49)]],
  ['no frame marker', [Buffer.of(0x02, 0x49)]],
])('VP9 with %s is refused', (_, frames) => {
  expect(() => read(createFrameReader('vp9'), ivf('VP90', ...frames))).toThrow(BitstreamError);
});

test('a stream whose last frame is cut is refused', () => {
  const bytes = ivf('VP90', VP9_KEY, VP9_INTER);
  expect(() => read(createFrameReader('vp9'), bytes.subarray(0, bytes.length - 1))).toThrow();
});

test.each([
  ['a frame before the sequence header', Buffer.of(0x32, 0x01, 0x10)],
  ['an OBU without its size', Buffer.of(0x30, 0x10)],
  ['an OBU that is cut', Buffer.of(0x32, 0x05, 0x10)],
])('AV1 with %s is refused', (_, frame) => {
  expect(() => read(createFrameReader('av1'), ivf('AV01', frame))).toThrow(BitstreamError);
});

test('prepared frames end the frame before them, and need parameter sets', async () => {
  const run = SynthesizedFrames.of([SKIPPED_P, SKIPPED_P], false);
  const read = async (...pieces: (Buffer | SynthesizedFrames)[]) => {
    const found: string[] = [];
    const source = (async function* () {
      yield* pieces;
    })();
    for await (const frames of readFrames(source, createFrameReader('h264'))) {
      if (frames instanceof SynthesizedFrames) found.push(frames.stored.toString('hex'));
      else for (const { parts } of frames) found.push(Buffer.concat([...parts]).toString('hex'));
    }
    return found;
  };
  expect(await read(stream(SPS, PPS, IDR), run, stream(SECOND_IDR))).toEqual([
    prefixed(IDR),
    prefixed(SKIPPED_P, SKIPPED_P),
    prefixed(SECOND_IDR),
  ]);
  await expect(read(run)).rejects.toThrow(UnsupportedStreamError);
});
