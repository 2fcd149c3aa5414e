import { childElements, type PartElement } from '../pptx/xml.ts';
import type { Properties, StyleBook } from './odf-styles.ts';
import { colourOf, degreesOf, EMU_PER_POINT, emuOf, percentOf } from './odf-units.ts';

/** The parts that an element of a part of Office may need: the styles of its source, and relations to pictures. */
export interface PaintSource {
  styles: StyleBook;
  /** The id of the relation to a picture of the file; undefined: there is none that can be shown. */
  pictureRelation(href: string | undefined): string | undefined;
}

const alphaOf = (share: number | undefined): string =>
  share === undefined || share >= 1 ? '' : `<a:alpha val="${Math.round(Math.max(0, share) * 100_000)}"/>`;
const colourXml = (colour: string, alpha = ''): string => `<a:srgbClr val="${colour}">${alpha}</a:srgbClr>`;
const solid = (colour: string, alpha = ''): string => `<a:solidFill>${colourXml(colour, alpha)}</a:solidFill>`;

/** A colour with a share of its brightness. */
const dimmed = (colour: string, intensity: number): string =>
  colour.replace(/../g, (part) =>
    Math.round(Number.parseInt(part, 16) * Math.max(0, Math.min(1, intensity)))
      .toString(16)
      .padStart(2, '0')
      .toUpperCase(),
  );

interface Stop {
  /** 0–1. */
  at: number;
  colour: string;
}

/** The colours of a gradient from its start to its end. */
function stopsOf(gradient: PartElement): Stop[] {
  const { attributes } = gradient;
  const many = childElements(gradient)
    .filter(({ name }) => name === 'loext:gradient-stop' || name === 'svg:stop')
    .flatMap((stop): Stop[] => {
      const colour = colourOf(stop.attributes['loext:color-value'] ?? stop.attributes['svg:stop-color']);
      const at = Number(stop.attributes['svg:offset']);
      return colour && Number.isFinite(at) ? [{ at: Math.max(0, Math.min(1, at)), colour }] : [];
    });
  const intensity = (name: string): number => percentOf(attributes[name]) ?? 1;
  const ends = [
    { at: 0, colour: dimmed(colourOf(attributes['draw:start-color']) ?? '000000', intensity('draw:start-intensity')) },
    { at: 1, colour: dimmed(colourOf(attributes['draw:end-color']) ?? 'FFFFFF', intensity('draw:end-intensity')) },
  ];
  const border = Math.min(0.99, Math.max(0, percentOf(attributes['draw:border']) ?? 0));
  return (many.length > 1 ? many : ends).map(({ at, colour }) => ({ at: border + at * (1 - border), colour }));
}

const gradientXml = (stops: readonly Stop[], alpha: string, direction: string): string =>
  `<a:gradFill rotWithShape="1"><a:gsLst>${stops
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, colour }) => `<a:gs pos="${Math.round(at * 100_000)}">${colourXml(colour, alpha)}</a:gs>`)
    .join('')}</a:gsLst>${direction}</a:gradFill>`;

const reversed = (stops: readonly Stop[]): Stop[] => stops.map(({ at, colour }) => ({ at: 1 - at, colour }));

/** A gradient: OpenDocument turns it against the clock from above, Office with the clock from the left. */
function gradientFill(gradient: PartElement, alpha: string): string {
  const stops = stopsOf(gradient);
  const { 'draw:style': style = 'linear', 'draw:angle': turned } = gradient.attributes;
  const angle = (((90 - (degreesOf(turned, 0.1) ?? 0)) % 360) + 360) % 360;
  const line = `<a:lin ang="${Math.round(angle * 60_000)}" scaled="0"/>`;
  if (style === 'linear') return gradientXml(stops, alpha, line);
  if (style === 'axial') {
    const half = reversed(stops).map(({ at, colour }) => ({ at: at / 2, colour }));
    return gradientXml([...half, ...half.map(({ at, colour }) => ({ at: 1 - at, colour }))], alpha, line);
  }
  const [x, y] = ['draw:cx', 'draw:cy'].map((name) =>
    Math.round((percentOf(gradient.attributes[name]) ?? 0.5) * 100_000),
  );
  const path = style === 'square' || style === 'rectangular' ? 'rect' : 'circle';
  const [left = 50_000, top = 50_000] = [x, y];
  const centre = `<a:fillToRect l="${left}" t="${top}" r="${100_000 - left}" b="${100_000 - top}"/>`;
  return gradientXml(reversed(stops), alpha, `<a:path path="${path}">${centre}</a:path>`);
}

