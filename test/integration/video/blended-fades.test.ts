import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ClipOnTimeLine } from '#engine/video/clips/clip.ts';
import { encodeH264Stills } from '#engine/video/h264/encode/encode-stills.ts';
import { reencodeClipsAsOneStream } from '#engine/video/h264/join/reencode-clips-as-one-stream.ts';
import { NAL_TYPE, nalType, splitAnnexB } from '#engine/video/h264/nal.ts';
import { rgbToYuv420 } from '#engine/video/motion/rgb-to-yuv420.ts';
import { inspectMp4 } from '#engine/video/mp4/inspect.ts';
import { MuxCheckError } from '#engine/video/mux/check-muxed.ts';
import { muxClips } from '#engine/video/mux/mux-clips.ts';
import { muxVideo } from '#engine/video/mux/mux-video.ts';
import type { RawPicture, YuvPicture } from '#engine/video/picture.ts';
import type { VideoSettings } from '#engine/video/settings.ts';
import { boxOfChangedPixels, type EvenBox, findBoxOfChangedSamples } from '#engine/video/transitions/changed-box.ts';
import { crossFadePictures } from '#engine/video/transitions/cross-fade.ts';
import { smoothstep } from '#engine/video/transitions/easing.ts';
import { generateTransitionFrames } from '#engine/video/transitions/generate-transition-frames.ts';
import { ssim } from '#test/bench/ssim.ts';
import { isTried, isWhole } from '#test/support/depth.ts';
import {
  type ClipSet,
  crossfade,
  joinedStream,
  moveClips,
  placeClip,
  SMALL,
  stillClips,
  yieldEach,
} from '#test/support/video/h264-clips.ts';
import {
  ANNEX_B,
  ffmpegOutput,
  frameHashes,
  patternedPicture,
  runsOf,
  runtime,
  temporaryFolder,
} from '#test/support/video/pictures.ts';

const fadeIn = (clips: ClipSet, index: number, shown: number): ClipOnTimeLine => ({
  ...placeClip(clips, index, shown),
  fadesIn: true,
});

/** The SSIM of each decoded frame of a fade to the exact mix of the drawn pictures. */
async function likenessOfFade(
  settings: VideoSettings,
  [file, input]: [string, readonly string[]],
  [from, to]: [number, number],
  [first, frames]: [number, number],
): Promise<number[]> {
  const { width, height } = settings;
  const raw = await ffmpegOutput([{ at: file, options: input }], ['-map', '0:v', '-vsync', '0', '-f', 'rawvideo']);
  const [a, b] = [rgbToYuv420(patternedPicture(settings, from)), rgbToYuv420(patternedPicture(settings, to))];
  return Array.from({ length: frames }, (_, i) => {
    const mixed = crossFadePictures(a, b, Math.round(256 * smoothstep((i + 1) / frames)));
    const start = ((first + i) * width * height * 3) / 2;
    const lumaOf = (data: Uint8Array, at = 0) => ({ width, height, samples: data.subarray(at, at + width * height) });
    return ssim(lumaOf(mixed.data), lumaOf(raw, start));
  });
}

const FADES = [
  ['landscape', 160, 96, 30, 15],
  ['portrait at 60 fps', 96, 170, 60, 30],
  ['feed, 2 s', 120, 150, 60, 120],
] as const;
/** Its frames take as long as all others together. */
const LARGE_FADES = isWhole ? ([['landscape at 1080p', 1920, 1080, 30, 15]] as const) : [];
test.each([...FADES, ...LARGE_FADES])(
  'every frame of a fade is like the exact mix in %s',
  async (_, width, height, fps, frames) => {
    await using folder = await temporaryFolder();
    const settings: VideoSettings = { ...SMALL, width, height, fps };
    const stills = await stillClips(folder.path, settings, [1, 2]);
    const clips = [placeClip(stills, 0, 3), fadeIn(stills, 1, frames), placeClip(stills, 1, 4)];
    const file = join(folder.path, 'a.mp4');
    await muxClips({ settings, frames: frames + 7, clips }, file, runtime);

    const likeness = await likenessOfFade(settings, [file, ['-err_detect', 'explode']], [1, 2], [3, frames]);
    expect(Math.min(...likeness)).toBeGreaterThan(0.99);
    const runs = runsOf(await frameHashes(file, ['-err_detect', 'explode']));
    // The last frame of the fade is the picture that stands after it.
    expect([runs[0]?.[1], runs.at(-1)?.[1]]).toEqual([3, 5]);
  },
);

/** A picture with another part: a pattern within a box. */
function withPattern(picture: RawPicture, { x, y, width, height }: EvenBox): RawPicture {
  const rgba = new Uint8Array(picture.rgba);
  for (let row = y; row < y + height; row++)
    for (let column = x; column < x + width; column++)
      rgba.set(
        [(column * 37) % 256, (row * 53) % 256, ((row ^ column) * 11) % 256, 255],
        (row * picture.width + column) * 4,
      );
  return { ...picture, rgba };
}

