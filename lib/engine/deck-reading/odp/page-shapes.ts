import { inOneLine } from '../cut-text.ts';
import { childAt, childElements, descendantsOf, type PartElement, textIn } from '../pptx/xml.ts';
import { ELLIPSE, enhancedGeometry, RECTANGLE, roundRectangle, type ShapeGeometry } from './enhanced-geometry.ts';
import { anchorOf, type Fill, fillOf, isDark, lineXml, shadowXml } from './odf-paint.ts';
import { over, type Properties, type StyleBook } from './odf-styles.ts';
import { tableXml } from './odf-table.ts';
import {
  fittingScale,
  LINES_CLOSER,
  type OdfTextContext,
  type WrittenParagraph,
  writtenParagraphs,
} from './odf-text.ts';
import { degreesOf, EMU_PER_HUNDREDTH, emuOf, escaped, percentOf } from './odf-units.ts';
import { soundEndingOf } from './odp-files.ts';
import type { PageTarget } from './page-target.ts';
import { arcSteps, customGeometry, type PathStep, pointsIn, type ShapePath, viewBoxOf } from './shape-path.ts';
import { placeOf, placeXml, pointOf, type ShapePlace } from './shape-place.ts';
import { pointsPath, svgPath } from './svg-path.ts';

/** The styles of a shape. */
interface ShapeStyle {
  family: 'graphic' | 'presentation';
  name: string | undefined;
  graphic: Properties;
}

function styleOf({ attributes }: PartElement, styles: StyleBook): ShapeStyle {
  const presentation = attributes['presentation:style-name'];
  const family = presentation === undefined ? 'graphic' : 'presentation';
  const name = presentation ?? attributes['draw:style-name'];
  return { family, name, graphic: over(styles.defaultsOf('graphic', 'graphic'), styles.of(family, name, 'graphic')) };
}

const OUTLINE = /outline1$/;

/** Styles for the texts of a shape that state none themselves. */
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
  const ofObject = element.attributes['draw:text-style-name'];
  const properties = (group: 'text' | 'paragraph', level: number): Properties => {
    const usual = styles.defaultsOf('graphic', group);
    const levelled = isOutline
      ? over(
          styles.of(family, common.replace(OUTLINE, `outline${Math.min(9, level)}`), group),
          styles.of(family, name, group, 'own'),
        )
      : styles.of(family, name, group);
    return over(over(usual, levelled), styles.of('paragraph', ofObject, group));
  };
  const known = new Map<number, { text: Properties; paragraph: Properties }>();
  return {
    styles,
    usual(level) {
      const found = known.get(level) ?? { text: properties('text', level), paragraph: properties('paragraph', level) };
      known.set(level, found);
      return found;
    },
    listStyle: styles.listStyleIn(family, name),
    autoColour: isDark(fill?.colour ?? target.background) ? 'FFFFFF' : '000000',
    language: target.language,
    pageNumber: target.pageNumber,
    noteParagraph: (paragraph, index) => target.noteParagraph(paragraph, id, index),
  };
}

/** Room between a shape and its text where nothing says another. */
const PADDING = { across: 90_000, down: 45_000 };

