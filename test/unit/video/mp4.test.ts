import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Mp4Box,
  Mp4Error,
  mp4BoxBytes,
  mp4FullBoxBytes,
  parseMp4Boxes,
  uint32Bytes,
} from '#engine/video/mp4/boxes.ts';
import { maxMp4HeaderBytes, mp4MediaDataHeader, mp4UserDataBox, toSecondsSince1904 } from '#engine/video/mp4/movie.ts';
import { parseMp4EditList, readMp4 } from '#engine/video/mp4/read.ts';
import { SampleTableBuilder } from '#engine/video/mp4/sample-table.ts';
import { mp4CaptionSamples, mp4ChapterSamples } from '#engine/video/mp4/text-tracks.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mp4-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const STSD = mp4FullBoxBytes('stsd', 0, uint32Bytes(0));

/** The numbers in the body of each box of a sample table, behind version and flags. */
function numbersOf(table: SampleTableBuilder): Record<string, number[]> {
  const [stbl] = parseMp4Boxes(table.toBox(STSD));
  const words = (bytes: Buffer): number[] =>
    Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readUInt32BE(4 * i));
  return Object.fromEntries((stbl?.children ?? []).map(({ type, body }) => [type, words(body.subarray(4))]));
}

test('a sample table has runs of durations and of chunks, sizes, key frames and offsets', () => {
  const table = new SampleTableBuilder();
  table.startChunk(100);
  table.add(10, 1000, true);
  table.add(11, 1000, false);
  table.startChunk(200);
  table.add(12, 1000, false);
  table.add(13, 500, true);
  table.startChunk(300);
  table.add(14, 500, false);
  expect(numbersOf(table)).toEqual({
    stsd: [0],
    stts: [2, 3, 1000, 2, 500],
    stss: [2, 1, 4],
    stsc: [2, 1, 2, 1, 3, 1, 1],
    stsz: [0, 5, 10, 11, 12, 13, 14],
    stco: [3, 100, 200, 300],
  });
  expect([table.samples, table.duration]).toEqual([5, 4000]);
});

test('a table in which every sample is a sync sample says so by having no list of them', () => {
  const table = new SampleTableBuilder();
  table.startChunk(0);
  table.add(1, 1, true);
  table.add(1, 1, true);
  expect(numbersOf(table)).not.toHaveProperty('stss');
});

test('chunks without samples are not listed', () => {
  const table = new SampleTableBuilder();
  table.startChunk(1);
  table.startChunk(2);
  table.add(1, 1);
  table.startChunk(3);
  expect(numbersOf(table)).toMatchObject({ stco: [1, 2], stsc: [1, 1, 1, 1] });
});

test('offsets beyond 32 bits are written in 64', () => {
  const table = new SampleTableBuilder();
  table.startChunk(0xffffffff);
  table.add(1, 1);
  expect(numbersOf(table)).toMatchObject({ stco: [1, 0xffffffff] });
  table.startChunk(0x100000010);
  table.add(1, 1);
  expect(numbersOf(table)).toMatchObject({ co64: [2, 0, 0xffffffff, 1, 0x10] });
  expect(numbersOf(table)).not.toHaveProperty('stco');
});

test('media of more than 32 bits have the long header', () => {
  expect(mp4MediaDataHeader(0xffffffff - 8).toString('hex')).toBe(`ffffffff${Buffer.from('mdat').toString('hex')}`);
  expect(mp4MediaDataHeader(0xffffffff - 7).toString('hex')).toBe(
    `00000001${Buffer.from('mdat').toString('hex')}0000000100000008`,
  );
});

test.each([1, 23, 1000, 18_000])(
  'the room for the index of %i frames is enough when every frame is alone',
  (frames) => {
    const table = new SampleTableBuilder();
    for (let frame = 0; frame < frames; frame++) {
      // One chunk a second, and never as many samples in a row: the largest tables there can be.
      if (frame % 24 === 0) table.startChunk(2 ** 33 + frame);
      table.add(frame, 1000, frame > 0);
    }
    const room = maxMp4HeaderBytes({ frames, fps: 24, audio: undefined, texts: [], metadata: Buffer.alloc(0) });
    expect(table.toBox(STSD).length).toBeLessThan(room - 4096);
  },
);

test('a picture that is decoded before the frames that lead to it, and shown after them, has a composition offset', () => {
  const table = new SampleTableBuilder();
  table.startChunk(0);
  for (const shift of [0, 0, 3, -1, -1, -1, 0]) table.add(1, 1000, true, shift);
  expect(numbersOf(table)).toMatchObject({ ctts: [4, 2, 1000, 1, 4000, 3, 0, 1, 1000] });
  expect(table.reorders).toBe(true);
  expect(() => table.add(1, 1000, false, -2)).toThrow(RangeError);
  const inOrder = new SampleTableBuilder();
  inOrder.startChunk(0);
  for (const duration of [1000, 900]) inOrder.add(1, duration);
  expect(numbersOf(inOrder)).not.toHaveProperty('ctts');
});

