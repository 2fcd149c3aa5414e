import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AdtsError, readAdtsFrames } from '../../../lib/video/audio/adts.ts';
import { type EncodedPart, findJoins, joinedFrames } from '../../../lib/video/audio/join-parts.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'join-test-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** ADTS, AAC-LC, 48 kHz, mono; `window` is window_sequence × 2 + window_shape; the last byte tells frames apart. */
function frame(window: number, mark: number, length = 20): Buffer {
  const bytes = Buffer.alloc(length);
  bytes.set([0xff, 0xf1, 0x4c, 0x40 | (length >> 11), (length >> 3) & 0xff, ((length & 7) << 5) | 0x1f, 0xfc]);
  // element 000, tag 0000, gain 8 bits, reserved 0, then the window's three bits: 16 bits before them
  bytes[9] = window << 5;
  bytes[length - 1] = mark;
  return bytes;
}

async function part(name: string, firstFrame: number, keepFromFrame: number, frames: Buffer[]): Promise<EncodedPart> {
  const file = join(folder, name);
  await writeFile(file, Buffer.concat(frames));
  return { file, firstFrame, keepFromFrame, fromSample: 0, toSample: 0 };
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

const LONG = 0;
const START = 2;
const SHORT = 4;

describe('joining the frames of two encoders', () => {
  test('the second takes over behind the first frame from its beginning that both windowed alike', async () => {
    // given frames 0–11 of one, 4–15 of the other, which is wanted from frame 8; they disagree on 7 and 8
    const a = Array.from({ length: 12 }, (_, i) => frame(i === 7 ? START : i === 8 ? SHORT : LONG, i));
    const b = Array.from({ length: 12 }, (_, i) => frame(LONG, 104 + i));
    const parts = [await part('a', 0, 0, a), await part('b', 4, 8, b)];
    // when
    const joins = await findJoins(parts);
    // then
    expect(joins).toEqual([0, 10]);
    const marks = (await all(joinedFrames(parts, joins ?? []))).map((bytes) => bytes.at(-1));
    expect(marks).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 110, 111, 112, 113, 114, 115]);
  });

  test('two that never agree are not joined', async () => {
    const a = Array.from({ length: 12 }, (_, i) => frame(LONG, i));
    const b = Array.from({ length: 12 }, (_, i) => frame(1, i));
    expect(await findJoins([await part('a', 0, 0, a), await part('b', 4, 8, b)])).toBeUndefined();
  });
});

describe('reading ADTS', () => {
  test('frames are found across the chunks of a large file, a fill element before the channel is stepped over', async () => {
    const filled = frame(SHORT, 7, 30);
    // element 110, count 3, three bytes; then the channel, whose window's bits now stand 31 bits later
    filled.fill(0, 7, 29);
    filled[7] = 0b1100_0110;
    filled.writeUInt32BE(SHORT << 14, 7 + 4);
    const frames = Array.from({ length: 3000 }, (_, i) =>
      i === 1500 ? filled : frame(i % 2 ? LONG : START, i & 0xff, 100),
    );
    const { file } = await part('many', 0, 0, frames);
    const found = await all(readAdtsFrames(file));
    expect(Buffer.concat(found.map(({ bytes }) => bytes)).equals(Buffer.concat(frames))).toBe(true);
    expect(found.slice(1498, 1502).map(({ window }) => window)).toEqual([START, LONG, SHORT, LONG]);
  });

  test.each([
    ['cut in a frame', Buffer.concat([frame(LONG, 1), frame(LONG, 2).subarray(0, 12)])],
    ['cut in a header', frame(LONG, 1).subarray(0, 5)],
    ['not ADTS', Buffer.from('RIFF....WAVEfmt ')],
  ])('a file that is %s is refused', async (_, bytes) => {
    const { file } = await part('bad', 0, 0, [bytes]);
    await expect(all(readAdtsFrames(file))).rejects.toThrow(AdtsError);
  });
});
