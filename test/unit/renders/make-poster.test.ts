import { describe, expect, it } from 'vitest';
import type { RawPicture } from '#engine/video/picture.ts';
import { makePoster } from '#features/renders/make-poster.ts';
import { ByteLimitedLruCache } from '#kernel/shared/byte-limited-lru-cache.ts';

function studio() {
  const drawn: RawPicture[] = [];
  const freed: RawPicture[] = [];
  const drawer = {
    raw: async () => {
      const picture: RawPicture = { width: 2, height: 2, rgba: new Uint8Array(16).fill(drawn.length) };
      drawn.push(picture);
      return picture;
    },
    free: (picture: RawPicture) => void freed.push(picture),
  };
  const deps = {
    maker: { encodePoster: async ({ rgba }: RawPicture) => rgba.slice(0, 4) },
    posters: new ByteLimitedLruCache<Uint8Array>(1000, ({ length }) => length),
  };
  return { drawn, freed, make: (drawing: string) => makePoster(deps, drawer, { slide: 0 }, () => drawing), drawer };
}

describe('the poster of a video', () => {
  it('is drawn once for videos that start in the same way', async () => {
    const { drawn, freed, make } = studio();
    expect([await make('a'), await make('a')]).toEqual([new Uint8Array(4), new Uint8Array(4)]);
    expect(await make('b')).toEqual(new Uint8Array(4).fill(1));
    expect([drawn.length, freed.length]).toEqual([2, 2]);
  });

  it('is drawn again after an error', async () => {
    const { make, drawer } = studio();
    const { raw } = drawer;
    drawer.raw = () => Promise.reject(new Error('no image'));
    await expect(make('a')).rejects.toThrow('no image');
    drawer.raw = raw;
    expect(await make('a')).toEqual(new Uint8Array(4));
  });
});
