import { childElements, type OfficeXmlElement } from '../pptx/xml.ts';
import type { OdfProperties, OdfStyles } from './odf-styles.ts';
import { angleInDegrees, EMU_PER_POINT, lengthInEmu, parseOdfColor, parseOdfPercentage } from './odf-units.ts';

// Fills and lines of OpenDocument: ODF 1.3 part 3, 16.40 and 20.4. Those of DrawingML: ECMA-376 part 1, 20.1.8.

/** The styles and pictures that a fill may name. */
export interface FillStylesAndPictures {
  styles: OdfStyles;
  /** Id of the relation to a picture of the file; undefined if the file has no such picture that can be shown. */
  pictureRelation(href: string | undefined): string | undefined;
}

/** The opacity of a colour as `a:alpha`, from a number from 0 to 1; empty for an opaque colour. */
const alphaXml = (opacity: number | undefined): string =>
  opacity === undefined || opacity >= 1 ? '' : `<a:alpha val="${Math.round(Math.max(0, opacity) * 100_000)}"/>`;
const colourXml = (colour: string, alpha = ''): string => `<a:srgbClr val="${colour}">${alpha}</a:srgbClr>`;
const solidFillXml = (colour: string, alpha = ''): string => `<a:solidFill>${colourXml(colour, alpha)}</a:solidFill>`;

/** A colour (RRGGBB), multiplied by an intensity from 0 (black) to 1. */
const dimColour = (colour: string, intensity: number): string =>
  colour.replace(/../g, (part) =>
    Math.round(Number.parseInt(part, 16) * Math.max(0, Math.min(1, intensity)))
      .toString(16)
      .padStart(2, '0')
      .toUpperCase(),
  );

/** A colour of a gradient. */
interface GradientStop {
  /** Position from the start (0) to the end (1) of the gradient. */
  position: number;
  /** RRGGBB. */
  colour: string;
}

/** The colours of a gradient from its start to its end. */
function readStops(gradient: OfficeXmlElement): GradientStop[] {
  const { attributes } = gradient;
  const namedStops = childElements(gradient)
    .filter(({ name }) => name === 'loext:gradient-stop' || name === 'svg:stop')
    .flatMap((stop): GradientStop[] => {
      const colour = parseOdfColor(stop.attributes['loext:color-value'] ?? stop.attributes['svg:stop-color']);
      const position = Number(stop.attributes['svg:offset']);
      return colour && Number.isFinite(position) ? [{ position: Math.max(0, Math.min(1, position)), colour }] : [];
    });
  const intensity = (name: string): number => parseOdfPercentage(attributes[name]) ?? 1;
  const endStops = [
    {
      position: 0,
      colour: dimColour(parseOdfColor(attributes['draw:start-color']) ?? '000000', intensity('draw:start-intensity')),
    },
    {
      position: 1,
      colour: dimColour(parseOdfColor(attributes['draw:end-color']) ?? 'FFFFFF', intensity('draw:end-intensity')),
    },
  ];
  // The share of the gradient that has its first colour.
  const border = Math.min(0.99, Math.max(0, parseOdfPercentage(attributes['draw:border']) ?? 0));
  return (namedStops.length > 1 ? namedStops : endStops).map(({ position, colour }) => ({
    position: border + position * (1 - border),
    colour,
  }));
}

const gradientXml = (stops: readonly GradientStop[], alpha: string, direction: string): string =>
  `<a:gradFill rotWithShape="1"><a:gsLst>${stops
    .toSorted((a, b) => a.position - b.position)
    .map(({ position, colour }) => `<a:gs pos="${Math.round(position * 100_000)}">${colourXml(colour, alpha)}</a:gs>`)
    .join('')}</a:gsLst>${direction}</a:gradFill>`;

const reverseStops = (stops: readonly GradientStop[]): GradientStop[] =>
  stops.map(({ position, colour }) => ({ position: 1 - position, colour }));

/**
 * A gradient as `a:gradFill`. Its angle is anticlockwise from the top in OpenDocument, and clockwise from the left, in 60,000ths of a
 * degree, in Office.
 */
function gradientFillXml(gradient: OfficeXmlElement, alpha: string): string {
  const stops = readStops(gradient);
  const { 'draw:style': style = 'linear', 'draw:angle': odfAngle } = gradient.attributes;
  const angle = (((90 - (angleInDegrees(odfAngle, 0.1) ?? 0)) % 360) + 360) % 360;
  const linearXml = `<a:lin ang="${Math.round(angle * 60_000)}" scaled="0"/>`;
  if (style === 'linear') return gradientXml(stops, alpha, linearXml);
  if (style === 'axial') {
    const halfStops = reverseStops(stops).map(({ position, colour }) => ({ position: position / 2, colour }));
    return gradientXml([...halfStops, ...reverseStops(halfStops)], alpha, linearXml);
  }
  const [x, y] = ['draw:cx', 'draw:cy'].map((name) =>
    Math.round((parseOdfPercentage(gradient.attributes[name]) ?? 0.5) * 100_000),
  );
  const path = style === 'square' || style === 'rectangular' ? 'rect' : 'circle';
  const [left = 50_000, top = 50_000] = [x, y];
  const centre = `<a:fillToRect l="${left}" t="${top}" r="${100_000 - left}" b="${100_000 - top}"/>`;
  return gradientXml(reverseStops(stops), alpha, `<a:path path="${path}">${centre}</a:path>`);
}

