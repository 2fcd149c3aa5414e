import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AdtsError, readAdts } from '#engine/video/audio/adts.ts';
import { joinSoundtrack } from '#engine/video/audio/encode-soundtrack.ts';
import { type EncodedSoundtrackPart, findAacJoins } from '#engine/video/audio/join-soundtrack.ts';
import { ffmpegPath } from '#test/support/audio/measure.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'joins-test-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** An ADTS frame (48 kHz, AAC-LC, mono) with nothing in it but its window. */
function frame(window: number, length = 20): Buffer {
  const bytes = Buffer.alloc(length);
  bytes.writeUInt32BE(0xfff14c40, 0);
  bytes.writeUInt32BE((bytes.readUInt32BE(3) & ~0x03ffffff) | (length << 13) | 0x1ffc, 3);
  // element 000, tag 0000, gain 8 bits, reserved 0, then the window's three bits: 16 bits before them
  bytes[9] = window << 5;
  return bytes;
}

async function part(
  index: number,
  firstFrame: number,
  keepFromFrame: number,
  frames: Buffer[],
): Promise<EncodedSoundtrackPart> {
  const file = join(folder, String(index));
  // Something else lies before it in its file.
  const [before, encoded] = [Buffer.from('other bytes'), Buffer.concat(frames)];
  await writeFile(file, Buffer.concat([before, encoded]));
  const place = { file, offset: before.length, bytes: encoded.length };
  return { index, ...place, firstFrame, keepFromFrame, fromSample: 0, toSample: 0, content: '' };
}

const LONG = 0;
const START = 2;
const SHORT = 4;
const many = (count: number, windowAt: (i: number) => number) =>
  Array.from({ length: count }, (_, i) => frame(windowAt(i)));

describe('joining the frames of two encoders', () => {
  test('the second takes over behind the first frame from its beginning that both windowed alike', async () => {
    // given frames 0–11 of one, 4–15 of the other, which is wanted from frame 8; they disagree on 7 and 8
    const a = many(12, (i) => (i === 7 ? START : i === 8 ? SHORT : LONG));
    const parts = [
      await part(0, 0, 0, a),
      await part(
        1,
        4,
        8,
        many(12, () => LONG),
      ),
    ];
    // then
    expect(await findAacJoins(parts)).toMatchObject([
      { part: { firstFrame: 0 }, fromFrame: 0, toFrame: 10 },
      { part: { firstFrame: 4 }, fromFrame: 10, toFrame: 16 },
    ]);
  });

  test('two that do not overlap are kept whole', async () => {
    const parts = [
      await part(
        0,
        2,
        2,
        many(5, () => LONG),
      ),
      await part(
        1,
        9,
        9,
        many(5, () => SHORT),
      ),
    ];
    expect(await findAacJoins(parts)).toMatchObject([
      { fromFrame: 2, toFrame: 7 },
      { fromFrame: 9, toFrame: 14 },
    ]);
  });

  test('two that never agree are not joined', async () => {
    const parts = [
      await part(
        0,
        0,
        0,
        many(12, () => LONG),
      ),
      await part(
        1,
        4,
        8,
        many(12, () => 1),
      ),
    ];
    expect(await findAacJoins(parts)).toBeUndefined();
    const spec = { codec: 'aac', totalSamples: 16 * 1024, cues: [] } as const;
    expect(await joinSoundtrack(spec, parts, join(folder, 'out'), { ffmpegPath })).toBe('no_join');
  });
});

describe('reading ADTS', () => {
  test('a fill element before the channel is stepped over', () => {
    const filled = frame(SHORT, 30);
    // element 110, count 3, three bytes; then the channel, whose window's bits now stand 31 bits later
    filled.fill(0, 7, 29);
    filled[7] = 0b1100_0110;
    filled.writeUInt32BE(SHORT << 14, 7 + 4);
    const frames = readAdts(Buffer.concat([frame(START), filled, frame(LONG, 100)]));
    expect(frames).toEqual([
      { offset: 0, length: 20, window: START },
      { offset: 20, length: 30, window: SHORT },
      { offset: 50, length: 100, window: LONG },
    ]);
  });

  test('a pair of channels has a window where it is common to both', () => {
    const pair = (common: number) => {
      const bytes = frame(LONG);
      // element 001, tag 0000, common_window, reserved 0, window
      bytes.writeUInt16BE((1 << 13) | (common << 8) | (SHORT << 4), 7);
      return bytes;
    };
    expect(readAdts(Buffer.concat([pair(1), pair(0)])).map(({ window }) => window)).toEqual([SHORT, undefined]);
  });

  test('two pairs with their own windows do not fit', async () => {
    const own = () => Array.from({ length: 12 }, () => Buffer.from(frame(LONG).fill(0x20, 7, 8)));
    expect(await findAacJoins([await part(0, 0, 0, own()), await part(1, 4, 8, own())])).toBeUndefined();
  });

  test.each([
    ['cut in a frame', Buffer.concat([frame(LONG), frame(LONG).subarray(0, 12)])],
    ['cut in a header', frame(LONG).subarray(0, 5)],
    ['not ADTS', Buffer.from('RIFF....WAVEfmt ')],
  ])('a file that is %s is refused', (_, bytes) => {
    expect(() => readAdts(bytes)).toThrow(AdtsError);
  });
});
