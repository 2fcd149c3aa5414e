import { performance } from 'node:perf_hooks';
import { FileMissingError } from '#features/renders/ports.ts';
import type { ContactSheetDeps, SlideThumbnailDeps } from '#features/timelines/draw-contact-sheet.ts';
import { lazy } from './lazy.ts';
import { previewSlideDeps } from './preview.ts';
import { sharedServices } from './services.ts';

/** Colour between the slides: light and dark slides both stand out from it. */
const BACKGROUND = '#8a8f98';

/** Joins tiles into one PNG of at most `maxBytes`: in full colour, else with 256 colours; undefined if both are larger. */
const joinTiles: ContactSheetDeps['join'] = async ({ width, height, tiles }, maxBytes) => {
  const { default: sharp } = await import('sharp');
  const sheet = await sharp({ create: { width, height, channels: 3, background: BACKGROUND } })
    .composite(tiles.map(({ png, left, top }) => ({ input: Buffer.from(png), left, top })))
    .removeAlpha()
    .raw()
    .toBuffer();
  const encodeSheet = (palette: boolean): Promise<Uint8Array> =>
    sharp(sheet, { raw: { width, height, channels: 3 } })
      .png(palette ? { palette, effort: 1 } : { compressionLevel: 3 })
      .toBuffer();
  const fullColorPng = await encodeSheet(false);
  if (fullColorPng.length <= maxBytes) return fullColorPng;
  // Photographs make the sheet too large. 256 colours are enough for pictures of this size.
  const palettePng = await encodeSheet(true);
  return palettePng.length <= maxBytes ? palettePng : undefined;
};

/** Dependencies of small pictures of slides, which are stored and used again by later requests. */
export const slideThumbnailDeps = lazy((): SlideThumbnailDeps => {
  const { files } = sharedServices();
  return {
    ...previewSlideDeps(),
    tiles: {
      read: (key) =>
        files.getBytes(key).catch((error: unknown) => {
          if (error instanceof FileMissingError) return undefined;
          throw error;
        }),
      write: (key, bytes) => files.putBytes(key, bytes, 'application/json'),
    },
    elapsed: () => performance.now(),
  };
});

/** Dependencies of contact sheets. They are not in `api.ts` because few functions need the painter. */
export const contactSheetDeps = lazy((): ContactSheetDeps => ({ ...slideThumbnailDeps(), join: joinTiles }));