test.each([
  ['within macroblocks', 'rise', 96, { x: 20, y: 34, width: 90, height: 20 }],
  ['in a corner', 'rise', 96, { x: 0, y: 0, width: 40, height: 18 }],
  ['at the right edge, down to the bottom', 'rise', 96, { x: 96, y: 60, width: 64, height: 36 }],
  ['over the whole width', 'rise', 96, { x: 0, y: 32, width: 160, height: 32 }],
  ['a little beyond its place', 'spring', 640, { x: 20, y: 304, width: 90, height: 60 }],
  ['a little beyond the top edge', 'spring', 640, { x: 0, y: 0, width: 40, height: 18 }],
] as const)(
  'every frame of a part that rises is like that of its transition: %s (%s)',
  async (_, type, height, box) => {
    await using folder = await temporaryFolder();
    const settings: VideoSettings = { ...SMALL, width: 160, height, fps: 30, quality: 'high' };
    const ground = patternedPicture(settings, 1);
    ground.rgba.fill(200);
    const pictures = [ground, withPattern(ground, box)] as const;
    const file = join(folder.path, 'stills.bin');
    const stills = { file, clips: await encodeH264Stills(settings, yieldEach(pictures), file, runtime) };
    const frames = 12;
    const [from, to] = [rgbToYuv420(pictures[0]), rgbToYuv420(pictures[1])];
    const rises = boxOfChangedPixels(...pictures);
    // The colours of a pixel reach the pixels around it.
    const exact = findBoxOfChangedSamples(from, to);
    if (!rises || !exact) throw new Error('the pictures are equal');
    expect([rises.x <= exact.x, rises.y <= exact.y]).toEqual([true, true]);
    expect(rises.x + rises.width).toBeGreaterThanOrEqual(exact.x + exact.width);
    expect(rises.y + rises.height).toBeGreaterThanOrEqual(exact.y + exact.height);
    const rising = placeClip(stills, 1, frames);
    const clips = [
      placeClip(stills, 0, 3),
      { ...rising, clip: { ...rising.clip, rises }, fadesIn: true, springs: type === 'spring' },
      placeClip(stills, 1, 4),
    ];
    const video = join(folder.path, 'a.mp4');
    await muxClips({ settings, frames: frames + 7, clips }, video, runtime);

    const raw = await ffmpegOutput(
      [{ at: video, options: ['-err_detect', 'explode'] }],
      ['-map', '0:v', '-vsync', '0', '-f', 'rawvideo'],
    );
    const bytes = (settings.width * settings.height * 3) / 2;
    let at = 3;
    for await (const wanted of generateTransitionFrames(type, from, to, frames - 1, 'ltr')) {
      const shown = raw.subarray(at * bytes, (at + 1) * bytes);
      const far = shown.filter((value, i) => Math.abs(value - (wanted.data[i] ?? 0)) > 24).length;
      expect(far / bytes).toBeLessThan(0.01);
      at += 1;
    }
  },
);

/** The share of samples of a decoded frame that differ from those of a transition between the decoded pictures, by more than some levels. */
const shareOff = (shown: Uint8Array, wanted: YuvPicture, levels: number): number =>
  shown.filter((value, i) => Math.abs(value - (wanted.data[i] ?? 0)) > levels).length / shown.length;

const COMING_IN = [
  ['slide', 'ltr', 160],
  ['slide', 'rtl', 160],
  ['cover', 'ltr', 160],
  ['cover', 'rtl', 160],
  // Its macroblocks reach beyond the picture.
  ['slide', 'ltr', 150],
  ['slide', 'rtl', 150],
  ['cover', 'rtl', 150],
] as const;
test.each(COMING_IN.filter((_, at) => isTried(at, 3)))(
  'a picture that comes in by %s, %s, %i wide, is made of the decoded pictures',
  async (type, direction, width) => {
    await using folder = await temporaryFolder();
    const settings: VideoSettings = { ...SMALL, width, height: 90, fps: 30 };
    const stills = await stillClips(folder.path, settings, [1, 2]);
    const frames = 12;
    const moving = { ...fadeIn(stills, 1, frames), movesIn: { type, direction } };
    const video = join(folder.path, 'a.mp4');
    const clips = [placeClip(stills, 0, 3), moving, placeClip(stills, 1, 4)];
    await muxClips({ settings, frames: frames + 7, clips }, video, runtime);

    const raw = await ffmpegOutput(
      [{ at: video, options: ['-err_detect', 'explode'] }],
      ['-map', '0:v', '-vsync', '0', '-f', 'rawvideo'],
    );
    const bytes = (width * settings.height * 3) / 2;
    expect(raw).toHaveLength(bytes * (frames + 7));
    const decoded = (frame: number) => ({ ...settings, data: raw.subarray(frame * bytes, (frame + 1) * bytes) });
    let at = 3;
    for await (const wanted of generateTransitionFrames(type, decoded(2), decoded(frames + 3), frames - 1, direction)) {
      const { data } = decoded(at);
      // Up to 7 columns repeat the edge of the new picture; a shadow has steps of 8 columns.
      expect(shareOff(data, wanted, 0)).toBeLessThan(type === 'slide' ? 0.05 : 0.1);
      expect(shareOff(data, wanted, 16)).toBeLessThan(0.05);
      at += 1;
    }
  },
);

