import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inspectMp4 } from '../../../lib/video/inspect.ts';
import { type Box, findTrack, Mp4Error, parseBoxes, requireBox, serializeBox } from '../../../lib/video/mp4/boxes.ts';
import { moveChunks, outgrowsShortOffsets, widenChunkOffsets } from '../../../lib/video/mp4/chunk-offsets.ts';
import { readEdits } from '../../../lib/video/mp4/durations.ts';
import { readMp4 } from '../../../lib/video/mp4/file.ts';
import { finishMp4 } from '../../../lib/video/mp4/finish.ts';
import { completeVisualSampleEntry, readVisualSampleEntry } from '../../../lib/video/mp4/visual-sample-entry.ts';
import { PPS, SPS } from './x264-units.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mp4-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const leaf = (type: string, ...parts: (Buffer | number[])[]): Box => ({
  type,
  body: Buffer.concat(parts.map((p) => Buffer.from(p))),
});
const node = (type: string, ...children: Box[]): Box => ({ type, body: Buffer.alloc(0), children });
const words = (...numbers: number[]): Buffer => {
  const bytes = Buffer.alloc(numbers.length * 4);
  for (const [i, number] of numbers.entries()) bytes.writeUInt32BE(number, i * 4);
  return bytes;
};

const AVCC = Buffer.concat([
  Buffer.of(1, 0x64, 0, 0x0a, 0xff, 0xe1, 0, SPS.length),
  SPS,
  Buffer.of(1, 0, PPS.length),
  PPS,
]);

function sampleDescription(...inner: Box[]): Box {
  const fields = Buffer.alloc(78);
  fields.writeUInt16BE(64, 24);
  fields.writeUInt16BE(48, 26);
  const entry = serializeBox({ type: 'avc1', body: Buffer.concat([fields, ...inner.map(serializeBox)]) });
  return leaf('stsd', words(0, 1), entry);
}

const hdlr = (kind: string): Box => leaf('hdlr', words(0, 0), Buffer.from(kind), words(0, 0, 0), [0]);

function track(kind: string, timescale: number, duration: number, samples: number, offsets: number[]): Box {
  const table = node(
    'stbl',
    kind === 'vide' ? sampleDescription(leaf('avcC', AVCC)) : leaf('stsd', words(0, 0)),
    leaf('stts', words(0, 1, samples, duration / samples)),
    ...(kind === 'vide' ? [leaf('stss', words(0, 1, 1))] : []),
    leaf('stsz', words(0, 5, samples)),
    leaf('stco', words(0, offsets.length, ...offsets)),
  );
  const media = node('mdia', leaf('mdhd', words(0, 0, 0, timescale, duration, 0)), hdlr(kind), node('minf', table));
  return node('trak', leaf('tkhd', Buffer.alloc(84)), media);
}

/** As ffmpeg writes it without fast start: ftyp, free, mdat, moov. Video samples are "vvvvv", audio samples "aaaaa". */
function unfinishedFile(): Buffer {
  const ftyp = serializeBox(leaf('ftyp', Buffer.from('isom')));
  const free = serializeBox(leaf('free'));
  const mdat = serializeBox(leaf('mdat', Buffer.from('vvvvvaaaaavvvvvaaaaa')));
  const start = ftyp.length + free.length + 8;
  const moov = node(
    'moov',
    leaf('mvhd', words(0, 0, 0, 1000, 67), Buffer.alloc(80)),
    track('vide', 30_000, 2000, 2, [start, start + 10]),
    track('soun', 48_000, 6144, 6, [start + 5, start + 15]),
  );
  return Buffer.concat([ftyp, free, mdat, serializeBox(moov)]);
}

const stsd = (moov: Box): Box => requireBox(findTrack(moov, 'vide') ?? moov, 'mdia', 'minf', 'stbl', 'stsd');
const chunkOffsets = (moov: Box, kind: string): number[] => {
  const { body } = requireBox(findTrack(moov, kind) ?? moov, 'mdia', 'minf', 'stbl', 'stco');
  return Array.from({ length: body.readUInt32BE(4) }, (_, i) => body.readUInt32BE(8 + 4 * i));
};

test('a finished file has its index in front, and every chunk is found where the index says', async () => {
  const [from, to] = [join(folder, 'from.mp4'), join(folder, 'to.mp4')];
  await writeFile(from, unfinishedFile());

  await finishMp4(from, to, { audioPriming: 1024 });

  const { boxes, moov } = await readMp4(to);
  expect(boxes.map(({ type }) => type)).toEqual(['ftyp', 'moov', 'mdat']);
  const file = await readFile(to);
  const at = (offset: number): string => file.toString('latin1', offset, offset + 5);
  expect(chunkOffsets(moov, 'vide').map(at)).toEqual(['vvvvv', 'vvvvv']);
  expect(chunkOffsets(moov, 'soun').map(at)).toEqual(['aaaaa', 'aaaaa']);
});

