import { describe, expect, it } from 'vitest';
import type { DrawableSlide } from '#engine/video/drawing/drawable-slide.ts';
import { dimEarlierParts } from '#engine/video/drawing/paint/dimmed-parts.ts';
import { createSlideAndCaptionPainter } from '#engine/video/drawing/paint/slide-and-caption-painter.ts';
import type { RawPicture } from '#engine/video/picture.ts';
import { requireBuiltInTemplate } from '#features/templates/built-in-templates.ts';

const SIZE = { width: 640, height: 360 };
const painter = await createSlideAndCaptionPainter();
const slide: DrawableSlide = {
  ...{ title: 'Tides', bullet_points: ['The moon pulls', 'The earth turns', 'The water follows'] },
  layout: 'bullets',
  language: 'en',
  is_first: false,
};
const drawn = (template: string, revealed: number): Promise<RawPicture> =>
  painter.paint(slide, SIZE, requireBuiltInTemplate(template), { revealed });

const light = (value = 0): number => {
  const part = value / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
};
const luminance = ({ rgba }: RawPicture, at: number): number =>
  0.2126 * light(rgba[at]) + 0.7152 * light(rgba[at + 1]) + 0.0722 * light(rgba[at + 2]);
/** The contrast of a pixel of one picture to that of another. */
const contrast = (one: RawPicture, other: RawPicture, at: number): number => {
  const [a, b] = [luminance(one, at), luminance(other, at)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
};
const equalAt = (one: RawPicture, other: RawPicture, at: number): boolean =>
  [0, 1, 2].every((channel) => one.rgba[at + channel] === other.rgba[at + channel]);

describe.each(['plain', 'midnight', 'neon', 'high_contrast'])('points that stand back in %s', (template) => {
  it('are weaker and stay readable; the last point and all else keep their colours', async () => {
    const [ground, earlier, full] = await Promise.all([0, 2, 3].map((revealed) => drawn(template, revealed)));
    if (!ground || !earlier || !full) throw new Error('a picture is missing');
    const shown = { ...full, rgba: new Uint8Array(full.rgba) };
    dimEarlierParts({ ground, earlier, whole: shown });
    // Counted: an expectation for each pixel would take seconds.
    const pixels = { changed: 0, unreadable: 0, weaker: 0 };
    for (let at = 0; at < shown.rgba.length; at += 4) {
      if (equalAt(ground, earlier, at)) {
        if (!equalAt(shown, full, at)) pixels.changed += 1;
        continue;
      }
      const [before, now] = [contrast(full, ground, at), contrast(shown, ground, at)];
      if (before >= 4.5 && now < 4.5) pixels.unreadable += 1;
      if (now < before - 0.5) pixels.weaker += 1;
    }
    expect(pixels).toMatchObject({ changed: 0, unreadable: 0 });
    expect(pixels.weaker).toBeGreaterThan(100);
  });
});