interface Room {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

function paddingOf(graphic: Properties): Room {
  const all = emuOf(graphic.get('fo:padding'));
  const side = (name: string, usual: number): number =>
    Math.max(0, emuOf(graphic.get(`fo:padding-${name}`)) ?? all ?? usual);
  return {
    left: side('left', PADDING.across),
    top: side('top', PADDING.down),
    right: side('right', PADDING.across),
    bottom: side('bottom', PADDING.down),
  };
}

/** The text of a shape as `p:txBody`. */
function bodyXml(
  paragraphs: readonly WrittenParagraph[],
  graphic: Properties,
  place: ShapePlace,
  target: PageTarget,
): string {
  const { left, top, right, bottom } = paddingOf(graphic);
  const isShrunk = graphic.get('style:shrink-to-fit') === 'true' || graphic.get('draw:fit-to-size') === 'shrink-to-fit';
  const hasText = paragraphs.some(({ text }) => text !== '');
  const said = percentOf(graphic.get('loext:fit-to-size-scale') ?? graphic.get('draw:fit-to-size-scale'));
  const isFree = graphic.get('fo:wrap-option') === 'no-wrap' || graphic.get('draw:auto-grow-width') === 'true';
  const scale =
    isShrunk && hasText
      ? (said ?? fittingScale(paragraphs, place.width - left - right, place.height - top - bottom))
      : 1;
  if (scale < 1 && said === undefined) target.near('the size of text that is made smaller to fit is estimated');
  if (hasText && ['true', 'all'].includes(graphic.get('draw:fit-to-size') ?? ''))
    target.near('text that is stretched to its shape has its usual size');
  const fit =
    scale < 1
      ? `<a:normAutofit fontScale="${Math.round(scale * 100_000)}" lnSpcReduction="${LINES_CLOSER * 100_000}"/>`
      : graphic.get('draw:auto-grow-height') === 'true'
        ? '<a:spAutoFit/>'
        : '<a:noAutofit/>';
  const anchor = anchorOf(graphic.get('draw:textarea-vertical-align'));
  const isCentred = isFree && graphic.get('draw:textarea-horizontal-align') === 'center';
  const turned = graphic.get('style:writing-mode')?.startsWith('tb') ? ' vert="eaVert"' : '';
  const columns = Number(graphic.get('fo:column-count'));
  const inColumns = columns > 1 && columns <= 16 ? ` numCol="${columns}"` : '';
  return `<p:txBody><a:bodyPr wrap="${isFree ? 'none' : 'square'}" lIns="${left}" tIns="${top}" rIns="${right}" bIns="${bottom}" anchor="${anchor}"${isCentred ? ' anchorCtr="1"' : ''}${turned}${inColumns}>${fit}</a:bodyPr><a:lstStyle/>${paragraphs.length > 0 ? paragraphs.map(({ xml }) => xml).join('') : '<a:p/>'}</p:txBody>`;
}

const altOf = (element: PartElement): string =>
  inOneLine(textIn(childAt(element, 'svg:desc')) || textIn(childAt(element, 'svg:title'))).slice(0, 1000);

const propertiesXml = (element: PartElement, id: number): string =>
  `<p:cNvPr id="${id}" name="${escaped((element.attributes['draw:name'] ?? '').slice(0, 200))}" descr="${escaped(altOf(element))}"/>`;

/** Colours of shapes in a deck that names none. */
const USUAL_COLOURS = [
  ['draw:fill-color', '#729fcf'],
  ['svg:stroke-color', '#3465a4'],
] as const;

/** A shape with its form, its fill, its line and its text. */
function shapeXml(
  element: PartElement,
  place: ShapePlace,
  { xml: form, isFlipped, isNear }: ShapeGeometry,
  target: PageTarget,
  box: PartElement = element,
): string {
  const style = styleOf(element, target.styles);
  const isFrame = element.name === 'draw:frame';
  const { graphic } = style;
  const usual = isFrame ? 'none' : 'solid';
  const painted = new Map([['draw:fill', usual], ['draw:stroke', usual], ...USUAL_COLOURS, ...graphic]);
  const fill = fillOf(painted, target);
  if (fill?.isNear) target.near('a fill');
  if (isNear) target.near('the form of a shape is a rectangle');
  if (place.isSlanted) target.near('a slanted shape is upright');
  const id = target.nextId(element);
  const paragraphs = writtenParagraphs(box, textContext(element, style, fill, target, id));
  const flipped = {
    ...place,
    isFlipped: {
      across: place.isFlipped.across !== isFlipped.across,
      down: place.isFlipped.down !== isFlipped.down,
    },
  };
  const body = bodyXml(paragraphs, graphic, place, target);
  const isBackground = graphic.get('loext:fill-use-slide-background') === 'true';
  return `<p:sp${isBackground ? ' useBgFill="1"' : ''}><p:nvSpPr>${propertiesXml(element, id)}<p:cNvSpPr${isFrame ? ' txBox="1"' : ''}/><p:nvPr>${target.placeholder(element.attributes['presentation:class'] ?? '')}</p:nvPr></p:nvSpPr><p:spPr>${placeXml(flipped)}${form}${fill?.xml ?? ''}${lineXml(painted, target.styles, true)}${shadowXml(graphic)}</p:spPr>${body}</p:sp>`;
}

const UPRIGHT = { across: false, down: false };
const form = (xml: string, isNear = false): ShapeGeometry => ({ xml, isFlipped: UPRIGHT, isNear });

/** A line from one point to another. */
function straightLine(element: PartElement, target: PageTarget): string {
  const [from, to] = [pointOf(element, 'svg:x1', 'svg:y1'), pointOf(element, 'svg:x2', 'svg:y2')];
  const place: ShapePlace = {
    x: Math.round(Math.min(from[0], to[0])),
    y: Math.round(Math.min(from[1], to[1])),
    width: Math.round(Math.abs(to[0] - from[0])),
    height: Math.round(Math.abs(to[1] - from[1])),
    turned: 0,
    isFlipped: { across: to[0] < from[0], down: to[1] < from[1] },
    isSlanted: false,
  };
  return connectorXml(element, place, '<a:prstGeom prst="line"><a:avLst/></a:prstGeom>', target);
}

function connectorXml(element: PartElement, place: ShapePlace, geometry: string, target: PageTarget): string {
  const { graphic } = styleOf(element, target.styles);
  const painted = new Map([['draw:stroke', 'solid'], ...graphic]);
  const id = target.nextId(element);
  const line = `<p:cxnSp><p:nvCxnSpPr>${propertiesXml(element, id)}<p:cNvCxnSpPr/><p:nvPr/></p:nvCxnSpPr><p:spPr>${placeXml(place)}${geometry}<a:noFill/>${lineXml(painted, target.styles, true)}${shadowXml(graphic)}</p:spPr></p:cxnSp>`;
  return line + lineTextXml(element, place, target);
}

/** The text of a line, in a separate box. */
function lineTextXml(element: PartElement, place: ShapePlace, target: PageTarget): string {
  const hasText = ['text:p', 'text:list'].some((name) => childElements(element, name).some(hasWords));
  if (!hasText) return '';
  const box: PartElement = { ...element, name: 'draw:frame', attributes: { ...element.attributes } };
  const style = styleOf(element, target.styles);
  const id = target.nextId({ name: '', attributes: {}, children: [] });
  const paragraphs = writtenParagraphs(element, textContext(box, style, undefined, target, id));
  const upright = { ...place, isFlipped: UPRIGHT };
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

/** A connector: straight, or along its path, which is written in hundredths of a millimetre. */
function connector(element: PartElement, target: PageTarget): string {
  const { 'draw:type': type = 'standard', 'svg:d': written } = element.attributes;
  const path = type === 'line' ? undefined : svgPath(written);
  if (!path) {
    if (type !== 'line') target.near('a connector is straight');
    return straightLine(element, target);
  }
  const points = pointsIn([path]);
  const [xs, ys] = [points.map(([x]) => x * EMU_PER_HUNDREDTH), points.map(([, y]) => y * EMU_PER_HUNDREDTH)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const size = { width: Math.round(Math.max(...xs) - left), height: Math.round(Math.max(...ys) - top) };
  const view = {
    x: left / EMU_PER_HUNDREDTH,
    y: top / EMU_PER_HUNDREDTH,
    width: size.width / EMU_PER_HUNDREDTH,
    height: size.height / EMU_PER_HUNDREDTH,
  };
  const place: ShapePlace = {
    ...{ ...size, x: Math.round(left), y: Math.round(top) },
    ...{ turned: 0, isFlipped: UPRIGHT, isSlanted: false },
  };
  return connectorXml(element, place, customGeometry([{ ...path, isFilled: false }], view, size), target);
}

/** A polygon, a line of several parts, or a path. */
function freeForm(element: PartElement, target: PageTarget): string {
  const { name, attributes } = element;
  const place = placeOf(element);
  const path =
    name === 'draw:path'
      ? svgPath(attributes['svg:d'])
      : pointsPath(attributes['draw:points'], name === 'draw:polygon');
  if (!place || !path) {
    target.lost('a drawn form');
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
  return shapeXml(element, place, form(customGeometry([shape], view, place)), target);
}

/** Notes a shape that has no size in the file, and so cannot be drawn. */
function withoutPlace(target: PageTarget): string {
  target.lost('a shape without a size');
  return '';
}

/** A circle or an ellipse, or a part of one. */
function ellipse(element: PartElement, target: PageTarget): string {
  const { attributes } = element;
  const [cx, cy] = [emuOf(attributes['svg:cx']), emuOf(attributes['svg:cy'])];
  const [rx, ry] = ['svg:rx', 'svg:ry'].map((name) => emuOf(attributes[name] ?? attributes['svg:r']));
  const byMiddle =
    cx !== undefined && cy !== undefined && rx !== undefined && ry !== undefined
      ? { x: cx - rx, y: cy - ry, width: 2 * rx, height: 2 * ry, turned: 0, isFlipped: UPRIGHT, isSlanted: false }
      : undefined;
  const place = placeOf(element) ?? byMiddle;
  if (!place) return withoutPlace(target);
  const kind = attributes['draw:kind'] ?? 'full';
  if (kind === 'full') return shapeXml(element, place, form(ELLIPSE), target);
  const angle = (name: string): number => ((degreesOf(attributes[name]) ?? 0) * Math.PI) / 180;
  // Angles go against the clock.
  const [from, to] = [-angle('draw:start-angle'), -angle('draw:end-angle')];
  const sweep = to - from >= 0 ? to - from - 2 * Math.PI : to - from;
  const [w, h] = [place.width / 2, place.height / 2];
  const begin = [w + w * Math.cos(from), h + h * Math.sin(from)] as const;
  const steps: PathStep[] = [{ kind: 'move', to: begin }, ...arcSteps([w, h], [w, h], from, sweep)];
  if (kind === 'section') steps.push({ kind: 'line', to: [w, h] });
  if (kind !== 'arc') steps.push({ kind: 'close' });
  const path: ShapePath = { steps, isFilled: kind !== 'arc', hasLine: true };
  const view = { x: 0, y: 0, width: place.width, height: place.height };
  return shapeXml(element, place, form(customGeometry([path], view, place)), target);
}

/** Points of a regular polygon or a star. */
function regularPolygon(element: PartElement, target: PageTarget): string {
  const place = placeOf(element);
  const corners = Math.max(3, Math.min(100, Math.round(Number(element.attributes['draw:corners'])) || 3));
  if (!place) return withoutPlace(target);
  const isStar = element.attributes['draw:concave'] === 'true';
  const inner = isStar ? 1 - (percentOf(element.attributes['draw:sharpness']) ?? 0.5) : 1;
  const count = isStar ? 2 * corners : corners;
  const [w, h] = [place.width / 2, place.height / 2];
  const steps = Array.from({ length: count }, (_, at): PathStep => {
    const angle = (2 * Math.PI * at) / count - Math.PI / 2;
    const radius = isStar && at % 2 === 1 ? inner : 1;
    return {
      kind: at === 0 ? 'move' : 'line',
      to: [w + w * radius * Math.cos(angle), h + h * radius * Math.sin(angle)],
    };
  });
  const path: ShapePath = { steps: [...steps, { kind: 'close' }], isFilled: true, hasLine: true };
  return shapeXml(
    element,
    place,
    form(customGeometry([path], { x: 0, y: 0, width: place.width, height: place.height }, place)),
    target,
  );
}

/** A number as a share of a side, in thousandths of a percent. */
const cropOf = (length: number, whole: number): number =>
  Math.round(Math.max(-1, Math.min(0.99, length / whole)) * 100_000);

/** The parts that are cut off a picture, as `a:srcRect`. */
function cropXml(clip: string | undefined, natural: { width: number; height: number } | undefined): string {
  const sides = /^\s*rect\s*\(([^)]*)\)/
    .exec(clip ?? '')?.[1]
    ?.trim()
    .split(/[\s,]+/)
    .map((side) => emuOf(side) ?? 0);
  if (!sides || !natural) return '';
  const [top = 0, right = 0, bottom = 0, left = 0] = sides;
  if ([top, right, bottom, left].every((side) => side === 0)) return '';
  const { width, height } = natural;
  return `<a:srcRect l="${cropOf(left, width)}" t="${cropOf(top, height)}" r="${cropOf(right, width)}" b="${cropOf(bottom, height)}"/>`;
}

/** Pictures that every program shows come before those that few do. */
const RASTER = /\.(?:png|jpe?g|gif|bmp|webp|tiff?)$/i;

/** The picture of a frame: one that is made of pixels, if there are several. */
function imageIn(frame: PartElement): PartElement | undefined {
  const images = childElements(frame, 'draw:image');
  return images.find(({ attributes }) => RASTER.test(attributes['xlink:href'] ?? '')) ?? images[0];
}

/** A picture. @param medium the element of the sound or video that it stands for */
function pictureXml(frame: PartElement, target: PageTarget, href: string | undefined, medium = ''): string | undefined {
  const place = placeOf(frame);
  const relation = target.pictureRelation(href);
  if (!place || relation === undefined) return undefined;
  const { graphic } = styleOf(frame, target.styles);
  const id = target.nextId(frame);
  if (!['standard', undefined].includes(graphic.get('draw:color-mode'))) target.near('the colours of a picture');
  if (place.isSlanted) target.near('a slanted shape is upright');
  const mirrored = graphic.get('style:mirror') ?? '';
  const flipped = {
    ...place,
    isFlipped: {
      across: place.isFlipped.across !== /horizontal/.test(mirrored),
      down: place.isFlipped.down !== /vertical/.test(mirrored),
    },
  };
  const opacity = percentOf(graphic.get('draw:image-opacity'));
  const alpha = opacity === undefined || opacity >= 1 ? '' : `<a:alphaModFix amt="${Math.round(opacity * 100_000)}"/>`;
  const [clip, natural] = [graphic.get('fo:clip'), target.naturalSize(href)];
  if (clip?.startsWith('rect') && /[1-9]/.test(clip) && !natural) target.near('a picture is not cropped');
  const crop = cropXml(clip, natural);
  return `<p:pic><p:nvPicPr>${propertiesXml(frame, id)}<p:cNvPicPr/><p:nvPr>${medium}</p:nvPr></p:nvPicPr><p:blipFill><a:blip r:embed="${relation}">${alpha}</a:blip>${crop}<a:stretch><a:fillRect/></a:stretch></p:blipFill><p:spPr>${placeXml(flipped)}${RECTANGLE}${lineXml(graphic, target.styles)}${shadowXml(graphic)}</p:spPr></p:pic>`;
}

/** A picture that is the content of a frame; one without bytes is named. */
function picture(frame: PartElement, target: PageTarget): string {
  const href = imageIn(frame)?.attributes['xlink:href'];
  const drawn = pictureXml(frame, target, href);
  if (drawn === undefined)
    target.lost(href && /^[a-z]+:\/\//i.test(href) ? 'a picture that is only linked' : 'a picture');
  return (drawn ?? '') + frameTextXml(frame, target);
}

/** Text that is written on a picture. */
function frameTextXml(frame: PartElement, target: PageTarget): string {
  const image = imageIn(frame);
  const place = placeOf(frame);
  if (!image || !place || !childElements(image, 'text:p').some(hasWords)) return '';
  const plain: PartElement = { ...frame, attributes: { ...frame.attributes, 'xml:id': '', 'draw:id': '' } };
  return shapeXml(plain, place, form(RECTANGLE), target, image);
}

/** An object of another program: a chart, or the picture that stands for it. */
function embeddedObject(frame: PartElement, object: PartElement, target: PageTarget): string {
  const href = object.attributes['xlink:href'];
  const place = placeOf(frame);
  const chart = place && target.chart(href);
  if (place && chart) {
    const id = target.nextId(frame);
    return `<p:graphicFrame><p:nvGraphicFramePr>${propertiesXml(frame, id)}<p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr>${placeXml(place, 'p:xfrm')}<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart r:id="${chart}"/></a:graphicData></a:graphic></p:graphicFrame>`;
  }
  const drawn = pictureXml(frame, target, imageIn(frame)?.attributes['xlink:href']);
  if (drawn === undefined)
    target.lost('an embedded object (a chart, a formula, a sheet) whose picture only LibreOffice reads');
  return drawn ?? '';
}

/** A sound or a video, with the picture that stands for it. */
function medium(frame: PartElement, plugin: PartElement, target: PageTarget): string {
  const href = plugin.attributes['xlink:href'];
  const relation = target.mediumRelation(href);
  const isSound = soundEndingOf(href ?? '') !== undefined;
  const mark = relation === undefined ? '' : `<a:${isSound ? 'audioFile' : 'videoFile'} r:link="${relation}"/>`;
  const drawn = pictureXml(frame, target, imageIn(frame)?.attributes['xlink:href'], mark);
  if (drawn === undefined || mark === '') target.lost(isSound ? 'a sound' : 'a video');
  return drawn ?? '';
}

function table(frame: PartElement, grid: PartElement, target: PageTarget): string {
  const place = placeOf(frame);
  if (!place) return withoutPlace(target);
  const id = target.nextId(frame);
  const context = textContext(frame, styleOf(frame, target.styles), undefined, target, id);
  return `<p:graphicFrame><p:nvGraphicFramePr>${propertiesXml(frame, id)}<p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr>${placeXml(place, 'p:xfrm')}<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/table">${tableXml(grid, place, context, target)}</a:graphicData></a:graphic></p:graphicFrame>`;
}

/** Content of a frame: the first one that can be shown. */
function frame(element: PartElement, target: PageTarget): string {
  const box = childAt(element, 'draw:text-box');
  if (box) {
    const least = { width: 0, height: emuOf(box.attributes['fo:min-height']) ?? 0 };
    const place = placeOf(element, least);
    return place ? shapeXml(element, place, form(RECTANGLE), target, box) : withoutPlace(target);
  }
  const grid = childAt(element, 'table:table');
  if (grid) return table(element, grid, target);
  const object = childAt(element, 'draw:object') ?? childAt(element, 'draw:object-ole');
  if (object) return embeddedObject(element, object, target);
  const plugin = childAt(element, 'draw:plugin');
  if (plugin) return medium(element, plugin, target);
  return picture(element, target);
}

/** A group; its shapes have their places on the page. */
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
  return shapeXml(element, place, form(radius && shorter > 0 ? roundRectangle(radius / shorter) : RECTANGLE), target);
}

function customShape(element: PartElement, target: PageTarget): string {
  const place = placeOf(element);
  if (!place) return withoutPlace(target);
  return shapeXml(element, place, enhancedGeometry(childAt(element, 'draw:enhanced-geometry'), place), target);
}

function caption(element: PartElement, target: PageTarget): string {
  const place = placeOf(element);
  target.near('a caption has no line to what it names');
  return place ? shapeXml(element, place, form(RECTANGLE), target) : withoutPlace(target);
}

type Writer = (element: PartElement, target: PageTarget) => string;

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

/** Shapes that are not drawn, in the words of the report. */
const LOST: ReadonlyMap<string, string> = new Map([
  ['dr3d:scene', 'a 3-D object'],
  ['draw:control', 'a field of a form'],
]);

const isShown = ({ attributes }: PartElement): boolean =>
  !['none', 'printer'].includes(attributes['draw:display'] ?? '') && attributes['presentation:placeholder'] !== 'true';

/** The shapes in an element, in the order in which they are painted. */
export function shapesXml(parent: PartElement, target: PageTarget): string {
  return childElements(parent)
    .filter((element) => isShown(element) && !target.skips(element.attributes['presentation:class'] ?? ''))
    .map((element) => {
      const lost = LOST.get(element.name);
      if (lost !== undefined) target.lost(lost);
      return WRITERS.get(element.name)?.(element, target) ?? '';
    })
    .join('');
}

/** Reports whether a page has a subtitle, as the first pages of decks do. */
export const hasSubtitle = (page: PartElement): boolean =>
  descendantsOf(page, 'draw:frame').some(({ attributes }) => attributes['presentation:class'] === 'subtitle');
