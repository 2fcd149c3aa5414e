import { performance } from 'node:perf_hooks';
import { FileMissing } from '#features/renders/ports.ts';
import type { ContactSheetDeps, TileDeps } from '#features/timelines/contact-sheet.ts';
import { lazy } from './lazy.ts';
import { previewDeps } from './preview.ts';
import { services } from './services.ts';

/** Between the slides: neither a light nor a dark one is lost on it. */
const BACKGROUND = '#8a8f98';

const join: ContactSheetDeps['join'] = async ({ width, height, tiles }, maxBytes) => {
  const { default: sharp } = await import('sharp');
  const sheet = await sharp({ create: { width, height, channels: 3, background: BACKGROUND } })
    .composite(tiles.map(({ png, left, top }) => ({ input: Buffer.from(png), left, top })))
    .removeAlpha()
    .raw()
    .toBuffer();
  const encoded = (palette: boolean): Promise<Uint8Array> =>
    sharp(sheet, { raw: { width, height, channels: 3 } })
      .png(palette ? { palette, effort: 1 } : { compressionLevel: 3 })
      .toBuffer();
  const whole = await encoded(false);
  if (whole.length <= maxBytes) return whole;
  // Photographs: 256 colours do for pictures of this size.
  const reduced = await encoded(true);
  return reduced.length <= maxBytes ? reduced : undefined;
};

/** Dependencies of small pictures of slides, which are kept from one request to the next. */
export const tileDeps = lazy((): TileDeps => {
  const { files } = services();
  return {
    ...previewDeps(),
    tiles: {
      read: (key) =>
        files.getBytes(key).catch((error: unknown) => {
          if (error instanceof FileMissing) return undefined;
          throw error;
        }),
      write: (key, bytes) => files.putBytes(key, bytes, 'application/json'),
    },
    elapsed: () => performance.now(),
  };
});

/** Apart from the rest of the API: few functions need the painter. */
export const contactSheetDeps = lazy((): ContactSheetDeps => ({ ...tileDeps(), join }));
