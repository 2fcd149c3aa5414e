import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DecodedAudio } from '#engine/audio-decoding/decoded-audio.ts';
import { decodeM4a } from '#engine/audio-decoding/decoders/m4a.ts';
import { readAacTrack } from '#engine/audio-decoding/mp4/read-aac-track.ts';

const RATE = 44_100;
/** Before the sound the encoder put one frame of nothing. */
const LEAD_IN = 1024;

let file: Buffer;

beforeAll(async () => {
  file = await readFile(new URL('../../fixtures/audio/tone.m4a', import.meta.url));
});

/** The file with other bytes at an offset from the start of the first box of a type. */
function changed(type: string, offset: number, bytes: readonly number[]): Buffer {
  const copy = Buffer.from(file);
  copy.set(bytes, copy.indexOf(type) - 4 + offset);
  return copy;
}
/** The file with another AudioSpecificConfig: its tag, a length in four bytes, and what follows. */
function configured(...bytes: number[]): Buffer {
  const copy = Buffer.from(file);
  copy.set(bytes, copy.indexOf(Buffer.from([5, 0x80, 0x80, 0x80])) + 5);
  return copy;
}
const uint32 = (value: number): number[] => [24, 16, 8, 0].map((bits) => (value >>> bits) & 255);

/** More rows than any table of an allowed sound: 600 s of 96 kHz come to 56,250 frames. */
const MOST = 60_000;
const DAMAGED = { code: 'audio_invalid', message: expect.stringContaining('tables do not fit together') };

/** A file with so much behind it that frames of a byte are all within. */
const roomy = (bytes: Buffer): Buffer =>
  Buffer.concat([bytes, Buffer.from([0, 1, 0x11, 0x70]), Buffer.from('free'), Buffer.alloc(70_000 - 8)]);

/** Boxes up to the one that is meant: all of them grow with what comes into it. */
function inserted(bytes: Buffer, path: readonly string[], more: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  for (const type of path) {
    const start = copy.indexOf(type) - 4;
    copy.writeUInt32BE(copy.readUInt32BE(start) + more.length, start);
  }
  const last = copy.indexOf(path.at(-1) ?? '') - 4;
  const end = last + bytes.readUInt32BE(last);
  return Buffer.concat([copy.subarray(0, end), more, copy.subarray(end)]);
}

const AROUND: Readonly<Record<string, readonly string[]>> = {
  elst: ['moov', 'trak', 'edts'],
  stsz: ['moov', 'trak', 'mdia', 'minf', 'stbl'],
};
/** The file with other fields after the version and flags of a table, and with `more` large numbers at its end. */
function withTable(type: string, fields: readonly number[], numbers: number): Buffer {
  const path = [...(AROUND[type] ?? AROUND.stsz ?? []), type];
  const grown = inserted(file, path, Buffer.alloc(numbers * 4, 0x7f));
  grown.set(fields.flatMap(uint32), grown.indexOf(type) + 8);
  return grown;
}

const READ = `
  const { parentPort, workerData } = require('node:worker_threads');
  import(workerData.track).then(({ readAacTrack }) =>
    parentPort.postMessage(readAacTrack(Buffer.from(workerData.bytes)).frames.length));`;
/** The number of frames that a thread finds with the given MB for its objects. */
async function framesFound(bytes: Buffer, megabytes: number): Promise<unknown> {
  const track = new URL('../../../lib/engine/audio-decoding/mp4/read-aac-track.ts', import.meta.url).href;
  const reader = new Worker(READ, {
    eval: true,
    workerData: { track, bytes },
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
  });
  const [count] = await once(reader, 'message');
  await reader.terminate();
  return count;
}

async function decoded(bytes: Buffer, acceptsVideo = false): Promise<DecodedAudio[]> {
  const blocks: DecodedAudio[] = [];
  for await (const block of decodeM4a(bytes, { acceptsVideo })) blocks.push(block);
  return blocks;
}
const lengthOf = (blocks: readonly DecodedAudio[]): number =>
  blocks.reduce((sum, { channels }) => sum + (channels[0]?.length ?? 0), 0);

describe('a video', () => {
  it('is its sound where that is asked for, and refused otherwise', async () => {
    const video = await readFile(new URL('../../fixtures/audio/video.mp4', import.meta.url));
    await expect(decoded(video)).rejects.toThrow('This is a video');
    expect(lengthOf(await decoded(video, true)) / RATE).toBeCloseTo(1.5, 2);
  });
});

