import sharp from 'sharp';
import { type DecodedPicture, decodedPictureAsSharp } from './decoded-picture.ts';
import { findTextLines, type GreyPicture, type PixelBox } from './text-lines.ts';

/** Pixels of the longer side in which lines are looked for: small letters, then headlines. */
const SIDES = [1280, 480];
/** Least width of a line that counts, as a share of the picture's. */
const MIN_LINE_WIDTH = 0.05;

/** The lines of text in a picture. */
export interface TextLinesInPicture {
  /** Their boxes, in shares of the picture's width and height. */
  lines: readonly PixelBox[];
  /** Their widths together, as a multiple of the picture's. */
  wide: number;
}

function wordingIn(grey: GreyPicture): TextLinesInPicture {
  const { width, height } = grey;
  const lines = findTextLines(grey).filter((line) => line.width >= MIN_LINE_WIDTH * width);
  const shares = lines.map((line) => ({
    ...{ x: line.x / width, y: line.y / height },
    ...{ width: line.width / width, height: line.height / height },
  }));
  return { lines: shares, wide: shares.reduce((sum, line) => sum + line.width, 0) };
}

/** Finds the lines of text in a picture, at the scale at which most of them are recognized. */
export async function findTextInPicture(picture: DecodedPicture): Promise<TextLinesInPicture> {
  let most: TextLinesInPicture = { lines: [], wide: 0 };
  let input = decodedPictureAsSharp(picture);
  for (const side of SIDES) {
    const { data, info } = await input
      .greyscale()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height } = info;
    const found = wordingIn({ width, height, pixels: data });
    if (found.lines.length > most.lines.length) most = found;
    input = sharp(data, { raw: { width, height, channels: 1 } });
  }
  return most;
}
