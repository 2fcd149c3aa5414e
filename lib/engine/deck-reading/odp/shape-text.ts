import type { OfficeXmlElement } from '../pptx/xml.ts';
import { type FillXml, isDarkColor, officeVerticalTextAnchorOf } from './odf-paint.ts';
import { inheritProperties, type OdfProperties, type OdfStyles } from './odf-styles.ts';
import {
  estimateFittingTextScale,
  LINE_SPACING_REDUCTION,
  type OdfTextContext,
  type ParagraphXml,
} from './odf-text.ts';
import { DEFAULT_SHAPE_PADDING_EMU, lengthInEmu, parseOdfPercentage } from './odf-units.ts';
import type { PptxPageOutput } from './pptx-page-output.ts';
import type { ShapeTransform } from './shape-transform.ts';

// Shapes of OpenDocument: ODF 1.3 part 3, clause 10. Those of Office: ECMA-376 part 1, 19.3.1 and 20.1.2.

/** The style of a shape. */
interface ShapeStyle {
  family: 'graphic' | 'presentation';
  name: string | undefined;
  /** Its graphic properties, inherited ones included. */
  graphic: OdfProperties;
}

/** The style of a shape, with the defaults of its document. */
export function shapeStyleOf({ attributes }: OfficeXmlElement, styles: OdfStyles): ShapeStyle {
  const presentationStyle = attributes['presentation:style-name'];
  const family = presentationStyle === undefined ? 'graphic' : 'presentation';
  const name = presentationStyle ?? attributes['draw:style-name'];
  const graphic = inheritProperties(
    styles.defaultsOf('graphic', 'graphic'),
    styles.propertiesOf(family, name, 'graphic'),
  );
  return { family, name, graphic };
}

/** The end of the name of the common style of an outline's first level. Each further level, up to 9, has a style with its number. */
const OUTLINE_STYLE_NAME = /outline1$/;
/** The number of levels of an outline. */
const OUTLINE_LEVELS = 9;

/** The style context of the text of a shape. @param id of the shape in the PPTX */
export function textContextOfOdpShape(
  element: OfficeXmlElement,
  style: ShapeStyle,
  fill: FillXml | undefined,
  target: PptxPageOutput,
  id: number,
): OdfTextContext {
  const { styles } = target;
  const { family, name } = style;
  const commonName = styles.commonNameOf(family, name);
  const isOutline = commonName !== undefined && OUTLINE_STYLE_NAME.test(commonName);
  const textStyle = element.attributes['draw:text-style-name'];
  const propertiesOf = (group: 'text' | 'paragraph', level: number): OdfProperties => {
    const defaults = styles.defaultsOf('graphic', group);
    const shapeProperties = isOutline
      ? inheritProperties(
          styles.propertiesOf(
            family,
            commonName.replace(OUTLINE_STYLE_NAME, `outline${Math.min(OUTLINE_LEVELS, level)}`),
            group,
          ),
          styles.propertiesOf(family, name, group, 'automatic'),
        )
      : styles.propertiesOf(family, name, group);
    return inheritProperties(
      inheritProperties(defaults, shapeProperties),
      styles.propertiesOf('paragraph', textStyle, group),
    );
  };
  const defaultsByLevel = new Map<number, { text: OdfProperties; paragraph: OdfProperties }>();
  return {
    styles,
    shapeDefaults(level) {
      const levelDefaults = defaultsByLevel.get(level) ?? {
        text: propertiesOf('text', level),
        paragraph: propertiesOf('paragraph', level),
      };
      defaultsByLevel.set(level, levelDefaults);
      return levelDefaults;
    },
    listStyle: styles.listStyleIn(family, name),
    autoColour: isDarkColor(fill?.colour ?? target.background) ? 'FFFFFF' : '000000',
    language: target.language,
    pageNumber: target.pageNumber,
    noteParagraph: (paragraph, index) => target.noteParagraph(paragraph, id, index),
  };
}

