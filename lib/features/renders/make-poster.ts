import type { ByteCache } from '#kernel/shared/byte-cache.ts';
import type { Drawer } from './draw-pictures.ts';
import type { PictureRef } from './plan/shot.ts';
import type { VideoMaker } from './ports.ts';

export interface MakePosterDeps {
  maker: Pick<VideoMaker, 'poster'>;
  /** The posters of the last videos, by their drawings: a video that was edited mostly starts as it did before. */
  posters: ByteCache<Uint8Array>;
}

const POSTER: PictureRef = { slide: 0 };

/**
 * The poster of a video, a JPEG: the picture of its first slide.
 * @param drawingOf canonical text of everything that decides a picture
 * @throws what the drawer throws
 */
export function makePoster(
  { maker, posters }: MakePosterDeps,
  drawer: Pick<Drawer, 'raw' | 'free'>,
  drawingOf: (picture: PictureRef) => string,
): Promise<Uint8Array> {
  return posters.get(drawingOf(POSTER), async () => {
    const picture = await drawer.raw(POSTER);
    const jpeg = await maker.poster(picture);
    drawer.free(picture);
    return jpeg;
  });
}
