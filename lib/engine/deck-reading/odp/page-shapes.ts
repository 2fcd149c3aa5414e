import { inOneLine } from '../cut-text.ts';
import { largestOf, smallestOf } from '../extremes.ts';
import { childAt, childElements, descendantsOf, type PartElement, textIn } from '../pptx/xml.ts';
import { ELLIPSE, enhancedGeometry, RECTANGLE, roundRectangle, type ShapeGeometry } from './enhanced-geometry.ts';
import { anchorOf, type Fill, fillOf, isDark, lineXml, shadowXml } from './odf-paint.ts';
import { override, type Properties, type StyleBook } from './odf-styles.ts';
import { tableXml } from './odf-table.ts';
import {
  fittingScale,
  LINE_SPACING_REDUCTION,
  type OdfTextContext,
  type WrittenParagraph,
  writtenParagraphs,
} from './odf-text.ts';
import { DEFAULT_PADDING, degreesOf, EMU_PER_HUNDREDTH, emuOf, escaped, percentOf } from './odf-units.ts';
import { soundEndingOf } from './odp-files.ts';
import type { PageTarget } from './page-target.ts';
import { arcSteps, customGeometry, type PathStep, pointsIn, type ShapePath, viewBoxOf } from './shape-path.ts';
import { placeOf, placeXml, pointOf, type ShapePlace } from './shape-place.ts';
import { pointsPath, svgPath } from './svg-path.ts';

// Shapes of OpenDocument: ODF 1.3 part 3, clause 10. Those of Office: ECMA-376 part 1, 19.3.1 and 20.1.2.

/** The style of a shape. */
interface ShapeStyle {
  family: 'graphic' | 'presentation';
  name: string | undefined;
  graphic: Properties;
}

function styleOf({ attributes }: PartElement, styles: StyleBook): ShapeStyle {
  const presentation = attributes['presentation:style-name'];
  const family = presentation === undefined ? 'graphic' : 'presentation';
  const name = presentation ?? attributes['draw:style-name'];
  const graphic = override(styles.defaultsOf('graphic', 'graphic'), styles.propertiesOf(family, name, 'graphic'));
  return { family, name, graphic };
}

/** The common style of an outline's first level. Each further level, up to 9, has a style with its number. */
const OUTLINE = /outline1$/;
const OUTLINE_LEVELS = 9;

/** The style context of the text of a shape. @param id of the shape in the PPTX */
function textContext(
  element: PartElement,
  style: ShapeStyle,
  fill: Fill | undefined,
  target: PageTarget,
  id: number,
): OdfTextContext {
  const { styles } = target;
  const { family, name } = style;
  const common = styles.commonNameOf(family, name);
  const isOutline = common !== undefined && OUTLINE.test(common);
  const textStyle = element.attributes['draw:text-style-name'];
  const properties = (group: 'text' | 'paragraph', level: number): Properties => {
    const defaults = styles.defaultsOf('graphic', group);
    const shapeProperties = isOutline
      ? override(
          styles.propertiesOf(family, common.replace(OUTLINE, `outline${Math.min(OUTLINE_LEVELS, level)}`), group),
          styles.propertiesOf(family, name, group, 'automatic'),
        )
      : styles.propertiesOf(family, name, group);
    return override(override(defaults, shapeProperties), styles.propertiesOf('paragraph', textStyle, group));
  };
  const cache = new Map<number, { text: Properties; paragraph: Properties }>();
  return {
    styles,
    shapeDefaults(level) {
      const found = cache.get(level) ?? { text: properties('text', level), paragraph: properties('paragraph', level) };
      cache.set(level, found);
      return found;
    },
    listStyle: styles.listStyleIn(family, name),
    autoColour: isDark(fill?.colour ?? target.background) ? 'FFFFFF' : '000000',
    language: target.language,
    pageNumber: target.pageNumber,
    noteParagraph: (paragraph, index) => target.noteParagraph(paragraph, id, index),
  };
}

/** Columns of a text in Office, at most (ST_TextColumnCount). */
const MAX_TEXT_COLUMNS = 16;

