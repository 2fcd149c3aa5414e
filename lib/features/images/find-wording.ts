import sharp from 'sharp';
import { type DecodedPicture, decodedPictureAsSharp } from './decoded-picture.ts';
import { detectTextLinesByShape, type GreyPicture, type PixelBox } from './text-lines.ts';

/** Pixels of the longer side in which lines are looked for: small letters, then headlines. */
const SEARCH_SIDES_PIXELS = [1280, 480];
/** The minimum width of a line that counts, as a share of the picture's width. */
const MIN_LINE_WIDTH = 0.05;

/** The lines of text in a picture. */
export interface TextLinesInPicture {
  /** Their boxes, in shares of the picture's width and height. */
  lines: readonly PixelBox[];
  /** The sum of their widths, as a multiple of the picture's width. */
  totalWidth: number;
}

function textLinesIn(grey: GreyPicture): TextLinesInPicture {
  const { width, height } = grey;
  const lines = detectTextLinesByShape(grey).filter((line) => line.width >= MIN_LINE_WIDTH * width);
  const relativeBoxes = lines.map((line) => ({
    x: line.x / width,
    y: line.y / height,
    width: line.width / width,
    height: line.height / height,
  }));
  return { lines: relativeBoxes, totalWidth: relativeBoxes.reduce((sum, line) => sum + line.width, 0) };
}

/** Finds the lines of text in a picture, at the scale at which most of them are recognized. */
export async function detectTextLinesInPicture(picture: DecodedPicture): Promise<TextLinesInPicture> {
  let best: TextLinesInPicture = { lines: [], totalWidth: 0 };
  let input = decodedPictureAsSharp(picture);
  for (const side of SEARCH_SIDES_PIXELS) {
    const { data, info } = await input
      .greyscale()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height } = info;
    const textLines = textLinesIn({ width, height, pixels: data });
    if (textLines.lines.length > best.lines.length) best = textLines;
    input = sharp(data, { raw: { width, height, channels: 1 } });
  }
  return best;
}
