import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { OrnamentDrift } from '#engine/video/drawing/drifting-ornaments.ts';
import { encodeH264Stills } from '#engine/video/h264/encode/encode-stills.ts';
import { driftPositionsOfLoop } from '#engine/video/h264/moved-part-frame-encoder.ts';
import { muxClips } from '#engine/video/mux/mux-clips.ts';
import type { RawPicture } from '#engine/video/picture.ts';
import type { VideoSettings } from '#engine/video/settings.ts';
import { SMALL, yieldEach } from '#test/support/video/h264-clips.ts';
import { ffmpegOutput, patternedPicture, runtime, temporaryFolder } from '#test/support/video/pictures.ts';

const SETTINGS: VideoSettings = { ...SMALL, width: 320, height: 180, quality: 'high' };
const { width, height, fps } = SETTINGS;

/** A pattern to the left of an even ground with discs. */
function discs(...places: readonly (readonly [x: number, y: number, radius: number])[]): RawPicture {
  const picture = patternedPicture(SETTINGS, 3);
  for (let y = 0; y < height; y++)
    for (let x = 96; x < width; x++) {
      const isDisc = places.some(([cx, cy, radius]) => Math.hypot(x - cx, y - cy) < radius);
      picture.rgba.set(isDisc ? [200, 60, 90, 255] : [240, 230, 220, 255], (y * width + x) * 4);
    }
  return picture;
}

const BYTES = (width * height * 3) / 2;

/** The decoded frames of a still whose parts drift, and then of another still. */
async function decoded(picture: RawPicture, drifts: readonly OrnamentDrift[], frames: number): Promise<Uint8Array[]> {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'stills.bin');
  const [clip, other] = await encodeH264Stills(
    SETTINGS,
    yieldEach([picture, patternedPicture(SETTINGS, 1)]),
    file,
    runtime,
  );
  if (!clip || !other) throw new Error('there are two clips');
  const clips = [
    { file, clip: { ...clip, drifts }, shown: frames },
    { file, clip: other, shown: 5, fadesIn: true },
    { file, clip: other, shown: 4 },
  ];
  const out = join(folder.path, 'a.mp4');
  await muxClips({ settings: SETTINGS, frames: frames + 9, clips }, out, runtime);
  const raw = await ffmpegOutput([{ at: out, options: ['-err_detect', 'explode'] }], ['-vsync', '0', '-f', 'rawvideo']);
  expect(raw.length).toBe((frames + 9) * BYTES);
  return Array.from({ length: frames + 9 }, (_, i) => raw.subarray(i * BYTES, (i + 1) * BYTES));
}

const CORNERS: readonly OrnamentDrift[] = [
  { x: 256, y: 0, width: 64, height: 48, across: 8, down: -4 },
  { x: 112, y: 96, width: 80, height: 84, across: -4, down: 12 },
];

test('parts drift there and back in each group of frames, and everything else is the same in every frame', async () => {
  const picture = discs([318, 2, 40], [150, 178, 30]);
  const frames = 240;
  const all = await decoded(picture, CORNERS, frames);
  const [first = new Uint8Array()] = all;
  const lumaAt = (frame: Uint8Array, x: number, y: number): number =>
    frame[Math.min(Math.max(y, 0), height - 1) * width + Math.min(Math.max(x, 0), width - 1)] ?? 0;
  const inBox = (x: number, y: number) =>
    CORNERS.find((box) => x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height);
  // Two groups of frames, the second one with room for the fade.
  const ways = [0, ...driftPositionsOfLoop(122, fps), 0, ...driftPositionsOfLoop(118, fps)];
  let moved = 0;
  let exact = 0;
  for (const [index, way] of ways.entries()) {
    const frame = all[index] ?? first;
    if (way === 0) expect(Buffer.compare(frame, first)).toBe(0);
    for (let y = 0; y < height; y += 3)
      for (let x = 0; x < width; x += 2) {
        const box = inBox(x, y);
        const [across, down] = [
          Math.round(4 * (box?.across ?? 0) * way) / 4,
          Math.round(4 * (box?.down ?? 0) * way) / 4,
        ];
        if (box && !(Number.isInteger(across) && Number.isInteger(down))) continue;
        const expected = lumaAt(first, x - across, y - down);
        if (lumaAt(frame, x, y) !== expected)
          throw new Error(`frame ${index} at ${x},${y}: ${lumaAt(frame, x, y)}, not ${expected}`);
        if (box) exact++;
        if (box && lumaAt(frame, x, y) !== lumaAt(first, x, y)) moved++;
      }
  }
  expect([moved > 1000, exact > moved]).toEqual([true, true]);
});

test.each([
  ['over the whole width', [{ x: 96, y: 64, width: 224, height: 48, across: 6, down: 0 }]],
  ['over the whole height', [{ x: 208, y: 0, width: 112, height: 180, across: 0, down: -9 }]],
  [
    'one next to the other',
    [
      { x: 128, y: 32, width: 32, height: 32, across: 5, down: 5 },
      { x: 160, y: 32, width: 32, height: 48, across: -5, down: 3 },
    ],
  ],
] as const)('decoders read vectors of parts %s', async (_, drifts) => {
  const all = await decoded(discs([220, 90, 20], [144, 48, 9], [176, 56, 9]), drifts, 90);
  const [first = new Uint8Array()] = all;
  // The pattern to the left stands.
  for (const frame of all.slice(0, 90))
    for (let y = 0; y < height; y++)
      if (Buffer.compare(frame.subarray(y * width, y * width + 90), first.subarray(y * width, y * width + 90)) !== 0)
        throw new Error(`row ${y} moves`);
  expect(Buffer.compare(all[45] ?? first, first)).not.toBe(0);
});

test('a loop starts and ends at rest, and a short one goes a part of the way', () => {
  const loop = driftPositionsOfLoop(150, 30);
  expect(loop).toHaveLength(149);
  expect([Math.max(...loop) > 0.999, (loop[0] ?? 1) < 0.001, (loop.at(-1) ?? 1) < 0.001]).toEqual([true, true, true]);
  expect(Math.max(...driftPositionsOfLoop(75, 30))).toBeCloseTo(0.5, 2);
  expect(driftPositionsOfLoop(30, 30)).toEqual([]);
});
