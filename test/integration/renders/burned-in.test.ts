import { describe, expect, it } from 'vitest';
import type { EncodedClip } from '#engine/video/clips/clip.ts';
import { captionArea } from '#engine/video/drawing/layout/caption-area.ts';
import { createSlideAndCaptionPainter } from '#engine/video/drawing/paint/slide-and-caption-painter.ts';
import { rgbToYuv420 } from '#engine/video/motion/rgb-to-yuv420.ts';
import type { YuvPicture } from '#engine/video/picture.ts';
import { planSlideTimes } from '#features/renders/build-render-plan.ts';
import { createPictureDrawer } from '#features/renders/draw-pictures.ts';
import { encodeShotClips } from '#features/renders/encode-shot-clips.ts';
import type { SlideSpeech } from '#features/renders/plan/frame-schedule.ts';
import type { ShotWithClipAddress } from '#features/renders/plan/render-plan.ts';
import type { FileStore, VideoPartEncoder } from '#features/renders/ports.ts';
import type { Slide } from '#features/timelines/slide.ts';
import { stripes } from '#test/support/drawing/slide-corpus.ts';
import { sampleImage, sampleRender, sampleSlide } from '#test/support/samples/entities.ts';
import { collectItems } from '#test/support/samples/yuv-pictures.ts';
import { noFootage } from '#test/support/video/no-footage.ts';

const SIZE = { width: 426, height: 240 };
const FPS = 24;
const painter = await createSlideAndCaptionPainter();
const image = await stripes(['#ff2010', '#20d030', '#3040ff', '#ffffff'], 600, 400);

const output = { ...sampleRender().output, ...SIZE, fps: FPS, captions: 'burned_in' } as const;
const render = sampleRender({ output });
const settings = {
  title: 'Burned in',
  template_id: 'midnight',
  language: 'en',
  transition: { type: 'slide', duration_seconds: 0.5 },
  format: 'landscape',
  resolution: '480p',
  metadata: {},
} as const;
const slides: Slide[] = [
  sampleSlide({ title: 'One', duration_seconds: 2, cut_speech: true }),
  sampleSlide({ title: 'Two', bullet_points: ['Alpha', 'Beta'], build: 'by_bullet' }),
  sampleSlide({
    title: '',
    image: sampleImage({ width: 600, height: 400 }),
    image_motion: 'zoom_in',
    duration_seconds: 2,
  }),
  sampleSlide({
    title: 'Four',
    chart: { type: 'column', categories: ['A', 'B'], series: [{ name: 'N', values: [3, 5] }] },
    motion: 'calm',
    duration_seconds: 2,
  }),
];
const speech = (hash: string, ...said: [string, number, number][]): SlideSpeech => ({
  hash,
  key: hash,
  duration_seconds: said.at(-1)?.[2] ?? 0,
  sentences: said.map(([text, start_seconds, end_seconds]) => ({ text, start_seconds, end_seconds })),
});
const spoken = [
  speech('a', ['This one is cut amid what it says.', 0, 3]),
  speech('b', ['Alpha comes at once.', 0, 1.5], ['Beta is here.', 1.6, 3]),
  speech('c', ['A picture moves below.', 0, 1.5]),
  speech('d', ['Columns grow below.', 0, 1.5]),
];

const clip = (frames: number): EncodedClip => ({ form: 'moving', frames, offset: 0, bytes: 0, parameter_sets: '' });

/** Every frame of the video as it would reach an encoder. */
async function framesOf(): Promise<{ shot: ShotWithClipAddress; frames: YuvPicture[] }[]> {
  const line = planSlideTimes(render, { settings, slides }, spoken);
  const shots = line.slides.flatMap((slide) => slide.shots).map((shot, i) => ({ ...shot, clip: String(i) }));
  const files: Pick<FileStore, 'getBytes'> = { getBytes: async () => image.bytes };
  const signal = new AbortController().signal;
  const drawer = createPictureDrawer(
    { files: { ...({} as FileStore), ...files }, painter: async () => painter, footage: noFootage },
    { render, signal },
    { settings, slides },
  );
  const stills: YuvPicture[] = [];
  const moves: YuvPicture[][] = [];
  const maker: Pick<VideoPartEncoder, 'encodeStillClips' | 'encodeMovingClips'> = {
    async encodeStillClips(_, pictures) {
      for await (const raw of pictures) stills.push('rgba' in raw ? rgbToYuv420(raw) : raw);
      return stills.map(() => clip(1));
    },
    async encodeMovingClips(_, all) {
      for await (const move of all) moves.push(await collectItems(move.pictures()));
      return moves.map((frames) => clip(frames.length));
    },
  };
  await encodeShotClips(maker, drawer, { codec: 'h264', quality: 'draft', fps: FPS, ...SIZE }, shots, '', signal);
  return shots.map((shot) => ({ shot, frames: shot.kind === 'still' ? stills.splice(0, 1) : (moves.shift() ?? []) }));
}

/** The caption of the frame at this index of a shot. */
const captionOf = (shot: ShotWithClipAddress, at: number): string =>
  shot.kind === 'still'
    ? (shot.picture.caption ?? '')
    : (shot.captions?.find(({ first, end }) => first <= at && at < end)?.text ?? '');
const { at: bottom } = captionArea(SIZE);
/** The luma of a line across the middle of a panel of one line. */
const across = ({ data }: YuvPicture): Buffer => {
  const y = bottom - 12;
  return Buffer.from(data.subarray(y * SIZE.width + 180, y * SIZE.width + 246));
};

describe('captions drawn into a video', () => {
  it('stand still, each for its time, over pictures that stand and over pictures that move', async () => {
    const all = await framesOf();
    expect(all.reduce((sum, { shot }) => sum + shot.frames, 0)).toBe(Math.round((2 + 4 + 2.5 + 2.5) * FPS));
    expect(new Set(all.map(({ shot }) => shot.kind))).toEqual(
      new Set(['still', 'transition', 'image_motion', 'drawn']),
    );
    const seen = new Map<string, Set<string>>();
    for (const { shot, frames } of all) {
      expect(frames).toHaveLength(shot.kind === 'still' ? 1 : shot.frames);
      for (const [at, frame] of frames.entries()) {
        const caption = captionOf(shot, at);
        const lines = seen.get(caption) ?? new Set();
        seen.set(caption, lines.add(across(frame).toString('hex')));
      }
    }
    const texts = [...seen.keys()].filter((text) => text !== '');
    expect(texts).toEqual([
      'This one is cut amid what it says.',
      'Alpha comes at once.',
      'Beta is here.',
      'A picture moves below.',
      'Columns grow below.',
    ]);
    for (const text of texts) expect([text, seen.get(text)?.size]).toEqual([text, 1]);
    // The five differ, and none of them is what is seen in silence.
    const panels = texts.flatMap((text) => [...(seen.get(text) ?? [])]);
    expect(new Set(panels).size).toBe(5);
    for (const panel of panels) expect(seen.get('')?.has(panel)).toBe(false);
    // Below what is said something moved.
    expect(seen.get('')?.size).toBeGreaterThan(3);
  });
});