/** A picture as a fill; a repeated one is a pattern. */
function pictureFill(properties: Properties, { styles, pictureRelation }: PaintSource): string | undefined {
  const image = styles.named('draw:fill-image', properties.get('draw:fill-image-name'));
  const id = pictureRelation(image?.attributes['xlink:href']);
  if (id === undefined) return undefined;
  const isRepeated = (properties.get('style:repeat') ?? 'repeat') === 'repeat';
  return `<a:blipFill><a:blip r:embed="${id}">${alphaModOf(properties)}</a:blip>${isRepeated ? '<a:tile tx="0" ty="0" sx="100000" sy="100000"/>' : '<a:stretch><a:fillRect/></a:stretch>'}</a:blipFill>`;
}

const alphaModOf = (properties: Properties): string => {
  const share = percentOf(properties.get('draw:opacity'));
  return share === undefined || share >= 1 ? '' : `<a:alphaModFix amt="${Math.round(share * 100_000)}"/>`;
};

/** The mean opacity of a gradient of transparency. */
function opacityOf(properties: Properties, styles: StyleBook): number | undefined {
  const fading = styles.named('draw:opacity', properties.get('draw:opacity-name'));
  if (!fading) return percentOf(properties.get('draw:opacity'));
  const ends = [fading.attributes['draw:start'], fading.attributes['draw:end']].map((end) => percentOf(end) ?? 1);
  return ends.reduce((sum, end) => sum + end, 0) / ends.length;
}

/** A fill, and whether another program draws it only nearly so. */
export interface Fill {
  xml: string;
  /** The colour of a solid fill. */
  colour?: string | undefined;
  isNear: boolean;
}

/** The fill of properties; undefined: they name none. */
export function fillOf(properties: Properties, source: PaintSource): Fill | undefined {
  const kind = properties.get('draw:fill');
  if (kind === undefined) return undefined;
  const opacity = opacityOf(properties, source.styles);
  const alpha = alphaOf(opacity);
  const colour = colourOf(properties.get('draw:fill-color'));
  const isFading = properties.has('draw:opacity-name') && opacity !== undefined && kind !== 'none';
  if (kind === 'gradient') {
    const gradient = source.styles.named('draw:gradient', properties.get('draw:fill-gradient-name'));
    if (gradient) return { xml: gradientFill(gradient, alpha), isNear: isFading };
  }
  if (kind === 'bitmap') {
    const xml = pictureFill(properties, source);
    if (xml !== undefined) return { xml, isNear: isFading };
  }
  if (kind === 'hatch') {
    const hatch = source.styles.named('draw:hatch', properties.get('draw:fill-hatch-name'));
    const lines = colourOf(hatch?.attributes['draw:color']) ?? '000000';
    const isOnColour = properties.get('draw:fill-hatch-solid') === 'true' && colour !== undefined;
    return isOnColour
      ? { xml: solid(colour, alpha), colour, isNear: true }
      : { xml: solid(lines, alphaOf(HATCH_SHARE)), isNear: true };
  }
  if (kind === 'solid' && colour !== undefined) return { xml: solid(colour, alpha), colour, isNear: isFading };
  return { xml: '<a:noFill/>', isNear: kind !== 'none' };
}

/** Part of an area that the lines of a hatch cover. */
const HATCH_SHARE = 0.2;

/** Ends of lines that Office has, by the names that OpenDocument gives them. */
function endOf(marker: string): string {
  const name = marker.toLowerCase();
  if (/circle|oval|dot/.test(name)) return 'oval';
  if (/square|diamond/.test(name)) return 'diamond';
  if (/line|open|short/.test(name)) return 'arrow';
  return /concave|stealth/.test(name) ? 'stealth' : 'triangle';
}

