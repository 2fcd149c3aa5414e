import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createSlideAndCaptionPainter } from '#engine/video/drawing/paint/slide-and-caption-painter.ts';
import { encodeH264Stills } from '#engine/video/h264/encode/encode-stills.ts';
import { muxClips } from '#engine/video/mux/mux-clips.ts';
import type { VideoSettings } from '#engine/video/settings.ts';
import { planSlideTimes } from '#features/renders/build-render-plan.ts';
import type { VideoShot } from '#features/renders/plan/video-shot.ts';
import { requireBuiltInTemplate } from '#features/templates/built-in-templates.ts';
import { sampleRender, sampleSlide } from '#test/support/samples/entities.ts';
import { yieldEach } from '#test/support/video/h264-clips.ts';
import { ffmpegOutput, runtime, temporaryFolder } from '#test/support/video/pictures.ts';

const SIZE = { width: 480, height: 270 };
const template = requireBuiltInTemplate('aurora');
const slide = {
  ...({ title: 'Light', bullet_points: ['behind words'], layout: 'title', language: 'en', is_first: true } as const),
};
const painter = await createSlideAndCaptionPainter();
const at = await painter.paint(slide, SIZE, template);
const away = await painter.paint(slide, SIZE, template, { lights: 'away' });
const bare = await painter.paint(slide, SIZE, template, { isBare: true });

/** The luma of a pixel, 0–255. */
const lumaOf = (rgba: Uint8Array, pixel: number): number =>
  0.2126 * (rgba[4 * pixel] ?? 0) + 0.7152 * (rgba[4 * pixel + 1] ?? 0) + 0.0722 * (rgba[4 * pixel + 2] ?? 0);
const pixels = Array.from({ length: SIZE.width * SIZE.height }, (_, pixel) => pixel);
/** Pixels that letters cover, with those around them. */
const letters = pixels.filter((pixel) =>
  [-1, 0, 1].every((down) => [-1, 0, 1].every((right) => lumaOf(at.rgba, pixel + down * SIZE.width + right) > 250)),
);

it('lights move behind letters, softly, and letters do not change', () => {
  expect(letters.length).toBeGreaterThan(300);
  expect(letters.filter((pixel) => Math.abs(lumaOf(away.rgba, pixel) - lumaOf(at.rgba, pixel)) > 1)).toEqual([]);
  const ground = pixels.filter((pixel) => at.rgba[4 * pixel] === bare.rgba[4 * pixel]);
  const change = (pixel: number): number => lumaOf(away.rgba, pixel) - lumaOf(at.rgba, pixel);
  expect(ground.filter((pixel) => Math.abs(change(pixel)) > 8).length).toBeGreaterThan(ground.length / 10);
  const isGround = new Set(ground);
  const isLast = (pixel: number): boolean => pixel % SIZE.width === SIZE.width - 1;
  const neighbours = ground.filter((pixel) => isGround.has(pixel + 1) && !isLast(pixel));
  const edges = neighbours.filter((pixel) => Math.abs(change(pixel + 1) - change(pixel)) >= 6);
  expect(edges).toEqual([]);
});

const shotsOf = (
  over: Parameters<typeof sampleRender>[0],
  motion: 'none' | 'calm',
  template_id = 'aurora',
): VideoShot[] => {
  const settings = {
    ...{ title: 'Lights', template_id, language: 'en', metadata: {}, motion },
    ...({ transition: { type: 'none', duration_seconds: 0 }, format: 'landscape', resolution: '1080p' } as const),
  } as const;
  const slides = [sampleSlide({ title: 'Light', layout: 'title', duration_seconds: 5 })];
  return planSlideTimes(sampleRender(over), { settings, slides }, [undefined]).slides.flatMap(({ shots }) => shots);
};
const { output } = sampleRender();

it('lights stand in a still video, in a template without them, and where each frame would be encoded', () => {
  const count = (shots: VideoShot[]): number => shots.length;
  expect(count(shotsOf({}, 'calm'))).toBe(5);
  expect(count(shotsOf({}, 'none'))).toBe(1);
  expect(count(shotsOf({}, 'calm', 'plain'))).toBe(1);
  expect(count(shotsOf({ output: { ...output, codec: 'vp9' } }, 'calm'))).toBe(1);
  expect(count(shotsOf({ output: { ...output, captions: 'burned_in' } }, 'calm'))).toBe(1);
});

it('a loop ends with the picture that it started with, and letters stand in every frame of it', async () => {
  await using folder = await temporaryFolder();
  const settings: VideoSettings = { ...SIZE, codec: 'h264', fps: 30, quality: 'high' };
  const file = join(folder.path, 'stills.bin');
  const [one, other] = await encodeH264Stills(settings, yieldEach([at, away]), file, runtime);
  if (!one || !other) throw new Error('there are two clips');
  const shots = shotsOf({}, 'calm').map((shot) => {
    const picture = shot.kind === 'transition' ? shot.to : shot.kind === 'still' ? shot.picture : undefined;
    const clip = picture?.lights ? other : one;
    return { file, clip, shown: shot.frames, fadesIn: shot.kind === 'transition' };
  });
  const out = join(folder.path, 'loop.mp4');
  const frames = shots.reduce((sum, { shown }) => sum + shown, 0);
  await muxClips({ settings, frames, clips: shots }, out, runtime);
  const raw = await ffmpegOutput([{ at: out, options: ['-err_detect', 'explode'] }], ['-vsync', '0', '-f', 'rawvideo']);
  const bytes = (SIZE.width * SIZE.height * 3) / 2;
  expect(raw.length).toBe(frames * bytes);
  const frame = (index: number): Uint8Array => raw.subarray(index * bytes, (index + 1) * bytes);
  expect(Buffer.compare(frame(0), frame(frames - 1))).toBe(0);
  const middle = frame(Math.floor(frames / 2));
  expect(pixels.filter((pixel) => Math.abs((middle[pixel] ?? 0) - (frame(0)[pixel] ?? 0)) > 5).length).toBeGreaterThan(
    5000,
  );
  for (let index = 1; index < frames; index += 19)
    for (const pixel of letters) {
      const difference = Math.abs((frame(index)[pixel] ?? 0) - (frame(0)[pixel] ?? 0));
      if (difference > 12) throw new Error(`frame ${index}: a letter differs by ${difference}`);
    }
  // From frame to frame nothing jumps.
  for (let index = 1; index < frames; index += 3) {
    let most = 0;
    for (let pixel = 0; pixel < SIZE.width * SIZE.height; pixel += 3)
      most = Math.max(most, Math.abs((frame(index)[pixel] ?? 0) - (frame(index - 1)[pixel] ?? 0)));
    if (most > 4) throw new Error(`frame ${index}: a pixel jumps by ${most}`);
  }
});