describe('an M4A file', () => {
  it('says where its frames are and which part of them is to be heard', () => {
    const { config, frames, played: presented } = readAacTrack(file);

    expect(config).toMatchObject({ sampleRate: RATE, channels: 2 });
    expect(presented).toEqual({ from: LEAD_IN, to: LEAD_IN + 1.5 * RATE });
    expect(frames).toHaveLength(Math.ceil((LEAD_IN + 1.5 * RATE) / 1024));
    for (const { from, to } of frames) expect(to - from).toBeGreaterThan(0);
    expect(frames.at(-1)?.to).toBeLessThanOrEqual(file.length);
  });

  it('starts where its edit list says', async () => {
    const [all, later] = [await decoded(file), await decoded(changed('elst', 20, uint32(LEAD_IN + 441)))];

    expect(lengthOf(later)).toBe(lengthOf(all) - 441);
    expect(later[0]?.channels[0]?.subarray(0, 1000)).toEqual(all[0]?.channels[0]?.subarray(441, 1441));
  });

  it('ends where its edit list says, or with its media where that says nothing', async () => {
    expect(lengthOf(await decoded(changed('elst', 16, uint32(500))))).toBeCloseTo(RATE / 2, -2);
    expect(lengthOf(await decoded(changed('elst', 16, uint32(0))))).toBe(1.5 * RATE);
  });

  it('is heard whole without an edit list: as far as the decoder has it', async () => {
    const frames = readAacTrack(file).frames.length;
    expect(lengthOf(await decoded(changed('edts', 4, [...Buffer.from('free')])))).toBeLessThanOrEqual(
      (frames - 1) * 1024,
    );
    expect(readAacTrack(changed('edts', 4, [...Buffer.from('free')])).played.from).toBe(0);
  });

  it.each([
    ['Apple Lossless', () => changed('mp4a', 4, [...Buffer.from('alac')]), 'must contain AAC-LC, not Apple Lossless'],
    ['an unknown codec', () => changed('mp4a', 4, [...Buffer.from('abcd')]), 'not something else'],
    // 5 bits: the type; 4: the rate; 4: the channels.
    ['HE-AAC', () => configured(0b0010_1010, 0b0001_0000), 'not HE-AAC'],
    ['AAC Main', () => configured(0b0000_1010, 0b0001_0000), 'not another kind of AAC'],
    ['short frames', () => configured(0b0001_0010, 0b0001_0100), 'not AAC with frames of 960 samples'],
    ['six channels', () => configured(0b0001_0010, 0b0011_0000), 'must be mono or stereo'],
    ['a rate that there is none of', () => configured(0b0001_0110, 0b1001_0000), 'its tables do not fit together'],
    ['no film', () => changed('moov', 4, [...Buffer.from('free')]), 'cut off, or has no sound'],
    ['no sound', () => changed('soun', 4, [...Buffer.from('text')]), 'This file has no sound'],
    ['a picture that moves', () => changed('soun', 4, [...Buffer.from('vide')]), 'This is a video'],
    ['no frames', () => changed('stsz', 16, uint32(0)), 'is fragmented'],
    ['more frames than its table has', () => changed('stsz', 16, uint32(0x4000_0000)), 'tables do not fit together'],
    ['more frames of one size than the file has room for', () => changed('stsz', 12, uint32(100_000)), 'cut off'],
    ['a frame of a size that none has', () => changed('stsz', 20, uint32(5000)), 'tables do not fit together'],
    [
      'fewer frames in its chunks than in its table',
      () => changed('stsc', 20, uint32(0)),
      'tables do not fit together',
    ],
    ['a chunk beyond its end', () => changed('stco', 16, uint32(0x7fff_ffff)), 'cut off'],
    ['a clock that stands still', () => changed('mdhd', 20, uint32(0)), 'tables do not fit together'],
    ['a box that is larger than the one around it', () => changed('trak', 0, uint32(0x00ff_ffff)), 'cut off'],
    ['a box that is smaller than its header', () => changed('mvhd', 0, uint32(4)), 'tables do not fit together'],
  ])('is refused with %s', async (_, make, message) => {
    await expect(decoded(make())).rejects.toThrow(message);
  });

  it.each([
    // One byte each, in a file with room for all.
    [
      'frames of one size',
      () => roomy(changed('stsz', 12, [...uint32(1), ...uint32(MOST)])),
      { code: 'audio_too_long' },
    ],
    ['frames', () => withTable('stsz', [0, MOST], MOST), { code: 'audio_too_long' }],
    ['runs of chunks', () => withTable('stsc', [MOST], 3 * MOST), DAMAGED],
    ['chunks', () => withTable('stco', [MOST], MOST), DAMAGED],
    ['lengths of frames', () => withTable('stts', [MOST], 2 * MOST), DAMAGED],
    ['edits', () => withTable('elst', [MOST], 3 * MOST), DAMAGED],
  ])('is refused with more %s than any sound needs, however much room it has for them', (_, make, fault) => {
    expect(() => readAacTrack(make())).toThrow(expect.objectContaining(fault));
  });

  it.each([
    ['in its film', ['moov']],
    ['behind what describes its sound', ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd']],
  ])('has none of the boxes that it passes by %s', async (_, path) => {
    // given 5 MB of empty boxes, which as objects are more than the thread has room for
    const empty = Buffer.alloc(600_000 * 8, Buffer.from([...uint32(8), ...Buffer.from('free')]));
    expect(await framesFound(inserted(file, path, empty), 32)).toBe(readAacTrack(file).frames.length);
  });

  it('is refused when a frame of it is damaged', async () => {
    const { frames } = readAacTrack(file);
    const copy = Buffer.from(file);
    for (const { from, to } of frames.slice(20, 30)) copy.fill(0xff, from, to);
    await expect(decoded(copy)).rejects.toThrow();
  });
});