test('a finished file lasts exactly as long as its frames, and its audio starts behind the priming', async () => {
  const [from, to] = [join(folder, 'from.mp4'), join(folder, 'to.mp4')];
  await writeFile(from, unfinishedFile());

  await finishMp4(from, to, { audioPriming: 1024 });

  const { durationSeconds, video, audio, fastStart } = await inspectMp4(to);
  expect({ durationSeconds, fastStart }).toEqual({ durationSeconds: 2 / 30, fastStart: true });
  expect(video).toMatchObject({ samples: 2, bytes: 10, keyframes: [0], width: 64, height: 48, reorders: false });
  expect(video.edits).toEqual([{ duration: 2000, mediaTime: 0 }]);
  // 6144 samples less 1024 are 106.7 ms: no longer than the video's 66.7 ms is played.
  expect(audio?.edits).toEqual([{ duration: 2000, mediaTime: 1024 }]);
});

test('the sample entry gets its colours and the High-profile fields once', async () => {
  const [from, to, again] = ['from.mp4', 'to.mp4', 'again.mp4'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  await writeFile(from, unfinishedFile());
  await finishMp4(from, to, { audioPriming: 0 });
  await finishMp4(to, again, { audioPriming: 0 });

  expect(await readFile(again)).toEqual(await readFile(to));
  const { boxes } = readVisualSampleEntry(stsd((await readMp4(to)).moov));
  expect(boxes.map(({ type }) => type)).toEqual(['avcC', 'colr']);
  expect(boxes[0]?.body.subarray(AVCC.length).toString('hex')).toBe('fdf8f800');
  expect(boxes[1]?.body.toString('hex')).toBe(`${Buffer.from('nclx').toString('hex')}00010001000100`);
});

test('what a newer muxer wrote itself is left as it is', () => {
  const extended = Buffer.concat([AVCC, Buffer.of(0xfd, 0xf8, 0xf8, 0)]);
  const colours = leaf('colr', Buffer.from('nclx'), [0, 9, 0, 16, 0, 9, 0x80]);
  const description = sampleDescription(leaf('avcC', extended), colours);
  const before = Buffer.from(description.body);
  completeVisualSampleEntry(description);
  expect(description.body).toEqual(before);
});

test('chunk offsets that would leave 32 bits become 64 bits wide', () => {
  const moov = node('moov', track('vide', 30_000, 2000, 2, [0xfffffff0, 40]));
  expect(outgrowsShortOffsets(moov, 15)).toBe(false);
  expect(outgrowsShortOffsets(moov, 16)).toBe(true);

  widenChunkOffsets(moov);
  moveChunks(moov, 16);

  const { body } = requireBox(findTrack(moov, 'vide') ?? moov, 'mdia', 'minf', 'stbl', 'co64');
  expect([body.readBigUInt64BE(8), body.readBigUInt64BE(16)]).toEqual([0x100000000n, 56n]);
});

test('boxes survive reading and writing', () => {
  const file = unfinishedFile();
  expect(Buffer.concat(parseBoxes(file).map(serializeBox))).toEqual(file);
});

test.each([
  ['a box larger than its file', Buffer.concat([words(100), Buffer.from('moov')])],
  ['a box smaller than its header', Buffer.concat([words(4), Buffer.from('moov')])],
  ['a cut header', Buffer.of(0, 0, 0)],
])('%s is refused', async (_, bytes) => {
  const file = join(folder, 'broken.mp4');
  await writeFile(file, bytes);
  await expect(readMp4(file)).rejects.toThrow(Mp4Error);
  expect(() => parseBoxes(bytes)).toThrow(Mp4Error);
});

test('edits of both versions are read', () => {
  const short = leaf('elst', words(0, 2, 500, 0xffffffff, 0x10000, 2000, 1024, 0x10000));
  expect(readEdits(short)).toEqual([
    { duration: 500, mediaTime: -1 },
    { duration: 2000, mediaTime: 1024 },
  ]);
  const long = leaf('elst', words(0x01000000, 1, 0, 2000, 0, 1024, 0x10000));
  expect(readEdits(long)).toEqual([{ duration: 2000, mediaTime: 1024 }]);
});
