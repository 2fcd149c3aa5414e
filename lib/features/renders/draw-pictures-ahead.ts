import type { StillPicture } from '#engine/video/picture.ts';
import { boxOfChangedPixels, type EvenBox } from '#engine/video/transitions/changed-box.ts';
import type { PictureDrawer } from './draw-pictures.ts';
import type { PictureRef, StillOfBlendedShot } from './plan/shot.ts';

/** A picture that is drawn, or is being drawn. */
interface Drawn {
  key: string;
  raw: Promise<StillPicture>;
}

/** A text that differs for pictures with different pixels. Whether parts drift is not in it: that is how a picture is shown. */
export const keyOfDrawnPicture = ({ drifts: _, ...picture }: PictureRef): string => JSON.stringify(picture);

/** Draws pictures one ahead. A picture that is requested twice in a row is drawn once. The previous picture is kept for comparison. */
class DrawnPictures implements AsyncDisposable {
  readonly #drawer: Pick<PictureDrawer, 'still' | 'free'>;
  #drawn: Drawn[] = [];

  constructor(drawer: Pick<PictureDrawer, 'still' | 'free'>) {
    this.#drawer = drawer;
  }

  /** Starts to draw a picture, after those that are being drawn. */
  start(picture: PictureRef): Promise<StillPicture> {
    const key = keyOfDrawnPicture(picture);
    const known = this.#drawn.find((drawn) => drawn.key === key);
    if (known) return known.raw;
    const before = this.#drawn.at(-1)?.raw ?? Promise.resolve();
    const raw = before.then(() => this.#drawer.still(picture));
    // Awaited when it is needed; until then a failure must not be an unhandled rejection.
    raw.catch(() => undefined);
    this.#drawn.push({ key, raw });
    return raw;
  }

  /** Frees all pictures except these. */
  async keep(pictures: readonly PictureRef[]): Promise<void> {
    const kept = new Set(pictures.map(keyOfDrawnPicture));
    const gone = this.#drawn.filter(({ key }) => !kept.has(key));
    this.#drawn = this.#drawn.filter(({ key }) => kept.has(key));
    for (const { raw } of gone) {
      const picture = await raw;
      // Frames of videos are small, and left to the garbage collector.
      if ('rgba' in picture) this.#drawer.free(picture);
    }
  }

  /** A failure to draw was thrown where the picture was needed. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.keep([]).catch(() => undefined);
  }
}

/**
 * Draws the pictures of stills; each is drawn while the encoder works on the previous one.
 * @param found is called with the index of a still whose picture differs from the one before it in a part that rises, and with this part
 */
export async function* drawPicturesAhead(
  shots: readonly Pick<StillOfBlendedShot, 'picture' | 'rises'>[],
  drawer: Pick<PictureDrawer, 'still' | 'free'>,
  found: (index: number, box: EvenBox) => void,
): AsyncGenerator<StillPicture> {
  await using drawn = new DrawnPictures(drawer);
  for (const [index, { picture, rises }] of shots.entries()) {
    // It is started before the same picture without its drifts, because what drifts is found when it is drawn.
    const shown = drawn.start(picture);
    const pair = rises && (await Promise.all([drawn.start(rises.from), drawn.start(rises.to)]));
    const current = await shown;
    const [before, after] = pair ?? [];
    const areDrawn = before && after && 'rgba' in before && 'rgba' in after;
    const box = areDrawn ? boxOfChangedPixels(before, after) : undefined;
    if (box) found(index, box);
    const following = shots[index + 1];
    const next = following && [
      following.picture,
      ...(following.rises ? [following.rises.from, following.rises.to] : []),
    ];
    await drawn.keep([picture, ...(next ?? [])]);
    if (following) drawn.start(following.picture);
    yield current;
  }
}