/** The words for the size of an end: two, three and five times the line. */
function endXml(element: string, marker: string | undefined, width: string | undefined, line: number): string {
  if (!marker) return '';
  const times = (emuOf(width) ?? 3 * line) / Math.max(line, EMU_PER_POINT / 2);
  const size = times < 2.5 ? 'sm' : times < 4 ? 'med' : 'lg';
  return `<a:${element} type="${endOf(marker)}" w="${size}" len="${size}"/>`;
}

/** The dashes of Office that are most like a pattern. */
function dashOf(dash: PartElement | undefined): string {
  const { 'draw:dots1': dots, 'draw:dots1-length': first, 'draw:dots2': others } = dash?.attributes ?? {};
  const isDot = dots !== undefined && first === undefined;
  if (isDot && others === undefined) return 'sysDot';
  return others !== undefined && others !== '0' ? 'dashDot' : 'dash';
}

/** A line around a shape, or a line itself, as `a:ln`. Where properties say nothing there is none. */
export function lineXml(properties: Properties, styles: StyleBook, hasEnds = false): string {
  const kind = properties.get('draw:stroke') ?? 'none';
  if (kind === 'none') return '<a:ln><a:noFill/></a:ln>';
  const width = Math.max(0, emuOf(properties.get('svg:stroke-width')) ?? 0);
  const colour = colourOf(properties.get('svg:stroke-color')) ?? '000000';
  const alpha = alphaOf(percentOf(properties.get('svg:stroke-opacity')));
  const dash = kind === 'dash' ? dashOf(styles.named('draw:stroke-dash', properties.get('draw:stroke-dash'))) : '';
  const end = (element: string, name: string): string =>
    hasEnds
      ? endXml(element, properties.get(`draw:marker-${name}`), properties.get(`draw:marker-${name}-width`), width)
      : '';
  // A line of no width has that of one pixel.
  return `<a:ln w="${width === 0 ? 9_525 : Math.min(width, 20_116_800)}">${solid(colour, alpha)}${dash === '' ? '' : `<a:prstDash val="${dash}"/>`}${properties.get('draw:stroke-linejoin') === 'miter' ? '<a:miter lim="800000"/>' : '<a:round/>'}${end('headEnd', 'start')}${end('tailEnd', 'end')}</a:ln>`;
}

/** The shadow of a shape as `a:effectLst`; empty: it has none. */
export function shadowXml(properties: Properties): string {
  if (properties.get('draw:shadow') !== 'visible') return '';
  const [x, y] = [
    emuOf(properties.get('draw:shadow-offset-x')) ?? 0,
    emuOf(properties.get('draw:shadow-offset-y')) ?? 0,
  ];
  const angle = (((Math.atan2(y, x) * 180) / Math.PI + 360) % 360) * 60_000;
  const blur = Math.max(0, emuOf(properties.get('loext:shadow-blur') ?? properties.get('draw:shadow-blur')) ?? 0);
  const colour = colourOf(properties.get('draw:shadow-color')) ?? '808080';
  const alpha = alphaOf(percentOf(properties.get('draw:shadow-opacity')));
  return `<a:effectLst><a:outerShdw blurRad="${blur}" dist="${Math.round(Math.hypot(x, y))}" dir="${Math.round(angle)}" rotWithShape="0">${colourXml(colour, alpha)}</a:outerShdw></a:effectLst>`;
}

const ANCHORS: ReadonlyMap<string, string> = new Map([
  ['middle', 'ctr'],
  ['bottom', 'b'],
]);

/** The place of a text in its box, as Office names it. */
export const anchorOf = (align: string | undefined): string => ANCHORS.get(align ?? '') ?? 't';

/** Reports whether letters of automatic colour are white on a colour: its luma (Rec. 601) is below the middle. @param colour six hexadecimal digits */
export function isDark(colour: string): boolean {
  const [red = 0, green = 0, blue = 0] = (colour.match(/../g) ?? []).map((part) => Number.parseInt(part, 16));
  return 0.299 * red + 0.587 * green + 0.114 * blue < 127;
}
