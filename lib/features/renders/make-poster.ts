import type { ByteLimitedLruCache } from '#kernel/shared/byte-limited-lru-cache.ts';
import type { PictureDrawer } from './draw-pictures.ts';
import type { PictureRef } from './plan/video-shot.ts';
import type { VideoPartEncoder } from './ports.ts';

/** Dependencies of the making of posters. */
export interface MakePosterDeps {
  maker: Pick<VideoPartEncoder, 'encodePoster'>;
  /** Cache of the last posters, by the canonical text of their drawing: the first slide of an edited video is mostly unchanged. */
  posters: ByteLimitedLruCache<Uint8Array>;
}

/**
 * Makes the poster of a video: the picture of its first slide, as a JPEG.
 * @param picture of the first slide
 * @param drawingOf gives the canonical text of everything that determines a picture
 * @throws the errors of the drawer
 */
export function makePoster(
  { maker, posters }: MakePosterDeps,
  drawer: Pick<PictureDrawer, 'raw' | 'free'>,
  picture: PictureRef,
  drawingOf: (picture: PictureRef) => string,
): Promise<Uint8Array> {
  return posters.get(drawingOf(picture), async () => {
    const drawn = await drawer.raw(picture);
    const jpeg = await maker.encodePoster(drawn);
    drawer.free(drawn);
    return jpeg;
  });
}
