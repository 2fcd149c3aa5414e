import { childElements, type OfficeXmlElement } from '../pptx/xml.ts';
import { RECTANGLE_GEOMETRY } from './geometry-of-enhanced-shape.ts';
import { drawingMlOutlineXml, drawingMlShadowXml } from './odf-paint.ts';
import { lengthInEmu, parseOdfPercentage } from './odf-units.ts';
import type { PptxPageOutput } from './pptx-page-output.ts';
import {
  createLosslessShapeGeometry,
  flipShapeTransform,
  nonVisualShapePropertiesXml,
  pptxShapeXml,
} from './pptx-shape-xml.ts';
import { hasNonBlankTextInside, shapeStyleOf } from './shape-text.ts';
import { findOdpShapeTransform, shapeTransformXml } from './shape-transform.ts';

/** A length that is cut off a side, as thousandths of a percent of the side. */
const cropShareOf = (length: number, side: number): number =>
  Math.round(Math.max(-1, Math.min(0.99, length / side)) * 100_000);

/**
 * The crop of a picture as `a:srcRect`; empty if nothing is cut off.
 * @param clip value of `fo:clip`, such as `rect(0cm, 1cm, 0cm, 1cm)`
 * @param naturalSize the size of the picture in EMU, to which the lengths of `clip` refer
 */
function cropXml(clip: string | undefined, naturalSize: { width: number; height: number } | undefined): string {
  const cutLengths = /^\s*rect\s*\(([^)]*)\)/
    .exec(clip ?? '')?.[1]
    ?.trim()
    .split(/[\s,]+/)
    .map((side) => lengthInEmu(side) ?? 0);
  if (!cutLengths || !naturalSize) return '';
  const [top = 0, right = 0, bottom = 0, left = 0] = cutLengths;
  if ([top, right, bottom, left].every((side) => side === 0)) return '';
  const { width, height } = naturalSize;
  return `<a:srcRect l="${cropShareOf(left, width)}" t="${cropShareOf(top, height)}" r="${cropShareOf(right, width)}" b="${cropShareOf(bottom, height)}"/>`;
}

/** Names of files with pictures of pixels, which every program shows. */
const RASTER_FILE = /\.(?:png|jpe?g|gif|bmp|webp|tiff?)$/i;

/** The picture of a frame. If it has several forms of one picture, the pixel format is preferred. */
export function findImageOfOdpFrame(frame: OfficeXmlElement): OfficeXmlElement | undefined {
  const images = childElements(frame, 'draw:image');
  return images.find(({ attributes }) => RASTER_FILE.test(attributes['xlink:href'] ?? '')) ?? images[0];
}

/**
 * A picture as `p:pic`.
 * @param mediumXml the element of the sound or video that the picture represents
 * @returns undefined if the file does not have the picture
 */
export function pictureShapeXml(
  frame: OfficeXmlElement,
  target: PptxPageOutput,
  href: string | undefined,
  mediumXml = '',
): string | undefined {
  const transform = findOdpShapeTransform(frame);
  const relation = target.pictureRelation(href);
  if (!transform || relation === undefined) return undefined;
  const { graphic } = shapeStyleOf(frame, target.styles);
  const id = target.nextId(frame);
  if (!['standard', undefined].includes(graphic.get('draw:color-mode')))
    target.warnApproximate('the colours of a picture');
  if (transform.isSkewed) target.warnApproximate('a slanted shape is upright');
  const mirror = graphic.get('style:mirror') ?? '';
  const flippedTransform = flipShapeTransform(transform, {
    horizontally: /horizontal/.test(mirror),
    vertically: /vertical/.test(mirror),
  });
  const opacity = parseOdfPercentage(graphic.get('draw:image-opacity'));
  const alphaXml =
    opacity === undefined || opacity >= 1 ? '' : `<a:alphaModFix amt="${Math.round(opacity * 100_000)}"/>`;
  const [clip, naturalSize] = [graphic.get('fo:clip'), target.naturalSize(href)];
  if (clip?.startsWith('rect') && /[1-9]/.test(clip) && !naturalSize)
    target.warnApproximate('a picture is not cropped');
  const sourceRectangleXml = cropXml(clip, naturalSize);
  return `<p:pic><p:nvPicPr>${nonVisualShapePropertiesXml(frame, id)}<p:cNvPicPr/><p:nvPr>${mediumXml}</p:nvPr></p:nvPicPr><p:blipFill><a:blip r:embed="${relation}">${alphaXml}</a:blip>${sourceRectangleXml}<a:stretch><a:fillRect/></a:stretch></p:blipFill><p:spPr>${shapeTransformXml(flippedTransform)}${RECTANGLE_GEOMETRY}${drawingMlOutlineXml(graphic, target.styles)}${drawingMlShadowXml(graphic)}</p:spPr></p:pic>`;
}

/** The picture of a frame, with the text on it. A missing picture is reported. */
export function framePictureXml(frame: OfficeXmlElement, target: PptxPageOutput): string {
  const href = findImageOfOdpFrame(frame)?.attributes['xlink:href'];
  const xml = pictureShapeXml(frame, target, href);
  if (xml === undefined)
    target.warnLost(href && /^[a-z]+:\/\//i.test(href) ? 'a picture that is only linked' : 'a picture');
  return (xml ?? '') + frameTextXml(frame, target);
}

/** The text on a picture as a separate shape; empty if it has none. */
function frameTextXml(frame: OfficeXmlElement, target: PptxPageOutput): string {
  const image = findImageOfOdpFrame(frame);
  const transform = findOdpShapeTransform(frame);
  if (!image || !transform || !childElements(image, 'text:p').some(hasNonBlankTextInside)) return '';
  const frameWithoutIds: OfficeXmlElement = {
    ...frame,
    attributes: { ...frame.attributes, 'xml:id': '', 'draw:id': '' },
  };
  return pptxShapeXml(frameWithoutIds, transform, createLosslessShapeGeometry(RECTANGLE_GEOMETRY), target, image);
}
