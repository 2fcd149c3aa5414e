import { expect, it } from 'vitest';
import { driftingOrnaments } from '#engine/video/drawing/drifting-ornaments.ts';
import { hasMovableBackdropLights } from '#engine/video/drawing/moved-lights.ts';
import { createSlideAndCaptionPainter } from '#engine/video/drawing/paint/slide-and-caption-painter.ts';
import { unobstructedOrnamentDrifts } from '#engine/video/drawing/paint/unobstructed-ornament-drifts.ts';
import { pictureDimensionsOfFormat } from '#engine/video/format.ts';
import { planSlideTimes } from '#features/renders/build-render-plan.ts';
import { motionSecondsOfShots } from '#features/renders/plan/motion-seconds.ts';
import { BUILT_IN_TEMPLATES, requireBuiltInTemplate } from '#features/templates/built-in-templates.ts';
import type { Slide } from '#features/timelines/slide.ts';
import { sampleRender, sampleSlide } from '#test/support/samples/entities.ts';

const painter = await createSlideAndCaptionPainter();
const playful = requireBuiltInTemplate('playful');
const slide = {
  ...({ title: 'Discs', bullet_points: ['One', 'Two'], layout: 'bullets', language: 'en', is_first: false } as const),
};

it.each(['landscape', 'portrait', 'square'] as const)(
  'discs in the corners of a slide are free to drift: %s',
  async (format) => {
    const size = pictureDimensionsOfFormat(format, '480p');
    const found = driftingOrnaments(playful.scenes.content, size, 'ltr');
    expect(found).toHaveLength(2);
    for (const { x, y, across, down } of found) {
      expect([x % 16, y % 16]).toEqual([0, 0]);
      // Away from the middle, by 1.8 % of the short side.
      expect([Math.sign(across), Math.sign(down)]).toEqual([1, y === 0 ? -1 : 1]);
      expect(Math.hypot(across, down)).toBeCloseTo(480 * 0.018, -0.5);
    }
    const whole = await painter.paint(slide, size, playful);
    const ground = await painter.paint(slide, size, playful, { isBare: true });
    expect(unobstructedOrnamentDrifts(found, whole, ground)).toEqual(found);
    // A pixel of something in front of a disc, or a line that its part would tear.
    const [first = { x: 0, y: 0, width: 0, height: 0, across: 0, down: 0 }] = found;
    const at = ((first.y + 8) * size.width + first.x + 8) * 4;
    const covered = { ...whole, rgba: Uint8Array.from(whole.rgba) };
    covered.rgba[at] = (covered.rgba[at] ?? 0) ^ 64;
    expect(unobstructedOrnamentDrifts(found, covered, ground)).toEqual(found.slice(1));
    const torn = Uint8Array.from(ground.rgba);
    const row = first.y + first.height - 40;
    for (let x = 0; x < size.width; x++) torn[(row * size.width + x) * 4] = 0;
    expect(unobstructedOrnamentDrifts(found, { ...whole, rgba: torn }, { ...ground, rgba: torn })).not.toContainEqual(
      first,
    );
  },
);

it('templates without soft lights whose ornaments may drift are these', () => {
  const size = pictureDimensionsOfFormat('landscape', '1080p');
  const drifting = BUILT_IN_TEMPLATES.filter(({ scenes }) =>
    Object.values(scenes).some(
      (scene) => !hasMovableBackdropLights(scene) && driftingOrnaments(scene, size, 'ltr').length > 0,
    ),
  ).map(({ id }) => id);
  expect(drifting).toEqual(['playful', 'minimal', 'terrace']);
});

const planOf = (over: Parameters<typeof sampleRender>[0], motion: 'none' | 'calm', own: Partial<Slide> = {}) => {
  const settings = {
    ...{ title: 'Discs', template_id: 'playful', language: 'en', metadata: {}, motion },
    ...({ transition: { type: 'none', duration_seconds: 0 }, format: 'landscape', resolution: '1080p' } as const),
  } as const;
  const slides = [sampleSlide({ title: 'Discs', layout: 'title', duration_seconds: 5, ...own })];
  const [planned] = planSlideTimes(sampleRender(over), { settings, slides }, [undefined]).slides;
  return motionSecondsOfShots(planned?.shots ?? [], 30);
};
const { output } = sampleRender();

it('a slide whose ornaments drift moves as long as it stands, but not where each frame would be encoded', () => {
  expect(planOf({}, 'calm')).toBe(5);
  expect(planOf({}, 'none')).toBe(0);
  expect(planOf({ output: { ...output, codec: 'h265' } }, 'calm')).toBe(0);
  expect(planOf({ output: { ...output, captions: 'burned_in' } }, 'calm')).toBe(0);
  const callout = { kind: 'box', area: { x: 0.8, y: 0, width: 0.1, height: 0.1 }, at: { seconds: 0 } } as const;
  expect(planOf({}, 'calm', { callouts: [callout] })).toBe(0);
});
