import { expect, it } from 'vitest';
import type { DrawableSlide } from '#engine/video/drawing/drawable-slide.ts';
import { createSlideAndCaptionPainter } from '#engine/video/drawing/paint/slide-and-caption-painter.ts';
import { requireBuiltInTemplate } from '#features/templates/built-in-templates.ts';

const painter = await createSlideAndCaptionPainter();
const size = { width: 640, height: 360 };

async function pixels(title: string, point: string, more: Partial<DrawableSlide> = {}): Promise<Buffer> {
  const slide = { title, bullet_points: [point], layout: 'bullets', language: 'en', is_first: false } as const;
  return Buffer.from((await painter.paint({ ...slide, ...more }, size, requireBuiltInTemplate('plain'))).rgba);
}

it('draws typed signs as those of the language, unless the typography is plain', async () => {
  const typed = [`It's "so" -- yes`, 'Wait...'] as const;
  const fine = await pixels(...typed);
  expect(fine.equals(await pixels('It’s “so” – yes', 'Wait…', { typography: 'plain' }))).toBe(true);
  expect(fine.equals(await pixels(...typed, { typography: 'plain' }))).toBe(false);
});

it('draws code as it was typed', async () => {
  const code = { code: { text: `say "it's" -- ...` }, layout: 'code', bullet_points: [] } as const;
  expect((await pixels('Code', '', code)).equals(await pixels('Code', '', { ...code, typography: 'plain' }))).toBe(
    true,
  );
  const marked = { markup: 'inline' } as const;
  const inCode = await pixels('Title', '`"a" -- b`', marked);
  expect(inCode.equals(await pixels('Title', '`"a" -- b`', { ...marked, typography: 'plain' }))).toBe(true);
});