/** Space between the edges of a shape and its text, in EMU. */
interface Padding {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

function paddingOf(graphic: Properties): Padding {
  const allSides = emuOf(graphic.get('fo:padding'));
  const side = (name: string, defaultPadding: number): number =>
    Math.max(0, emuOf(graphic.get(`fo:padding-${name}`)) ?? allSides ?? defaultPadding);
  return {
    left: side('left', DEFAULT_PADDING.horizontal),
    top: side('top', DEFAULT_PADDING.vertical),
    right: side('right', DEFAULT_PADDING.horizontal),
    bottom: side('bottom', DEFAULT_PADDING.vertical),
  };
}

/** The text of a shape as `p:txBody`. @param place its box */
function bodyXml(
  paragraphs: readonly WrittenParagraph[],
  graphic: Properties,
  place: ShapePlace,
  target: PageTarget,
): string {
  const { left, top, right, bottom } = paddingOf(graphic);
  const isShrunk = graphic.get('style:shrink-to-fit') === 'true' || graphic.get('draw:fit-to-size') === 'shrink-to-fit';
  const hasText = paragraphs.some(({ text }) => text !== '');
  const namedScale = percentOf(graphic.get('loext:fit-to-size-scale') ?? graphic.get('draw:fit-to-size-scale'));
  const isUnwrapped = graphic.get('fo:wrap-option') === 'no-wrap' || graphic.get('draw:auto-grow-width') === 'true';
  const scale =
    isShrunk && hasText
      ? (namedScale ?? fittingScale(paragraphs, place.width - left - right, place.height - top - bottom))
      : 1;
  if (scale < 1 && namedScale === undefined)
    target.warnApproximate('the size of text that is made smaller to fit is estimated');
  if (hasText && ['true', 'all'].includes(graphic.get('draw:fit-to-size') ?? ''))
    target.warnApproximate('text that is stretched to its shape has its usual size');
  const fit =
    scale < 1
      ? `<a:normAutofit fontScale="${Math.round(scale * 100_000)}" lnSpcReduction="${LINE_SPACING_REDUCTION * 100_000}"/>`
      : graphic.get('draw:auto-grow-height') === 'true'
        ? '<a:spAutoFit/>'
        : '<a:noAutofit/>';
  const anchor = anchorOf(graphic.get('draw:textarea-vertical-align'));
  const isCentred = isUnwrapped && graphic.get('draw:textarea-horizontal-align') === 'center';
  const vertical = graphic.get('style:writing-mode')?.startsWith('tb') ? ' vert="eaVert"' : '';
  const columns = Number(graphic.get('fo:column-count'));
  const columnCount = columns > 1 && columns <= MAX_TEXT_COLUMNS ? ` numCol="${columns}"` : '';
  return `<p:txBody><a:bodyPr wrap="${isUnwrapped ? 'none' : 'square'}" lIns="${left}" tIns="${top}" rIns="${right}" bIns="${bottom}" anchor="${anchor}"${isCentred ? ' anchorCtr="1"' : ''}${vertical}${columnCount}>${fit}</a:bodyPr><a:lstStyle/>${paragraphs.length > 0 ? paragraphs.map(({ xml }) => xml).join('') : '<a:p/>'}</p:txBody>`;
}

/** Characters of the alternative text and the name of a shape, at most. */
const [MAX_ALT, MAX_NAME] = [1000, 200];

const altOf = (element: PartElement): string =>
  inOneLine(textIn(childAt(element, 'svg:desc')) || textIn(childAt(element, 'svg:title'))).slice(0, MAX_ALT);

/** Id, name and alternative text of a shape as `p:cNvPr`. */
const propertiesXml = (element: PartElement, id: number): string =>
  `<p:cNvPr id="${id}" name="${escaped((element.attributes['draw:name'] ?? '').slice(0, MAX_NAME))}" descr="${escaped(altOf(element))}"/>`;

/** Colours of shapes in a deck that names none, as in LibreOffice. */
const DEFAULT_COLOURS = [
  ['draw:fill-color', '#729fcf'],
  ['svg:stroke-color', '#3465a4'],
] as const;

/** A shape as `p:sp`, with its geometry, fill, line and text. @param textBox the element with its paragraphs */
function shapeXml(
  element: PartElement,
  place: ShapePlace,
  { xml: geometry, flips, isApproximate }: ShapeGeometry,
  target: PageTarget,
  textBox: PartElement = element,
): string {
  const style = styleOf(element, target.styles);
  const isFrame = element.name === 'draw:frame';
  const { graphic } = style;
  const defaultPaint = isFrame ? 'none' : 'solid';
  const paint = new Map([['draw:fill', defaultPaint], ['draw:stroke', defaultPaint], ...DEFAULT_COLOURS, ...graphic]);
  const fill = fillOf(paint, target);
  if (fill?.isApproximate) target.warnApproximate('a fill');
  if (isApproximate) target.warnApproximate('the form of a shape is a rectangle');
  if (place.isSkewed) target.warnApproximate('a slanted shape is upright');
  const id = target.nextId(element);
  const paragraphs = writtenParagraphs(textBox, textContext(element, style, fill, target, id));
  const flipped = flippedAgain(place, flips);
  const body = bodyXml(paragraphs, graphic, place, target);
  const isBackground = graphic.get('loext:fill-use-slide-background') === 'true';
  return `<p:sp${isBackground ? ' useBgFill="1"' : ''}><p:nvSpPr>${propertiesXml(element, id)}<p:cNvSpPr${isFrame ? ' txBox="1"' : ''}/><p:nvPr>${target.placeholder(element.attributes['presentation:class'] ?? '')}</p:nvPr></p:nvSpPr><p:spPr>${placeXml(flipped)}${geometry}${fill?.xml ?? ''}${lineXml(paint, target.styles, true)}${shadowXml(graphic)}</p:spPr>${body}</p:sp>`;
}

const UNFLIPPED = { horizontally: false, vertically: false };
const exactGeometry = (xml: string): ShapeGeometry => ({ xml, flips: UNFLIPPED, isApproximate: false });

/** A place that is flipped once more: two flips in one direction cancel each other. */
const flippedAgain = (place: ShapePlace, { horizontally, vertically }: ShapePlace['flips']): ShapePlace => ({
  ...place,
  flips: {
    horizontally: place.flips.horizontally !== horizontally,
    vertically: place.flips.vertically !== vertically,
  },
});

/** A straight line between two points. */
function straightLine(element: PartElement, target: PageTarget): string {
  const [from, to] = [pointOf(element, 'svg:x1', 'svg:y1'), pointOf(element, 'svg:x2', 'svg:y2')];
  const place: ShapePlace = {
    x: Math.round(Math.min(from[0], to[0])),
    y: Math.round(Math.min(from[1], to[1])),
    width: Math.round(Math.abs(to[0] - from[0])),
    height: Math.round(Math.abs(to[1] - from[1])),
    rotation: 0,
    flips: { horizontally: to[0] < from[0], vertically: to[1] < from[1] },
    isSkewed: false,
  };
  return connectorXml(element, place, '<a:prstGeom prst="line"><a:avLst/></a:prstGeom>', target);
}

/** A line as `p:cxnSp`, and its text in a separate shape. */
function connectorXml(element: PartElement, place: ShapePlace, geometry: string, target: PageTarget): string {
  const { graphic } = styleOf(element, target.styles);
  const paint = new Map([['draw:stroke', 'solid'], ...graphic]);
  const id = target.nextId(element);
  const line = `<p:cxnSp><p:nvCxnSpPr>${propertiesXml(element, id)}<p:cNvCxnSpPr/><p:nvPr/></p:nvCxnSpPr><p:spPr>${placeXml(place)}${geometry}<a:noFill/>${lineXml(paint, target.styles, true)}${shadowXml(graphic)}</p:spPr></p:cxnSp>`;
  return line + lineTextXml(element, place, target);
}

/** The text of a line as a text box in the middle of the line; empty if it has none. */
function lineTextXml(element: PartElement, place: ShapePlace, target: PageTarget): string {
  const hasText = ['text:p', 'text:list'].some((name) => childElements(element, name).some(hasWords));
  if (!hasText) return '';
  const box: PartElement = { ...element, name: 'draw:frame', attributes: { ...element.attributes } };
  const style = styleOf(element, target.styles);
  const id = target.nextId({ name: '', attributes: {}, children: [] });
  const paragraphs = writtenParagraphs(element, textContext(box, style, undefined, target, id));
  const upright = { ...place, flips: UNFLIPPED };
  const graphic = new Map([
    ...style.graphic,
    ['draw:textarea-vertical-align', 'middle'],
    ['fo:wrap-option', 'no-wrap'],
    ['draw:textarea-horizontal-align', 'center'],
  ]);
  return `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name=""/><p:cNvSpPr txBox="1"/><p:nvPr/></p:nvSpPr><p:spPr>${placeXml(upright)}${RECTANGLE}<a:noFill/></p:spPr>${bodyXml(paragraphs, graphic, place, target)}</p:sp>`;
}

const hasWords = (element: PartElement): boolean =>
  element.children.some((child) => (typeof child === 'string' ? child.trim() !== '' : hasWords(child)));

/** A connector: a straight line, or a line along its path, which is in hundredths of a millimetre. */
function connector(element: PartElement, target: PageTarget): string {
  const { 'draw:type': type = 'standard', 'svg:d': pathData } = element.attributes;
  const path = type === 'line' ? undefined : svgPath(pathData);
  if (!path) {
    if (type !== 'line') target.warnApproximate('a connector is straight');
    return straightLine(element, target);
  }
  const points = pointsIn([path]);
  const [xs, ys] = [points.map(([x]) => x * EMU_PER_HUNDREDTH), points.map(([, y]) => y * EMU_PER_HUNDREDTH)];
  const [left, top] = [smallestOf(xs), smallestOf(ys)];
  const size = { width: Math.round(largestOf(xs) - left), height: Math.round(largestOf(ys) - top) };
  const view = {
    x: left / EMU_PER_HUNDREDTH,
    y: top / EMU_PER_HUNDREDTH,
    width: size.width / EMU_PER_HUNDREDTH,
    height: size.height / EMU_PER_HUNDREDTH,
  };
  const place: ShapePlace = {
    ...{ ...size, x: Math.round(left), y: Math.round(top) },
    ...{ rotation: 0, flips: UNFLIPPED, isSkewed: false },
  };
  return connectorXml(element, place, customGeometry([{ ...path, isFilled: false }], view, size), target);
}

/** A polygon, a polyline or a path. */
function freeForm(element: PartElement, target: PageTarget): string {
  const { name, attributes } = element;
  const place = placeOf(element);
  const path =
    name === 'draw:path'
      ? svgPath(attributes['svg:d'])
      : pointsPath(attributes['draw:points'], name === 'draw:polygon');
  if (!place || !path) {
    target.warnLost('a drawn form');
    return '';
  }
  const isOpen = name === 'draw:path' && !path.steps.some(({ kind }) => kind === 'close');
  const view = viewBoxOf(attributes['svg:viewBox']) ?? {
    x: 0,
    y: 0,
    width: place.width / EMU_PER_HUNDREDTH,
    height: place.height / EMU_PER_HUNDREDTH,
  };
  const shape = isOpen ? { ...path, isFilled: false } : path;
  return shapeXml(element, place, exactGeometry(customGeometry([shape], view, place)), target);
}

/** Reports a shape that cannot be drawn because the file names no size for it. @returns no XML */
function withoutPlace(target: PageTarget): string {
  target.warnLost('a shape without a size');
  return '';
}

/** An ellipse, or an arc, a section or a segment of one. */
function ellipse(element: PartElement, target: PageTarget): string {
  const { attributes } = element;
  const [cx, cy] = [emuOf(attributes['svg:cx']), emuOf(attributes['svg:cy'])];
  const [rx, ry] = ['svg:rx', 'svg:ry'].map((name) => emuOf(attributes[name] ?? attributes['svg:r']));
  const placeByCentre =
    cx !== undefined && cy !== undefined && rx !== undefined && ry !== undefined
      ? { x: cx - rx, y: cy - ry, width: 2 * rx, height: 2 * ry, rotation: 0, flips: UNFLIPPED, isSkewed: false }
      : undefined;
  const place = placeOf(element) ?? placeByCentre;
  if (!place) return withoutPlace(target);
  const kind = attributes['draw:kind'] ?? 'full';
  if (kind === 'full') return shapeXml(element, place, exactGeometry(ELLIPSE), target);
  const angle = (name: string): number => ((degreesOf(attributes[name]) ?? 0) * Math.PI) / 180;
  // Angles of OpenDocument are anticlockwise, those of paths clockwise.
  const [startAngle, endAngle] = [-angle('draw:start-angle'), -angle('draw:end-angle')];
  const difference = endAngle - startAngle;
  const sweep = difference >= 0 ? difference - 2 * Math.PI : difference;
  const [w, h] = [place.width / 2, place.height / 2];
  const start = [w + w * Math.cos(startAngle), h + h * Math.sin(startAngle)] as const;
  const steps: PathStep[] = [{ kind: 'move', to: start }, ...arcSteps([w, h], [w, h], startAngle, sweep)];
  if (kind === 'section') steps.push({ kind: 'line', to: [w, h] });
  if (kind !== 'arc') steps.push({ kind: 'close' });
  const path: ShapePath = { steps, isFilled: kind !== 'arc', hasLine: true };
  const view = { x: 0, y: 0, width: place.width, height: place.height };
  return shapeXml(element, place, exactGeometry(customGeometry([path], view, place)), target);
}

/** A regular polygon, or a star. */
function regularPolygon(element: PartElement, target: PageTarget): string {
  const place = placeOf(element);
  const corners = Math.max(3, Math.min(100, Math.round(Number(element.attributes['draw:corners'])) || 3));
  if (!place) return withoutPlace(target);
  const isStar = element.attributes['draw:concave'] === 'true';
  const innerRadius = isStar ? 1 - (percentOf(element.attributes['draw:sharpness']) ?? 0.5) : 1;
  const count = isStar ? 2 * corners : corners;
  const [w, h] = [place.width / 2, place.height / 2];
  const steps = Array.from({ length: count }, (_, index): PathStep => {
    const angle = (2 * Math.PI * index) / count - Math.PI / 2;
    const radius = isStar && index % 2 === 1 ? innerRadius : 1;
    return {
      kind: index === 0 ? 'move' : 'line',
      to: [w + w * radius * Math.cos(angle), h + h * radius * Math.sin(angle)],
    };
  });
  const path: ShapePath = { steps: [...steps, { kind: 'close' }], isFilled: true, hasLine: true };
  return shapeXml(
    element,
    place,
    exactGeometry(customGeometry([path], { x: 0, y: 0, width: place.width, height: place.height }, place)),
    target,
  );
}

/** A length that is cut off a side, as thousandths of a percent of the side. */
const cropOf = (length: number, side: number): number =>
  Math.round(Math.max(-1, Math.min(0.99, length / side)) * 100_000);

/**
 * The crop of a picture as `a:srcRect`; empty if nothing is cut off.
 * @param clip value of `fo:clip`, such as `rect(0cm, 1cm, 0cm, 1cm)`
 * @param naturalSize of the picture in EMU, to which the lengths of `clip` refer
 */
function cropXml(clip: string | undefined, naturalSize: { width: number; height: number } | undefined): string {
  const sides = /^\s*rect\s*\(([^)]*)\)/
    .exec(clip ?? '')?.[1]
    ?.trim()
    .split(/[\s,]+/)
    .map((side) => emuOf(side) ?? 0);
  if (!sides || !naturalSize) return '';
  const [top = 0, right = 0, bottom = 0, left = 0] = sides;
  if ([top, right, bottom, left].every((side) => side === 0)) return '';
  const { width, height } = naturalSize;
  return `<a:srcRect l="${cropOf(left, width)}" t="${cropOf(top, height)}" r="${cropOf(right, width)}" b="${cropOf(bottom, height)}"/>`;
}

