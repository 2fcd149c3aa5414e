import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import type { PictureClipShape, PictureCrop } from '../deck.ts';
import { childElementAtPath, childElements, type OfficeXmlElement } from './xml.ts';

/** A share from 0 to 1. Files write thousandths of a percent, or `12.5%` in the strict form (ST_Percentage). */
function shareAt(element: OfficeXmlElement | undefined, attribute: string): number {
  const shareText = ownPropertyValue(element?.attributes, attribute) ?? '0';
  const value = shareText.endsWith('%') ? Number(shareText.slice(0, -1)) / 100 : Number(shareText) / 100_000;
  return Number.isFinite(value) ? value : 0;
}

/** Reports whether two crops leave a part of the picture. Other crops come from damaged files, and are ignored. */
const leavesVisiblePart = (cutFromStart: number, cutFromEnd: number): boolean => cutFromStart + cutFromEnd < 1;

/**
 * The shares that are cut off in one direction. A file has two kinds of crops.
 * @param source shares that are cut off the picture
 * @param margins margins of the picture in the shape, as shares of the shape; a negative one: the picture is larger than the shape
 */
function combineCrops(source: readonly [number, number], margins: readonly [number, number]): [number, number] {
  const sourceShares = source.map((share) => Math.max(0, share)) as [number, number];
  const [cutFromStart, cutFromEnd] = leavesVisiblePart(...sourceShares) ? sourceShares : [0, 0];
  // With a negative margin, the picture extends beyond the shape.
  const [marginBefore, marginAfter] = margins.map((margin) => Math.max(0, -margin)) as [number, number];
  const visibleShare = (1 - cutFromStart - cutFromEnd) / (1 + marginBefore + marginAfter);
  return [cutFromStart + marginBefore * visibleShare, cutFromEnd + marginAfter * visibleShare];
}

/**
 * The parts of a picture that its author cut off: shares of its sides. Negative shares of the source are a margin around it, which cuts
 * nothing.
 * @param fill the element `blipFill` of a picture or a shape
 * @param shapeProperties the properties of its shape, with the outline to which it is cut
 * @returns undefined for a picture that is shown whole
 */
export function parsePictureCrop(
  fill: OfficeXmlElement | undefined,
  shapeProperties?: OfficeXmlElement,
): PictureCrop | undefined {
  const sourceRectangle = childElementAtPath(fill, 'a:srcRect');
  const fillRectangle = childElementAtPath(fill, 'a:stretch', 'a:fillRect');
  const sharesOf = (element: OfficeXmlElement | undefined, startAttribute: string, endAttribute: string) =>
    [shareAt(element, startAttribute), shareAt(element, endAttribute)] as const;
  const [left, right] = combineCrops(sharesOf(sourceRectangle, 'l', 'r'), sharesOf(fillRectangle, 'l', 'r'));
  const [top, bottom] = combineCrops(sharesOf(sourceRectangle, 't', 'b'), sharesOf(fillRectangle, 't', 'b'));
  const outline = outlineOf(shapeProperties);
  if (left + right + top + bottom === 0 && !outline) return undefined;
  return { left, top, right, bottom, ...(outline ? { outline } : {}) };
}

const ELLIPSES = ['ellipse', 'flowChartConnector'];
const ROUND_RECTANGLE = 'roundRect';
/** The radius of round corners if the file names none, in hundred-thousandths of the shorter side. */
const DEFAULT_RADIUS = 16_667;
/** The largest radius of round corners, in hundred-thousandths of the shorter side. */
const MAX_RADIUS = 50_000;
const FULL_SIDE = 100_000;

/** The outline to which a picture is cut; undefined for a rectangle, and for an outline that is not supported. */
function outlineOf(shapeProperties: OfficeXmlElement | undefined): PictureClipShape | undefined {
  const geometry = childElementAtPath(shapeProperties, 'a:prstGeom');
  const { prst = '' } = geometry?.attributes ?? {};
  if (ELLIPSES.includes(prst)) return 'ellipse';
  if (prst !== ROUND_RECTANGLE) return undefined;
  const formula = childElements(childElementAtPath(geometry, 'a:avLst'), 'a:gd')[0]?.attributes.fmla ?? '';
  const namedRadius = Number(/^val (\d+)$/.exec(formula)?.[1] ?? DEFAULT_RADIUS);
  const radius = Math.min(MAX_RADIUS, namedRadius) / FULL_SIDE;
  return radius > 0 ? { radius } : undefined;
}

/** Reports whether a picture is cut to an outline that is not supported: a star, a hexagon, a path. */
export function hasUnsupportedPictureOutline(shapeProperties: OfficeXmlElement | undefined): boolean {
  if (childElementAtPath(shapeProperties, 'a:custGeom')) return true;
  const prst = childElementAtPath(shapeProperties, 'a:prstGeom')?.attributes.prst ?? 'rect';
  return !['rect', ROUND_RECTANGLE, ...ELLIPSES].includes(prst);
}
