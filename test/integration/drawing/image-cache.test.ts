import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { DrawableImage } from '#engine/video/drawing/drawable-slide.ts';
import { ImageCache } from '#engine/video/drawing/paint/image-cache.ts';

const PANEL = '#ffffff';
const SIZE = { width: 32, height: 18 };

async function imageOf(background: string, more: Partial<DrawableImage> = {}): Promise<DrawableImage> {
  const create = { width: 64, height: 64, channels: 3, background } as const;
  const bytes = await sharp({ create })
    .composite([{ input: await half(), left: 0, top: 0 }])
    .png()
    .toBuffer();
  return { bytes, width: 64, height: 64, fit: 'cover', focus: { x: 0.5, y: 0.5 }, ...more };
}
/** White, for the upper half: where the image is cut shows. */
const half = () =>
  sharp({ create: { width: 64, height: 32, channels: 3, background: '#ffffff' } })
    .png()
    .toBuffer();

describe('images that have a name', () => {
  it('are decoded once for each size, cut and panel', async () => {
    const cache = new ImageCache();
    const image = await imageOf('#c80000', { sha256: 'red' });
    const first = await cache.load(image, SIZE, PANEL);

    expect(await cache.load(image, SIZE, PANEL)).toBe(first);
    const others = [
      await cache.load(image, { width: 18, height: 32 }, PANEL),
      await cache.load({ ...image, focus: { x: 0.5, y: 1 } }, SIZE, PANEL),
      await cache.load({ ...image, fit: 'contain' }, SIZE, PANEL),
      await cache.load(image, SIZE, '#000000'),
      await cache.load({ ...image, sha256: 'other' }, SIZE, PANEL),
    ];
    expect(others).not.toContain(first);
    expect(new Set(others).size).toBe(others.length);
  });

  it('are the same pixels as without a name', async () => {
    const cache = new ImageCache();
    const image = await imageOf('#0000c8');
    const plain = await cache.load(image, SIZE, PANEL);
    for (const _ of ['decoded', 'kept'])
      expect(await cache.load({ ...image, sha256: 'blue' }, SIZE, PANEL)).toEqual(plain);
  });
});

describe('images without a name', () => {
  it('are not confused with one another', async () => {
    const cache = new ImageCache();
    const red = await cache.load(await imageOf('#c80000'), SIZE, PANEL);
    const blue = await cache.load(await imageOf('#0000c8'), SIZE, PANEL);
    expect(blue).not.toEqual(red);
  });
});