/** Names of pictures of pixels, which every program shows. */
const RASTER = /\.(?:png|jpe?g|gif|bmp|webp|tiff?)$/i;

/** The picture of a frame. If it has several forms of one picture, the one of pixels is preferred. */
function imageIn(frame: PartElement): PartElement | undefined {
  const images = childElements(frame, 'draw:image');
  return images.find(({ attributes }) => RASTER.test(attributes['xlink:href'] ?? '')) ?? images[0];
}

/**
 * A picture as `p:pic`.
 * @param medium the element of the sound or video that the picture represents
 * @returns undefined if the file does not have the picture
 */
function pictureXml(frame: PartElement, target: PageTarget, href: string | undefined, medium = ''): string | undefined {
  const place = placeOf(frame);
  const relation = target.pictureRelation(href);
  if (!place || relation === undefined) return undefined;
  const { graphic } = styleOf(frame, target.styles);
  const id = target.nextId(frame);
  if (!['standard', undefined].includes(graphic.get('draw:color-mode')))
    target.warnApproximate('the colours of a picture');
  if (place.isSkewed) target.warnApproximate('a slanted shape is upright');
  const mirror = graphic.get('style:mirror') ?? '';
  const flipped = flippedAgain(place, {
    horizontally: /horizontal/.test(mirror),
    vertically: /vertical/.test(mirror),
  });
  const opacity = percentOf(graphic.get('draw:image-opacity'));
  const alpha = opacity === undefined || opacity >= 1 ? '' : `<a:alphaModFix amt="${Math.round(opacity * 100_000)}"/>`;
  const [clip, naturalSize] = [graphic.get('fo:clip'), target.naturalSize(href)];
  if (clip?.startsWith('rect') && /[1-9]/.test(clip) && !naturalSize)
    target.warnApproximate('a picture is not cropped');
  const crop = cropXml(clip, naturalSize);
  return `<p:pic><p:nvPicPr>${propertiesXml(frame, id)}<p:cNvPicPr/><p:nvPr>${medium}</p:nvPr></p:nvPicPr><p:blipFill><a:blip r:embed="${relation}">${alpha}</a:blip>${crop}<a:stretch><a:fillRect/></a:stretch></p:blipFill><p:spPr>${placeXml(flipped)}${RECTANGLE}${lineXml(graphic, target.styles)}${shadowXml(graphic)}</p:spPr></p:pic>`;
}