/** A picture as `a:blipFill`, tiled or stretched. @returns undefined if the file does not have the picture */
function pictureFillXml(
  properties: OdfProperties,
  { styles, pictureRelation }: FillStylesAndPictures,
): string | undefined {
  const image = styles.elementNamed('draw:fill-image', properties.get('draw:fill-image-name'));
  const id = pictureRelation(image?.attributes['xlink:href']);
  if (id === undefined) return undefined;
  const isRepeated = (properties.get('style:repeat') ?? 'repeat') === 'repeat';
  return `<a:blipFill><a:blip r:embed="${id}">${alphaModulationXml(properties)}</a:blip>${isRepeated ? '<a:tile tx="0" ty="0" sx="100000" sy="100000"/>' : '<a:stretch><a:fillRect/></a:stretch>'}</a:blipFill>`;
}

const alphaModulationXml = (properties: OdfProperties): string => {
  const opacity = parseOdfPercentage(properties.get('draw:opacity'));
  return opacity === undefined || opacity >= 1 ? '' : `<a:alphaModFix amt="${Math.round(opacity * 100_000)}"/>`;
};

/**
 * The opacity of a fill, from 0 to 1; undefined if it names none. For a gradient of opacity, which Office does not have for every fill, it
 * is the mean.
 */
function opacityOf(properties: OdfProperties, styles: OdfStyles): number | undefined {
  const opacityGradient = styles.elementNamed('draw:opacity', properties.get('draw:opacity-name'));
  if (!opacityGradient) return parseOdfPercentage(properties.get('draw:opacity'));
  const endOpacities = [opacityGradient.attributes['draw:start'], opacityGradient.attributes['draw:end']].map(
    (end) => parseOdfPercentage(end) ?? 1,
  );
  return endOpacities.reduce((sum, end) => sum + end, 0) / endOpacities.length;
}

/** A fill as an element of DrawingML. */
export interface FillXml {
  xml: string;
  /** The colour of a solid fill, RRGGBB. */
  colour?: string | undefined;
  /** True if DrawingML has no fill that looks the same. */
  isApproximate: boolean;
}

/** The share of an area that the lines of a hatch cover: the hatch is drawn as a colour with this opacity. */
const HATCH_OPACITY = 0.2;

/** The fill that properties name; undefined if they name none. */
export function fillXmlOf(properties: OdfProperties, source: FillStylesAndPictures): FillXml | undefined {
  const kind = properties.get('draw:fill');
  if (kind === undefined) return undefined;
  const opacity = opacityOf(properties, source.styles);
  const alpha = alphaXml(opacity);
  const colour = parseOdfColor(properties.get('draw:fill-color'));
  const hasOpacityGradient = properties.has('draw:opacity-name') && opacity !== undefined && kind !== 'none';
  if (kind === 'gradient') {
    const gradient = source.styles.elementNamed('draw:gradient', properties.get('draw:fill-gradient-name'));
    if (gradient) return { xml: gradientFillXml(gradient, alpha), isApproximate: hasOpacityGradient };
  }
  if (kind === 'bitmap') {
    const xml = pictureFillXml(properties, source);
    if (xml !== undefined) return { xml, isApproximate: hasOpacityGradient };
  }
  if (kind === 'hatch') {
    const hatch = source.styles.elementNamed('draw:hatch', properties.get('draw:fill-hatch-name'));
    const lineColour = parseOdfColor(hatch?.attributes['draw:color']) ?? '000000';
    const hasBackground = properties.get('draw:fill-hatch-solid') === 'true' && colour !== undefined;
    return hasBackground
      ? { xml: solidFillXml(colour, alpha), colour, isApproximate: true }
      : { xml: solidFillXml(lineColour, alphaXml(HATCH_OPACITY)), isApproximate: true };
  }
  if (kind === 'solid' && colour !== undefined)
    return { xml: solidFillXml(colour, alpha), colour, isApproximate: hasOpacityGradient };
  return { xml: '<a:noFill/>', isApproximate: kind !== 'none' };
}

/** The line end of Office (ST_LineEndType) that is most like a marker, by the name of the marker. */
function lineEndType(marker: string): string {
  const name = marker.toLowerCase();
  if (/circle|oval|dot/.test(name)) return 'oval';
  if (/square|diamond/.test(name)) return 'diamond';
  if (/line|open|short/.test(name)) return 'arrow';
  return /concave|stealth/.test(name) ? 'stealth' : 'triangle';
}

