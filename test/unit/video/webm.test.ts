import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  ebmlElementBytes,
  ebmlElementHeader,
  ebmlFloatElement,
  ebmlUintElement,
  ebmlUintElementOfLength,
  WebmError,
} from '#engine/video/webm/ebml.ts';
import { EBML_HEADER, webmCuesElement, webmCuesLength, withWebmSeekHead } from '#engine/video/webm/head.ts';
import { EBML_ID } from '#engine/video/webm/ids.ts';
import { inspectWebm } from '#engine/video/webm/inspect.ts';
import { OggError, readOggOpus } from '#engine/video/webm/ogg-opus.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'webm-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test.each([
  [0, '80'],
  [126, 'fe'],
  // All ones are reserved for unknown sizes.
  [127, '407f'],
  [16_382, '7ffe'],
  [16_383, '203fff'],
])('a size of %i is written as %s', (size, expected) => {
  expect(ebmlElementHeader(EBML_ID.void, size).toString('hex')).toBe(`ec${expected}`);
});

test('numbers take the fewest bytes, or a given number of bytes', () => {
  expect(ebmlUintElement(EBML_ID.trackNumber, 0).toString('hex')).toBe('d78100');
  expect(ebmlUintElement(EBML_ID.trackNumber, 256).toString('hex')).toBe('d7820100');
  expect(ebmlUintElementOfLength(EBML_ID.cueTime, 2 ** 33, 8).toString('hex')).toBe('b3880000000200000000');
  expect(ebmlElementHeader(EBML_ID.void, 5, 8).toString('hex')).toBe('ec0100000000000005');
});

test('the list of what is where points at each element', () => {
  const info = ebmlElementBytes(EBML_ID.info, Buffer.from('i'));
  const cues = ebmlElementBytes(EBML_ID.cues, Buffer.from('cc'));
  const bytes = withWebmSeekHead([
    { id: EBML_ID.info, bytes: info },
    { id: EBML_ID.cues, bytes: cues },
  ]);
  const positions = [...bytes.toString('hex').matchAll(/53ac88(.{16})/g)].map(([, hex]) =>
    Number.parseInt(hex ?? '', 16),
  );
  expect(positions).toEqual([bytes.indexOf(info), bytes.indexOf(cues)]);
});

test('an index is no longer than the room for it, however far it points', () => {
  const points = Array.from({ length: 1000 }, (_, i) => ({ ms: 2 ** 32 - 1 - i, position: 2 ** 40 + i }));
  expect(webmCuesElement(points).length).toBeLessThanOrEqual(webmCuesLength(1000));
});

const VIDEO_TRACK = ebmlElementBytes(
  EBML_ID.trackEntry,
  ...[
    ebmlUintElement(EBML_ID.trackNumber, 1),
    ebmlUintElement(EBML_ID.trackType, 1),
    ebmlElementBytes(EBML_ID.codecId, Buffer.from('V_VP9')),
  ],
  ebmlElementBytes(EBML_ID.video, ebmlUintElement(EBML_ID.pixelWidth, 64), ebmlUintElement(EBML_ID.pixelHeight, 48)),
);
const INFO = ebmlElementBytes(EBML_ID.info, ebmlFloatElement(EBML_ID.duration, 1000));
const cluster = (flags: number): Buffer =>
  ebmlElementBytes(
    EBML_ID.cluster,
    ebmlUintElement(EBML_ID.timestamp, 0),
    ebmlElementBytes(EBML_ID.simpleBlock, Buffer.of(0x81, 0, 0, flags, 1, 2)),
  );

async function inspected(...children: Buffer[]) {
  const file = join(folder, 'a.webm');
  await writeFile(file, Buffer.concat([EBML_HEADER, ebmlElementBytes(EBML_ID.segment, ...children)]));
  return inspectWebm(file);
}

