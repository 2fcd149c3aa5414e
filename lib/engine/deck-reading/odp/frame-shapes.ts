import { childAt, type PartElement } from '../pptx/xml.ts';
import { RECTANGLE } from './enhanced-geometry.ts';
import { tableXml } from './odf-table.ts';
import { emuOf } from './odf-units.ts';
import { soundEndingOf } from './odp-files.ts';
import type { PageTarget } from './page-target.ts';
import { imageIn, picture, pictureXml } from './picture-shapes.ts';
import { placeOf, placeXml } from './shape-place.ts';
import { styleOf, textContext } from './shape-text.ts';
import { exactGeometry, propertiesXml, shapeXml, withoutPlace } from './shape-xml.ts';

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

/** The content of a frame. A frame may have several forms of the same content: the first form that Office supports is used. */
export function frame(element: PartElement, target: PageTarget): string {
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
