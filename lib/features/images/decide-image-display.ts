import { decodePicture } from './decoded-picture.ts';
import { findImageFocus } from './find-image-focus.ts';
import { detectTextLinesInPicture } from './find-wording.ts';
import { isGraphicImage } from './is-graphic-image.ts';
import type { ImageFacts } from './ports.ts';

/**
 * Decides how an image is best shown: whole, if it is a graphic, or cropped around its most important part.
 * @param bytes an image that this service encoded
 */
export async function decideImageDisplay(bytes: Uint8Array): Promise<Pick<ImageFacts, 'is_figure' | 'found_focus'>> {
  const picture = await decodePicture(bytes);
  const textLines = await detectTextLinesInPicture(picture);
  if (await isGraphicImage(picture, textLines)) return { is_figure: true };
  const found_focus = await findImageFocus(picture, textLines);
  return found_focus ? { found_focus } : {};
}