test('the room for the index is enough for fades of two frames', () => {
  const table = new SampleTableBuilder();
  const [frames, fades] = [18_000, 4500];
  for (let frame = 0; frame < frames; frame++) {
    if (frame % 24 === 0) table.startChunk(2 ** 33 + frame);
    table.add(frame, 1000, frame > 0, [0, 1, -1, 0][frame % 4]);
  }
  const room = maxMp4HeaderBytes({ frames, fps: 24, audio: undefined, texts: [], metadata: Buffer.alloc(0), fades });
  expect(table.toBox(STSD).length).toBeLessThan(room - 4096);
});

test('captions have a sample for every moment, empty ones where nothing is said', () => {
  const cues = [
    { startMs: 500, endMs: 1000, text: 'é' },
    { startMs: 1000, endMs: 1500, text: 'b' },
  ];
  expect(mp4CaptionSamples(cues, 2000).map(({ bytes, duration }) => [bytes.toString('hex'), duration])).toEqual([
    ['0000', 500],
    ['0002c3a9', 500],
    ['000162', 500],
    ['0000', 500],
  ]);
});

test('a caption too long for its length field is cut between characters', () => {
  const [sample] = mp4CaptionSamples([{ startMs: 0, endMs: 1, text: '日'.repeat(30_000) }], 1);
  expect(sample?.bytes.readUInt16BE(0)).toBe(65_535);
  const [other] = mp4CaptionSamples([{ startMs: 0, endMs: 1, text: `a${'日'.repeat(30_000)}` }], 1);
  expect(other?.bytes.readUInt16BE(0)).toBe(65_533);
});

test('the titles of chapters are marked as UTF-8', () => {
  const [sample] = mp4ChapterSamples([{ title: 'é', startFrame: 0, frames: 30 }], 1000);
  expect(sample).toEqual({ bytes: Buffer.from('0002c3a90000000c656e636400000100', 'hex'), duration: 30_000 });
});

test('more chapters than one byte counts are left to the chapter track', () => {
  const chapters = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ title: 'a', startFrame: i, frames: 1 }));
  expect(mp4UserDataBox({ chapters: chapters(255), fps: 30 }).includes('chpl')).toBe(true);
  expect(mp4UserDataBox({ chapters: chapters(256), fps: 30 }).includes('chpl')).toBe(false);
});

test('times count from 1904, and none is 0', () => {
  expect(toSecondsSince1904('1904-01-01T00:00:00Z')).toBe(0);
  expect(toSecondsSince1904('2026-01-02T03:04:05.999Z')).toBe(
    (Date.UTC(2026, 0, 2, 3, 4, 5) - Date.UTC(1904, 0)) / 1000,
  );
  expect(toSecondsSince1904(undefined)).toBe(0);
});

const written = ({ type, children, body }: Mp4Box): Buffer => mp4BoxBytes(type, ...(children?.map(written) ?? [body]));

test('boxes survive reading and writing', () => {
  const bytes = mp4BoxBytes(
    'moov',
    mp4BoxBytes('trak', mp4FullBoxBytes('tkhd', 1, uint32Bytes(1, 2, 3))),
    mp4BoxBytes('udta', uint32Bytes(4)),
  );
  expect(Buffer.concat(parseMp4Boxes(bytes).map(written))).toEqual(bytes);
});

test.each([
  ['a box larger than its file', Buffer.concat([uint32Bytes(100), Buffer.from('moov')])],
  ['a box smaller than its header', Buffer.concat([uint32Bytes(4), Buffer.from('moov')])],
  ['a cut header', Buffer.of(0, 0, 0)],
])('%s is refused', async (_, bytes) => {
  const file = join(folder, 'broken.mp4');
  await writeFile(file, bytes);
  await expect(readMp4(file)).rejects.toThrow(Mp4Error);
  expect(() => parseMp4Boxes(bytes)).toThrow(Mp4Error);
});

test('edits of both versions are read', () => {
  const short = { type: 'elst', body: uint32Bytes(0, 2, 500, 0xffffffff, 0x10000, 2000, 1024, 0x10000) };
  expect(parseMp4EditList(short)).toEqual([
    { duration: 500, mediaTime: -1 },
    { duration: 2000, mediaTime: 1024 },
  ]);
  const long = { type: 'elst', body: uint32Bytes(0x01000000, 1, 0, 2000, 0, 1024, 0x10000) };
  expect(parseMp4EditList(long)).toEqual([{ duration: 2000, mediaTime: 1024 }]);
});