/** The picture of a frame, with the text on it. A missing picture is reported. */
function picture(frame: PartElement, target: PageTarget): string {
  const href = imageIn(frame)?.attributes['xlink:href'];
  const xml = pictureXml(frame, target, href);
  if (xml === undefined)
    target.warnLost(href && /^[a-z]+:\/\//i.test(href) ? 'a picture that is only linked' : 'a picture');
  return (xml ?? '') + frameTextXml(frame, target);
}

/** The text on a picture as a separate shape; empty if it has none. */
function frameTextXml(frame: PartElement, target: PageTarget): string {
  const image = imageIn(frame);
  const place = placeOf(frame);
  if (!image || !place || !childElements(image, 'text:p').some(hasWords)) return '';
  const plain: PartElement = { ...frame, attributes: { ...frame.attributes, 'xml:id': '', 'draw:id': '' } };
  return shapeXml(plain, place, exactGeometry(RECTANGLE), target, image);
}

/** An embedded object: a chart, or the picture of any other object. */
function embeddedObject(frame: PartElement, object: PartElement, target: PageTarget): string {
  const href = object.attributes['xlink:href'];
  const place = placeOf(frame);
  const chart = place && target.chartRelation(href);
  if (place && chart) {
    const id = target.nextId(frame);
    return `<p:graphicFrame><p:nvGraphicFramePr>${propertiesXml(frame, id)}<p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr>${placeXml(place, 'p:xfrm')}<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart r:id="${chart}"/></a:graphicData></a:graphic></p:graphicFrame>`;
  }
  const xml = pictureXml(frame, target, imageIn(frame)?.attributes['xlink:href']);
  if (xml === undefined)
    target.warnLost('an embedded object (a chart, a formula, a sheet) whose picture only LibreOffice reads');
  return xml ?? '';
}

/** A sound or a video, as the picture that represents it. */
function medium(frame: PartElement, plugin: PartElement, target: PageTarget): string {
  const href = plugin.attributes['xlink:href'];
  const relation = target.mediumRelation(href);
  const isSound = soundEndingOf(href ?? '') !== undefined;
  const link = relation === undefined ? '' : `<a:${isSound ? 'audioFile' : 'videoFile'} r:link="${relation}"/>`;
  const xml = pictureXml(frame, target, imageIn(frame)?.attributes['xlink:href'], link);
  if (xml === undefined || link === '') target.warnLost(isSound ? 'a sound' : 'a video');
  return xml ?? '';
}

/** A table as `p:graphicFrame`. */
function table(frame: PartElement, grid: PartElement, target: PageTarget): string {
  const place = placeOf(frame);
  if (!place) return withoutPlace(target);
  const id = target.nextId(frame);
  const context = textContext(frame, styleOf(frame, target.styles), undefined, target, id);
  return `<p:graphicFrame><p:nvGraphicFramePr>${propertiesXml(frame, id)}<p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr>${placeXml(place, 'p:xfrm')}<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/table">${tableXml(grid, place, context, target)}</a:graphicData></a:graphic></p:graphicFrame>`;
}

/** The content of a frame. A frame may have several forms of the same content: the first that Office has is used. */
function frame(element: PartElement, target: PageTarget): string {
  const box = childAt(element, 'draw:text-box');
  if (box) {
    const minSize = { width: 0, height: emuOf(box.attributes['fo:min-height']) ?? 0 };
    const place = placeOf(element, minSize);
    return place ? shapeXml(element, place, exactGeometry(RECTANGLE), target, box) : withoutPlace(target);
  }
  const grid = childAt(element, 'table:table');
  if (grid) return table(element, grid, target);
  const object = childAt(element, 'draw:object') ?? childAt(element, 'draw:object-ole');
  if (object) return embeddedObject(element, object, target);
  const plugin = childAt(element, 'draw:plugin');
  if (plugin) return medium(element, plugin, target);
  return picture(element, target);
}

/** A group. Its shapes have their places on the page, in OpenDocument and in a group without a transformation. */
function group(element: PartElement, target: PageTarget): string {
  const id = target.nextId(element);
  const inner = shapesXml(element, target);
  return inner === ''
    ? ''
    : `<p:grpSp><p:nvGrpSpPr>${propertiesXml(element, id)}<p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>${inner}</p:grpSp>`;
}

function rectangle(element: PartElement, target: PageTarget): string {
  const place = placeOf(element);
  const radius = emuOf(element.attributes['draw:corner-radius'] ?? element.attributes['svg:rx']);
  if (!place) return withoutPlace(target);
  const shorter = Math.min(place.width, place.height);
  return shapeXml(
    element,
    place,
    exactGeometry(radius && shorter > 0 ? roundRectangle(radius / shorter) : RECTANGLE),
    target,
  );
}

function customShape(element: PartElement, target: PageTarget): string {
  const place = placeOf(element);
  if (!place) return withoutPlace(target);
  return shapeXml(element, place, enhancedGeometry(childAt(element, 'draw:enhanced-geometry'), place), target);
}

function caption(element: PartElement, target: PageTarget): string {
  const place = placeOf(element);
  target.warnApproximate('a caption has no line to what it names');
  return place ? shapeXml(element, place, exactGeometry(RECTANGLE), target) : withoutPlace(target);
}

/** Writes an element as shapes of Office; empty if it cannot be drawn. */
type Writer = (element: PartElement, target: PageTarget) => string;

/** The writers of shapes, by their elements. Any other element is no shape. */
const WRITERS: ReadonlyMap<string, Writer> = new Map<string, Writer>([
  ['draw:frame', frame],
  ['draw:g', group],
  ['draw:custom-shape', customShape],
  ['draw:rect', rectangle],
  ['draw:ellipse', ellipse],
  ['draw:circle', ellipse],
  ['draw:line', straightLine],
  ['draw:connector', connector],
  ['draw:measure', straightLine],
  ['draw:polygon', freeForm],
  ['draw:polyline', freeForm],
  ['draw:path', freeForm],
  ['draw:regular-polygon', regularPolygon],
  ['draw:caption', caption],
  ['draw:a', (element, target) => shapesXml(element, target)],
]);

/** Shapes that are not drawn, with their nouns in the report. */
const LOST: ReadonlyMap<string, string> = new Map([
  ['dr3d:scene', 'a 3-D object'],
  ['draw:control', 'a field of a form'],
]);

const isShown = ({ attributes }: PartElement): boolean =>
  !['none', 'printer'].includes(attributes['draw:display'] ?? '') && attributes['presentation:placeholder'] !== 'true';

/** The shapes in an element as XML, in the order in which they are painted. */
export function shapesXml(parent: PartElement, target: PageTarget): string {
  return childElements(parent)
    .filter((element) => isShown(element) && !target.skips(element.attributes['presentation:class'] ?? ''))
    .map((element) => {
      const lost = LOST.get(element.name);
      if (lost !== undefined) target.warnLost(lost);
      return WRITERS.get(element.name)?.(element, target) ?? '';
    })
    .join('');
}

/** Reports whether a page has a subtitle: it is a title page then. */
export const hasSubtitle = (page: PartElement): boolean =>
  descendantsOf(page, 'draw:frame').some(({ attributes }) => attributes['presentation:class'] === 'subtitle');
