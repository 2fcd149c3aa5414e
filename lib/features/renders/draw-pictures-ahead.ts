import type { RawOrYuvPicture } from '#engine/video/picture.ts';
import { boxOfChangedPixels, type EvenBox } from '#engine/video/transitions/changed-box.ts';
import type { PictureDrawer } from './draw-pictures.ts';
import type { PictureRef, StillOfBlendedShot } from './plan/video-shot.ts';

/** A picture that is drawn, or is being drawn. */
interface StartedPicture {
  key: string;
  raw: Promise<RawOrYuvPicture>;
}

/** A text that differs for pictures with different pixels. Whether parts drift is not in it: that is how a picture is shown. */
export const keyOfDrawnPicture = ({ drifts: _, ...picture }: PictureRef): string => JSON.stringify(picture);

/** Draws pictures one ahead. A picture that is requested twice in a row is drawn once. The previous picture is kept for comparison. */
class DrawnPictures implements AsyncDisposable {
  readonly #drawer: Pick<PictureDrawer, 'still' | 'free'>;
  #startedPictures: StartedPicture[] = [];

  constructor(drawer: Pick<PictureDrawer, 'still' | 'free'>) {
    this.#drawer = drawer;
  }

  /** Starts to draw a picture, after those that are being drawn. */
  start(picture: PictureRef): Promise<RawOrYuvPicture> {
    const key = keyOfDrawnPicture(picture);
    const startedPicture = this.#startedPictures.find((started) => started.key === key);
    if (startedPicture) return startedPicture.raw;
    const previousPicture = this.#startedPictures.at(-1)?.raw ?? Promise.resolve();
    const raw = previousPicture.then(() => this.#drawer.still(picture));
    // Awaited when it is needed; until then a failure must not be an unhandled rejection.
    raw.catch(() => undefined);
    this.#startedPictures.push({ key, raw });
    return raw;
  }

  /** Frees all pictures except these. */
  async keep(pictures: readonly PictureRef[]): Promise<void> {
    const keptKeys = new Set(pictures.map(keyOfDrawnPicture));
    const picturesToFree = this.#startedPictures.filter(({ key }) => !keptKeys.has(key));
    this.#startedPictures = this.#startedPictures.filter(({ key }) => keptKeys.has(key));
    for (const { raw } of picturesToFree) {
      const picture = await raw;
      // Frames of videos are small, and left to the garbage collector.
      if ('rgba' in picture) this.#drawer.free(picture);
    }
  }

  /** Frees all pictures. Failures to draw are ignored: they were thrown where the picture was needed. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.keep([]).catch(() => undefined);
  }
}

/**
 * Draws the pictures of stills; each is drawn while the encoder works on the previous one.
 * @param onRisingPart is called with the index of a still whose picture differs from the one before it in a part that rises, and with this part
 */
export async function* drawPicturesAhead(
  shots: readonly Pick<StillOfBlendedShot, 'picture' | 'rises'>[],
  drawer: Pick<PictureDrawer, 'still' | 'free'>,
  onRisingPart: (index: number, box: EvenBox) => void,
): AsyncGenerator<RawOrYuvPicture> {
  await using drawnPictures = new DrawnPictures(drawer);
  for (const [index, { picture, rises }] of shots.entries()) {
    // It is started before the same picture without its drifts, because what drifts is found when it is drawn.
    const currentDrawing = drawnPictures.start(picture);
    const risingPair = rises && (await Promise.all([drawnPictures.start(rises.from), drawnPictures.start(rises.to)]));
    const current = await currentDrawing;
    const [before, after] = risingPair ?? [];
    const areBothRaw = before && after && 'rgba' in before && 'rgba' in after;
    const box = areBothRaw ? boxOfChangedPixels(before, after) : undefined;
    if (box) onRisingPart(index, box);
    const nextShot = shots[index + 1];
    const nextPictures = nextShot && [
      nextShot.picture,
      ...(nextShot.rises ? [nextShot.rises.from, nextShot.rises.to] : []),
    ];
    await drawnPictures.keep([picture, ...(nextPictures ?? [])]);
    if (nextShot) drawnPictures.start(nextShot.picture);
    yield current;
  }
}