test('guard 8: a fade adds no key frame, and each moment of the file has one frame', async () => {
  await using folder = await temporaryFolder();
  const stills = await stillClips(folder.path, SMALL, [1, 2, 3]);
  const clips = [
    placeClip(stills, 0, 5),
    fadeIn(stills, 1, 4),
    placeClip(stills, 1, 200),
    fadeIn(stills, 2, 1),
    fadeIn(stills, 0, 3),
  ];
  const file = join(folder.path, 'a.mp4');
  await muxClips({ settings: SMALL, frames: 213, clips }, file, runtime);

  const { video, durationSeconds } = await inspectMp4(file);
  expect(video.keyframes).toEqual([0, 9, 109]);
  expect(video.edits).toEqual([{ duration: 213_000, mediaTime: 1000 }]);
  expect(durationSeconds).toBeCloseTo(213 / 30, 9);
  expect(video.shifts.slice(0, 4)).toEqual([
    { count: 5, offset: 1000 },
    { count: 1, offset: 4000 },
    { count: 3, offset: 0 },
    { count: 201, offset: 1000 },
  ]);
  const runs = runsOf(await frameHashes(file, ['-err_detect', 'explode']));
  expect(runs.map(([, count]) => count)).toEqual([5, 1, 1, 1, 201, 1, 1, 1, 1]);
});

test('guard 8: a file whose frames are reordered without a plan is refused', async () => {
  await using folder = await temporaryFolder();
  const stills = await stillClips(folder.path, SMALL, [1, 2]);
  const { stream } = await joinedStream(SMALL, [placeClip(stills, 0, 3), fadeIn(stills, 1, 4)]);
  const spec = {
    settings: SMALL,
    frames: 7,
    stream: async function* () {
      yield stream;
    },
  };
  await expect(muxVideo(spec, join(folder.path, 'a.mp4'), runtime)).rejects.toThrow(MuxCheckError);
  await expect(muxVideo({ ...spec, fades: 1 }, join(folder.path, 'b.mp4'), runtime)).resolves.toMatchObject({
    frames: 7,
  });
});

test('moving clips next to fades are decoded as without them', async () => {
  await using folder = await temporaryFolder();
  const stills = await stillClips(folder.path, SMALL, [1, 2, 3]);
  const moves = await moveClips(folder.path, SMALL, [crossfade(SMALL, [2, 3], 20)]);
  const around = [placeClip(stills, 1, 30), placeClip(moves, 0), placeClip(stills, 2, 30)];
  const hashesOf = async (name: string, clips: readonly ClipOnTimeLine[]): Promise<string[]> => {
    const file = join(folder.path, name);
    await writeFile(file, (await joinedStream(SMALL, clips)).stream);
    return frameHashes(file, ANNEX_B);
  };
  const plain = await hashesOf('plain', around);
  const faded = await hashesOf('faded', [placeClip(stills, 0, 3), fadeIn(stills, 1, 5), ...around]);
  expect(faded).toHaveLength(88);
  expect(faded.slice(8)).toEqual(plain);
});

test('guard 1: clips that do not join are encoded again with their fades', async () => {
  await using folder = await temporaryFolder();
  const other = await stillClips(folder.path, { ...SMALL, fps: 60 }, [1]);
  const stills = await stillClips(folder.path, SMALL, [2]);
  const clips = [placeClip(other, 0, 3), fadeIn(stills, 0, 8), placeClip(stills, 0, 5)];
  const file = join(folder.path, 'again.h264');
  await reencodeClipsAsOneStream(SMALL, clips, file, runtime);

  const slices = splitAnnexB(await readFile(file))
    .map(nalType)
    .filter((type) => type === NAL_TYPE.idr || type === NAL_TYPE.slice);
  expect(slices.flatMap((type, frame) => (type === NAL_TYPE.idr ? [frame] : []))).toEqual([0, 11]);
  expect(slices).toHaveLength(16);
  const runs = runsOf(await frameHashes(file, ANNEX_B));
  expect(runs.length).toBeGreaterThan(8);
});

test('clips of other codecs cannot fade in', async () => {
  await using folder = await temporaryFolder();
  const stills = await stillClips(folder.path, SMALL, [1, 2]);
  const settings = { ...SMALL, codec: 'h265' } as const;
  const spec = { settings, frames: 7, clips: [placeClip(stills, 0, 3), fadeIn(stills, 1, 4)] };
  await expect(muxClips(spec, join(folder.path, 'a.mp4'), runtime)).rejects.toThrow(RangeError);
});