/**
 * The end of a line as `a:headEnd` or `a:tailEnd`; empty without a marker. Its sizes `sm`, `med` and `lg` are 2, 3 and 5 times the width of
 * the line.
 * @param width the width of the marker, such as `0.3cm`
 * @param lineWidth the width of the line in EMU
 */
function lineEndXml(element: string, marker: string | undefined, width: string | undefined, lineWidth: number): string {
  if (!marker) return '';
  const ratio = (lengthInEmu(width) ?? 3 * lineWidth) / Math.max(lineWidth, EMU_PER_POINT / 2);
  const size = ratio < 2.5 ? 'sm' : ratio < 4 ? 'med' : 'lg';
  return `<a:${element} type="${lineEndType(marker)}" w="${size}" len="${size}"/>`;
}

/** The dash of Office (ST_PresetLineDashVal) that is most like a pattern. */
function presetDashOf(dash: OfficeXmlElement | undefined): string {
  const { 'draw:dots1': dots, 'draw:dots1-length': firstDotLength, 'draw:dots2': secondDots } = dash?.attributes ?? {};
  const isDot = dots !== undefined && firstDotLength === undefined;
  if (isDot && secondDots === undefined) return 'sysDot';
  return secondDots !== undefined && secondDots !== '0' ? 'dashDot' : 'dash';
}

/** The width of a line of width 0, which is drawn one pixel wide. */
const PIXEL_EMU = 9_525;
/** The width of the widest line (ST_LineWidth). */
const MAX_LINE_WIDTH_EMU = 20_116_800;

/** The line of a shape as `a:ln`: no line if the properties name none. @param hasEnds true if markers at its ends are drawn */
export function drawingMlOutlineXml(properties: OdfProperties, styles: OdfStyles, hasEnds = false): string {
  const kind = properties.get('draw:stroke') ?? 'none';
  if (kind === 'none') return '<a:ln><a:noFill/></a:ln>';
  const width = Math.max(0, lengthInEmu(properties.get('svg:stroke-width')) ?? 0);
  const colour = parseOdfColor(properties.get('svg:stroke-color')) ?? '000000';
  const alpha = alphaXml(parseOdfPercentage(properties.get('svg:stroke-opacity')));
  const dash =
    kind === 'dash' ? presetDashOf(styles.elementNamed('draw:stroke-dash', properties.get('draw:stroke-dash'))) : '';
  const endXml = (element: string, name: string): string =>
    hasEnds
      ? lineEndXml(element, properties.get(`draw:marker-${name}`), properties.get(`draw:marker-${name}-width`), width)
      : '';
  return `<a:ln w="${width === 0 ? PIXEL_EMU : Math.min(width, MAX_LINE_WIDTH_EMU)}">${solidFillXml(colour, alpha)}${dash === '' ? '' : `<a:prstDash val="${dash}"/>`}${properties.get('draw:stroke-linejoin') === 'miter' ? '<a:miter lim="800000"/>' : '<a:round/>'}${endXml('headEnd', 'start')}${endXml('tailEnd', 'end')}</a:ln>`;
}

/** The shadow of a shape as `a:effectLst`; empty if it has none. */
export function drawingMlShadowXml(properties: OdfProperties): string {
  if (properties.get('draw:shadow') !== 'visible') return '';
  const [x, y] = [
    lengthInEmu(properties.get('draw:shadow-offset-x')) ?? 0,
    lengthInEmu(properties.get('draw:shadow-offset-y')) ?? 0,
  ];
  const angle = (((Math.atan2(y, x) * 180) / Math.PI + 360) % 360) * 60_000;
  const blur = Math.max(0, lengthInEmu(properties.get('loext:shadow-blur') ?? properties.get('draw:shadow-blur')) ?? 0);
  const colour = parseOdfColor(properties.get('draw:shadow-color')) ?? '808080';
  const alpha = alphaXml(parseOdfPercentage(properties.get('draw:shadow-opacity')));
  return `<a:effectLst><a:outerShdw blurRad="${blur}" dist="${Math.round(Math.hypot(x, y))}" dir="${Math.round(angle)}" rotWithShape="0">${colourXml(colour, alpha)}</a:outerShdw></a:effectLst>`;
}

/** Anchors of Office (ST_TextAnchoringType), by the vertical alignments of OpenDocument. */
const ANCHOR_BY_ALIGNMENT: ReadonlyMap<string, string> = new Map([
  ['middle', 'ctr'],
  ['bottom', 'b'],
]);

/** The anchor of a text in its box, in Office. @param align vertical alignment in OpenDocument */
export const officeVerticalTextAnchorOf = (align: string | undefined): string =>
  ANCHOR_BY_ALIGNMENT.get(align ?? '') ?? 't';

/** Reports whether white text is easier to read than black text on a colour, RRGGBB. Its luma (ITU-R BT.601) decides. */
export function isDarkColor(colour: string): boolean {
  const [red = 0, green = 0, blue = 0] = (colour.match(/../g) ?? []).map((part) => Number.parseInt(part, 16));
  return 0.299 * red + 0.587 * green + 0.114 * blue < 127;
}