/** The highest number of columns of a text in Office (ST_TextColumnCount). */
const MAX_TEXT_COLUMNS = 16;

/** Space between the edges of a shape and its text, in EMU. */
interface Padding {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

function paddingOf(graphic: OdfProperties): Padding {
  const allSides = lengthInEmu(graphic.get('fo:padding'));
  const paddingOfSide = (name: string, defaultPadding: number): number =>
    Math.max(0, lengthInEmu(graphic.get(`fo:padding-${name}`)) ?? allSides ?? defaultPadding);
  return {
    left: paddingOfSide('left', DEFAULT_SHAPE_PADDING_EMU.horizontal),
    top: paddingOfSide('top', DEFAULT_SHAPE_PADDING_EMU.vertical),
    right: paddingOfSide('right', DEFAULT_SHAPE_PADDING_EMU.horizontal),
    bottom: paddingOfSide('bottom', DEFAULT_SHAPE_PADDING_EMU.vertical),
  };
}

/** The text of a shape as `p:txBody`. @param transform the place of the shape */
export function shapeTextXml(
  paragraphs: readonly ParagraphXml[],
  graphic: OdfProperties,
  transform: ShapeTransform,
  target: PptxPageOutput,
): string {
  const { left, top, right, bottom } = paddingOf(graphic);
  const isShrunk = graphic.get('style:shrink-to-fit') === 'true' || graphic.get('draw:fit-to-size') === 'shrink-to-fit';
  const hasText = paragraphs.some(({ text }) => text !== '');
  const namedScale = parseOdfPercentage(
    graphic.get('loext:fit-to-size-scale') ?? graphic.get('draw:fit-to-size-scale'),
  );
  const isUnwrapped = graphic.get('fo:wrap-option') === 'no-wrap' || graphic.get('draw:auto-grow-width') === 'true';
  const scale =
    isShrunk && hasText
      ? (namedScale ??
        estimateFittingTextScale(paragraphs, transform.width - left - right, transform.height - top - bottom))
      : 1;
  if (scale < 1 && namedScale === undefined)
    target.warnApproximate('the size of text that is made smaller to fit is estimated');
  if (hasText && ['true', 'all'].includes(graphic.get('draw:fit-to-size') ?? ''))
    target.warnApproximate('text that is stretched to its shape has its usual size');
  const autofitXml =
    scale < 1
      ? `<a:normAutofit fontScale="${Math.round(scale * 100_000)}" lnSpcReduction="${LINE_SPACING_REDUCTION * 100_000}"/>`
      : graphic.get('draw:auto-grow-height') === 'true'
        ? '<a:spAutoFit/>'
        : '<a:noAutofit/>';
  const anchor = officeVerticalTextAnchorOf(graphic.get('draw:textarea-vertical-align'));
  const isCentred = isUnwrapped && graphic.get('draw:textarea-horizontal-align') === 'center';
  const verticalAttribute = graphic.get('style:writing-mode')?.startsWith('tb') ? ' vert="eaVert"' : '';
  const columns = Number(graphic.get('fo:column-count'));
  const columnsAttribute = columns > 1 && columns <= MAX_TEXT_COLUMNS ? ` numCol="${columns}"` : '';
  return `<p:txBody><a:bodyPr wrap="${isUnwrapped ? 'none' : 'square'}" lIns="${left}" tIns="${top}" rIns="${right}" bIns="${bottom}" anchor="${anchor}"${isCentred ? ' anchorCtr="1"' : ''}${verticalAttribute}${columnsAttribute}>${autofitXml}</a:bodyPr><a:lstStyle/>${paragraphs.length > 0 ? paragraphs.map(({ xml }) => xml).join('') : '<a:p/>'}</p:txBody>`;
}

/** Reports whether an element has text that is not white space, at any depth. */
export const hasNonBlankTextInside = (element: OfficeXmlElement): boolean =>
  element.children.some((child) => (typeof child === 'string' ? child.trim() !== '' : hasNonBlankTextInside(child)));
