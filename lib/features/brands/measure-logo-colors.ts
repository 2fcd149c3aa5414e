import sharp from 'sharp';
import { findPictureBorderColor, type PaletteColor, paletteOfPicture } from './palette.ts';

/** The colours of a logo. */
export interface LogoColors {
  /** The most frequent first. */
  palette: PaletteColor[];
  /** Colour of its border, `#rrggbb`; absent: the logo is transparent there, or has several colours. */
  edge?: string | undefined;
}

/** The maximum length of the longer side of the picture whose pixels are counted. */
const SAMPLE_SIDE_PIXELS = 160;

/** Measures the colours of a picture that the decoder encoded. @param bytes PNG or JPEG */
export async function measureLogoColors(bytes: Uint8Array): Promise<LogoColors> {
  const { data, info } = await sharp(bytes)
    .resize({
      width: SAMPLE_SIDE_PIXELS,
      height: SAMPLE_SIDE_PIXELS,
      fit: 'inside',
      withoutEnlargement: true,
      kernel: 'nearest',
    })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels = { data, width: info.width, height: info.height };
  const edge = findPictureBorderColor(pixels);
  return { palette: paletteOfPicture(pixels), ...(edge === undefined ? {} : { edge }) };
}
