import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MACROBLOCK_SIDE } from '#engine/video/h264/b-macroblocks.ts';
import { encodeH264Stills } from '#engine/video/h264/encode/encode-stills.ts';
import { findSlowZoomRoom, type SlowZoomRoom } from '#engine/video/motion/slow-zoom.ts';
import { zoomedImage } from '#engine/video/motion/zoomed-image.ts';
import { muxClips } from '#engine/video/mux/mux-clips.ts';
import type { RawPicture } from '#engine/video/picture.ts';
import type { VideoSettings } from '#engine/video/settings.ts';
import { SMALL, yieldEach } from '#test/support/video/h264-clips.ts';
import { ffmpegOutput, runtime, temporaryFolder } from '#test/support/video/pictures.ts';

const SETTINGS: VideoSettings = { ...SMALL, width: 320, height: 180, quality: 'high' };
const { width, height } = SETTINGS;
/** Its edge is within a macroblock, as the edges of images of slides are, and far enough from its middle to ask for a movement of the macroblock. */
const IMAGE = { x: 0, y: 0, width: 158, height: 180 };
const ROOM = roomOf(IMAGE);
const BYTES = (width * height * 3) / 2;

function roomOf(image: typeof IMAGE): SlowZoomRoom {
  const room = findSlowZoomRoom(image, SETTINGS, { x: 0.5, y: 0.5 });
  if (!room) throw new Error('the image is at the edges of the slide');
  return room;
}

/** The brightness of the image at a place, 0–255: soft waves, so that movements by parts of pixels are seen. */
const wave = (x: number, y: number): number => 128 + 60 * Math.sin(x / 5) + 50 * Math.cos(y / 7);

/** The slide with its image in a size, and a bar next to it, or none. */
function slideAt(zoom: number, hasBar: boolean): RawPicture {
  const scale = 1.12;
  const large = { width: Math.round(IMAGE.width * scale), height: Math.round(IMAGE.height * scale) };
  const source = new Uint8Array(large.width * large.height * 4).fill(255);
  for (let y = 0; y < large.height; y++)
    for (let x = 0; x < large.width; x++) {
      const value = wave(
        ((x + 0.5) * IMAGE.width) / large.width - 0.5,
        ((y + 0.5) * IMAGE.height) / large.height - 0.5,
      );
      source.fill(Math.round(value), 4 * (y * large.width + x), 4 * (y * large.width + x) + 3);
    }
  const image = zoomedImage({ ...large, rgba: source }, { factor: zoom, room: ROOM });
  const rgba = new Uint8Array(width * height * 4).fill(255);
  for (let y = 0; y < height; y++) {
    rgba.set(image.rgba.subarray(4 * y * IMAGE.width, 4 * (y + 1) * IMAGE.width), 4 * y * width);
    if (hasBar && y >= 60 && y < 90) rgba.fill(30, 4 * (y * width + 200), 4 * (y * width + 300));
  }
  return { width, height, rgba };
}

const SIZES = { start: 1, end: 1.045 };
const [HOLD, RISE, REST] = [60, 12, 6];
const sizeAt = (frame: number): number => SIZES.start + (SIZES.end - SIZES.start) * Math.min(1, frame / (HOLD + RISE));

async function decodedFrames(): Promise<Uint8Array[]> {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'stills.bin');
  const pictures = [slideAt(SIZES.start, false), slideAt(SIZES.end, true)];
  const [first, second] = await encodeH264Stills(SETTINGS, yieldEach(pictures), file, runtime);
  if (!first || !second) throw new Error('there are two clips');
  const sizes = (from: number, count: number) => Array.from({ length: count }, (_, i) => sizeAt(from + i));
  const bar = { x: 200, y: 60, width: 100, height: 30 };
  const clips = [
    { file, clip: { ...first, zooms: ROOM }, shown: HOLD, zoom: { picture: SIZES.start, frames: sizes(0, HOLD) } },
    {
      ...{ file, clip: { ...second, rises: bar, zooms: ROOM }, shown: RISE, fadesIn: true },
      zoom: { picture: SIZES.end, before: SIZES.start, frames: sizes(HOLD, RISE) },
    },
    { file, clip: second, shown: REST },
  ];
  const frames = HOLD + RISE + REST;
  const out = join(folder.path, 'a.mp4');
  await muxClips({ settings: SETTINGS, frames, clips }, out, runtime);
  const raw = await ffmpegOutput([{ at: out, options: ['-err_detect', 'explode'] }], ['-vsync', '0', '-f', 'rawvideo']);
  expect(raw.length).toBe(frames * BYTES);
  return Array.from({ length: frames }, (_, i) => raw.subarray(i * BYTES, (i + 1) * BYTES));
}

/** The mean difference of the image in a frame to the wave in a size, in steps of luma. */
function distance(frame: Uint8Array, zoom: number): number {
  const { anchorX, anchorY } = ROOM;
  let [sum, count] = [0, 0];
  for (let y = 4; y < height - 4; y++)
    for (let x = 4; x < IMAGE.width - 8; x++) {
      const value = wave(anchorX + (x + 0.5 - anchorX) / zoom - 0.5, anchorY + (y + 0.5 - anchorY) / zoom - 0.5);
      sum += Math.abs((frame[y * width + x] ?? 0) - (16 + (value * 219) / 255));
      count++;
    }
  return sum / count;
}

test('an image grows evenly by vectors, also while a part appears next to it, and all else stands', async () => {
  const all = await decodedFrames();
  const at = (index: number): Uint8Array => all[index] ?? new Uint8Array();
  // Each frame is nearer to its own size than to those of a second before and after, or of a fourth of it.
  for (const index of [8, 20, 40, 59, 63, 68]) {
    const own = distance(at(index), sizeAt(index));
    expect(own).toBeLessThan(3);
    expect(own).toBeLessThan(distance(at(index), sizeAt(index) - 0.01));
    expect(own).toBeLessThan(distance(at(index), sizeAt(index) + 0.01));
  }
  expect(distance(at(59), SIZES.start)).toBeGreaterThan(6);
  // The ground next to the image stands in each frame of the hold; in macroblocks with a part of the image, with traces of it.
  const edge = MACROBLOCK_SIDE * Math.ceil(IMAGE.width / MACROBLOCK_SIDE);
  for (let index = 1; index < HOLD; index++)
    for (let y = 0; y < height; y++)
      for (let x = IMAGE.width; x < width; x++) {
        const change = Math.abs((at(index)[y * width + x] ?? 0) - (at(0)[y * width + x] ?? 0));
        if (change > (x < edge ? 8 : 0)) throw new Error(`frame ${index} differs at ${x},${y} by ${change}`);
      }
  // The bar is there in the end, and on its way in between.
  const barAt = (index: number): number => at(index)[75 * width + 250] ?? 0;
  expect([barAt(HOLD - 1) > 225, barAt(HOLD + RISE - 1) < 60]).toEqual([true, true]);
  expect(barAt(HOLD + 4)).toBeLessThan(barAt(HOLD - 1));
});
