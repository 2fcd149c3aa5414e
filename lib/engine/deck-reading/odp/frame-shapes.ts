import { childElementAtPath, type OfficeXmlElement } from '../pptx/xml.ts';
import { RECTANGLE_GEOMETRY } from './geometry-of-enhanced-shape.ts';
import { drawingMlTableXml } from './odf-table.ts';
import { lengthInEmu } from './odf-units.ts';
import { findOdpSoundFileEnding } from './odp-package-reader.ts';
import { findImageOfOdpFrame, framePictureXml, pictureShapeXml } from './picture-shapes.ts';
import type { PptxPageOutput } from './pptx-page-output.ts';
import {
  createLosslessShapeGeometry,
  nonVisualShapePropertiesXml,
  pptxShapeXml,
  reportShapeWithoutSize,
} from './pptx-shape-xml.ts';
import { shapeStyleOf, textContextOfOdpShape } from './shape-text.ts';
import { findOdpShapeTransform, shapeTransformXml } from './shape-transform.ts';

/** An embedded object: a chart, or the picture of any other object; empty, and reported, if it has none. */
function embeddedObjectXml(frame: OfficeXmlElement, object: OfficeXmlElement, target: PptxPageOutput): string {
  const href = object.attributes['xlink:href'];
  const transform = findOdpShapeTransform(frame);
  const chart = transform && target.chartRelation(href);
  if (transform && chart) {
    const id = target.nextId(frame);
    return `<p:graphicFrame><p:nvGraphicFramePr>${nonVisualShapePropertiesXml(frame, id)}<p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr>${shapeTransformXml(transform, 'p:xfrm')}<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart r:id="${chart}"/></a:graphicData></a:graphic></p:graphicFrame>`;
  }
  const xml = pictureShapeXml(frame, target, findImageOfOdpFrame(frame)?.attributes['xlink:href']);
  if (xml === undefined)
    target.warnLost('an embedded object (a chart, a formula, a sheet) whose picture only LibreOffice reads');
  return xml ?? '';
}

/** A sound or a video, as the picture that represents it; empty, and reported, if it has none. */
function mediumXml(frame: OfficeXmlElement, plugin: OfficeXmlElement, target: PptxPageOutput): string {
  const href = plugin.attributes['xlink:href'];
  const relation = target.mediumRelation(href);
  const isSound = findOdpSoundFileEnding(href ?? '') !== undefined;
  const link = relation === undefined ? '' : `<a:${isSound ? 'audioFile' : 'videoFile'} r:link="${relation}"/>`;
  const xml = pictureShapeXml(frame, target, findImageOfOdpFrame(frame)?.attributes['xlink:href'], link);
  if (xml === undefined || link === '') target.warnLost(isSound ? 'a sound' : 'a video');
  return xml ?? '';
}

/** A table as `p:graphicFrame`. */
function tableXml(frame: OfficeXmlElement, table: OfficeXmlElement, target: PptxPageOutput): string {
  const transform = findOdpShapeTransform(frame);
  if (!transform) return reportShapeWithoutSize(target);
  const id = target.nextId(frame);
  const context = textContextOfOdpShape(frame, shapeStyleOf(frame, target.styles), undefined, target, id);
  return `<p:graphicFrame><p:nvGraphicFramePr>${nonVisualShapePropertiesXml(frame, id)}<p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr>${shapeTransformXml(transform, 'p:xfrm')}<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/table">${drawingMlTableXml(table, transform, context, target)}</a:graphicData></a:graphic></p:graphicFrame>`;
}

/**
 * The DrawingML of the content of a frame. A frame may have several forms of the same content: the first form that Office supports is
 * used.
 */
export function convertOdfFrameToPptx(element: OfficeXmlElement, target: PptxPageOutput): string {
  const textBox = childElementAtPath(element, 'draw:text-box');
  if (textBox) {
    const minSize = { width: 0, height: lengthInEmu(textBox.attributes['fo:min-height']) ?? 0 };
    const transform = findOdpShapeTransform(element, minSize);
    return transform
      ? pptxShapeXml(element, transform, createLosslessShapeGeometry(RECTANGLE_GEOMETRY), target, textBox)
      : reportShapeWithoutSize(target);
  }
  const table = childElementAtPath(element, 'table:table');
  if (table) return tableXml(element, table, target);
  const object = childElementAtPath(element, 'draw:object') ?? childElementAtPath(element, 'draw:object-ole');
  if (object) return embeddedObjectXml(element, object, target);
  const plugin = childElementAtPath(element, 'draw:plugin');
  if (plugin) return mediumXml(element, plugin, target);
  return framePictureXml(element, target);
}
