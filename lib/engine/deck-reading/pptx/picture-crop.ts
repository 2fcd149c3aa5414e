import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import type { PictureClipShape, PictureCrop } from '../deck.ts';
import { childElementAtPath, childElements, type OfficeXmlElement } from './xml.ts';

/** A share from 0 to 1. Files write thousandths of a percent, or `12.5%` in the strict form (ST_Percentage). */
function shareAt(element: OfficeXmlElement | undefined, attribute: string): number {
  const written = ownPropertyValue(element?.attributes, attribute) ?? '0';
  const value = written.endsWith('%') ? Number(written.slice(0, -1)) / 100 : Number(written) / 100_000;
  return Number.isFinite(value) ? value : 0;
}

/** Crops that would leave nothing of the picture are ignored: the file is damaged. */
const leavesSomething = (from: number, fromEnd: number): boolean => from + fromEnd < 1;

/** The crop in one direction, from the two forms in a file: a part of the picture, and a place that is larger than the shape. */
function sidesOf(source: readonly [number, number], place: readonly [number, number]): [number, number] {
  const cut = source.map((share) => Math.max(0, share)) as [number, number];
  const [from, fromEnd] = leavesSomething(...cut) ? cut : [0, 0];
  // The picture lies over more than the shape where its place has negative margins.
  const [before, after] = place.map((margin) => Math.max(0, -margin)) as [number, number];
  const shown = (1 - from - fromEnd) / (1 + before + after);
  return [from + before * shown, fromEnd + after * shown];
}

/**
 * The parts of a picture that its author cut off: shares of its sides. Negative shares of the source are a margin around it, which cuts
 * nothing. undefined: it is shown whole.
 * @param fill the element `blipFill` of a picture or a shape @param form the properties of its shape, with the outline to which it is cut
 */
export function parsePictureCrop(fill: OfficeXmlElement | undefined, form?: OfficeXmlElement): PictureCrop | undefined {
  const source = childElementAtPath(fill, 'a:srcRect');
  const place = childElementAtPath(fill, 'a:stretch', 'a:fillRect');
  const pair = (of: OfficeXmlElement | undefined, first: string, last: string) =>
    [shareAt(of, first), shareAt(of, last)] as const;
  const [left, right] = sidesOf(pair(source, 'l', 'r'), pair(place, 'l', 'r'));
  const [top, bottom] = sidesOf(pair(source, 't', 'b'), pair(place, 't', 'b'));
  const outline = outlineIn(form);
  if (left + right + top + bottom === 0 && !outline) return undefined;
  return { left, top, right, bottom, ...(outline ? { outline } : {}) };
}

const ELLIPSES = ['ellipse', 'flowChartConnector'];
const ROUND = 'roundRect';
/** The radius of round corners where the file names none, and the most; in hundred-thousandths of the shorter side. */
const USUAL_RADIUS = 16_667;
const MAX_RADIUS = 50_000;
const WHOLE = 100_000;

/** The outline of a picture's shape, of those that can be cut. */
function outlineIn(form: OfficeXmlElement | undefined): PictureClipShape | undefined {
  const geometry = childElementAtPath(form, 'a:prstGeom');
  const { prst = '' } = geometry?.attributes ?? {};
  if (ELLIPSES.includes(prst)) return 'ellipse';
  if (prst !== ROUND) return undefined;
  const formula = childElements(childElementAtPath(geometry, 'a:avLst'), 'a:gd')[0]?.attributes.fmla ?? '';
  const said = Number(/^val (\d+)$/.exec(formula)?.[1] ?? USUAL_RADIUS);
  const radius = Math.min(MAX_RADIUS, said) / WHOLE;
  return radius > 0 ? { radius } : undefined;
}

/** Reports whether a picture is cut to an outline that cannot be: a star, a hexagon, a path. */
export function hasUnsupportedOutline(form: OfficeXmlElement | undefined): boolean {
  if (childElementAtPath(form, 'a:custGeom')) return true;
  const prst = childElementAtPath(form, 'a:prstGeom')?.attributes.prst ?? 'rect';
  return !['rect', ROUND, ...ELLIPSES].includes(prst);
}