test('an index that leads to no key frame is refused', async () => {
  const head = [INFO, ebmlElementBytes(EBML_ID.tracks, VIDEO_TRACK)];
  const start = EBML_HEADER.length + 12;
  const cues = (at: number) => webmCuesElement([{ ms: 0, position: start + at }]);
  const at = [...head, cues(0)].reduce((sum, { length }) => sum + length, 0);
  expect(await inspected(...head, cues(at), cluster(0x80))).toMatchObject({
    cues: [0],
    cuesInFront: true,
    durationSeconds: 1,
    video: { codec: 'V_VP9', width: 64, height: 48, times: [0], keyframes: [0] },
  });
  await expect(inspected(...head, cues(at), cluster(0))).rejects.toThrow('the index does not point at key frames');
  await expect(inspected(...head, cues(at + 1), cluster(0x80))).rejects.toThrow(
    'the index does not point at key frames',
  );
});

test.each([
  ['a file without a track', [INFO]],
  ['a file without a duration', [ebmlElementBytes(EBML_ID.info), ebmlElementBytes(EBML_ID.tracks, VIDEO_TRACK)]],
  ['a block of no track', [INFO, ebmlElementBytes(EBML_ID.tracks), cluster(0x80)]],
  ['an element that is cut', [INFO, ebmlElementHeader(EBML_ID.tracks, 1000)]],
  ['a header that is cut', [INFO, Buffer.of(0x1a, 0x45)]],
])('%s is refused', async (_, children) => {
  await expect(inspected(...children)).rejects.toThrow(WebmError);
});

function oggPage(flags: number, granule: bigint, ...packets: Buffer[]): Buffer {
  const lacing = packets.flatMap(({ length }) => [...Array<number>(Math.floor(length / 255)).fill(255), length % 255]);
  const header = Buffer.alloc(27);
  header.write('OggS', 0, 'latin1');
  header.writeUInt8(flags, 5);
  header.writeBigInt64LE(granule, 6);
  header.writeUInt8(lacing.length, 26);
  return Buffer.concat([header, Buffer.from(lacing), ...packets]);
}

const HEAD = Buffer.concat([Buffer.from('OpusHead'), Buffer.of(1, 2, 0x38, 1, 0x80, 0xbb, 0, 0, 0, 0, 0)]);
const TAGS = Buffer.from('OpusTags');
/** 20 ms of CELT; two frames of 10 ms of SILK; three of 2.5 ms of CELT. */
const PACKETS = [Buffer.of(0xf8, 1), Buffer.of(0x01, 2), Buffer.concat([Buffer.of(0x83, 3), Buffer.alloc(300)])];

async function pagesOf(file: string) {
  const pages = [];
  for await (const page of readOggOpus(file)) pages.push(page);
  return pages;
}

test('the packets of an Ogg file follow one another, and the end of the sound is known', async () => {
  const file = join(folder, 'a.ogg');
  await writeFile(file, Buffer.concat([oggPage(2, 0n, HEAD), oggPage(0, 0n, TAGS), oggPage(4, 2000n, ...PACKETS)]));
  const pages = await pagesOf(file);
  expect(pages[0]?.head).toMatchObject({ channels: 2, preSkip: 312 });
  expect(pages.flatMap(({ packets }) => packets)).toEqual([
    { bytes: PACKETS[0], start: 0, samples: 960, discard: 0 },
    { bytes: PACKETS[1], start: 960, samples: 960, discard: 0 },
    { bytes: PACKETS[2], start: 1920, samples: 360, discard: 280 },
  ]);
});

test.each([
  ['no Ogg at all', Buffer.alloc(100, 'x')],
  ['other sound than Opus', oggPage(2, 0n, Buffer.from('\u0001vorbis and so on and on'))],
  ['headers only in part', oggPage(2, 0n, HEAD)],
  ['a page that is cut', Buffer.concat([oggPage(2, 0n, HEAD), oggPage(0, 0n, TAGS).subarray(0, 30)])],
])('%s is refused as sound', async (_, bytes) => {
  const file = join(folder, 'b.ogg');
  await writeFile(file, bytes);
  await expect(pagesOf(file)).rejects.toThrow(OggError);
});
