import { largestOf } from '../extremes.ts';
import { childElementAtPath, childElements, type OfficeXmlElement } from '../pptx/xml.ts';
import { UNICODE_BY_SYMBOL_FONT_CHARACTER } from '../unicode-by-symbol-font-character.ts';
import { inheritProperties, type OdfProperties, type OdfStyles } from './odf-styles.ts';
import {
  EMU_PER_POINT,
  escapeXmlText,
  lengthInEmu,
  lengthInPoints,
  parseOdfColor,
  parseOdfPercentage,
} from './odf-units.ts';

// Attributes of OpenDocument: ODF 1.3 part 3, clause 20. Elements and ranges of DrawingML: ECMA-376 part 1, 20.1.10 and 21.1.2.

/** Style context of a text. */
export interface OdfTextContext {
  styles: OdfStyles;
  /** The properties that the shape gives its text and paragraphs. @param level level of the list, from 1; 1 outside of lists */
  shapeDefaults(level: number): { text: OdfProperties; paragraph: OdfProperties };
  /** The list style of lists that name none. */
  listStyle: OfficeXmlElement | undefined;
  /** The colour of text without a fixed colour, RRGGBB: black or white, for contrast with the background. */
  autoColour: string;
  /** Language of the deck, BCP 47. */
  language: string | undefined;
  /** The number that page number fields show. */
  pageNumber: number;
  /** Receives each paragraph, by whose id an animation may name it. @param index of the paragraph in the text, from 0 */
  noteParagraph(element: OfficeXmlElement, index: number): void;
}

/** The highest number of spaces of one `text:s`. */
const MAX_SPACES = 200;
/** The number of levels of a list in Office: `lvl` is from 0 to 8. */
const OFFICE_LEVELS = 9;
/** The number of levels of a list style in OpenDocument; the first is 1. */
const ODF_LEVELS = 10;
/** Thousandths of a percent in 1. */
const THOUSANDTHS = 100_000;
/** The size of a text that names none, in points. */
const DEFAULT_POINTS = 18;
/** The sizes that a text may have, in points (ST_TextFontSize: 100 to 400,000 hundredths). */
const FONT_POINTS_RANGE = { min: 1, max: 4000 };
/** The largest distance between letters, in both directions, in hundredths of a point (ST_TextPoint). */
const MAX_LETTER_SPACING = 4000;
/** The largest space between lines and paragraphs, in points (ST_TextSpacingPoint: 0 to 158,400 hundredths). */
const MAX_SPACING_POINTS = 1584;
/** The largest margin and indent of a paragraph, in both directions (ST_TextMargin, ST_TextIndent). */
const MAX_MARGIN_EMU = 51_206_400;
/** Sizes of a bullet, as shares of the text (ST_TextBulletSizePercent). */
const BULLET_SIZE_RANGE = { min: 0.25, max: 4 };
/** The largest first number of a list (ST_TextBulletStartAtNum). */
const MAX_LIST_START = 32_767;

const clamp = (value: number, min: number, max: number): number => Math.max(min, Math.min(max, value));

/** Elements within a paragraph that are not part of its text. */
const ELEMENTS_WITHOUT_TEXT = new Set([
  'office:annotation',
  'office:annotation-end',
  'text:note',
  'text:ruby-text',
  'draw:frame',
  'office:event-listeners',
]);

const isBold = (weight: string): boolean => weight === 'bold' || Number(weight) >= 600;

/** Baselines of superscripts and subscripts in PowerPoint, in thousandths of a percent of the letter size. */
const SUPERSCRIPT_BASELINE = 30_000;
const SUBSCRIPT_BASELINE = -25_000;

/** The baseline of raised or lowered text, in thousandths of a percent of the letter size: 30,000 is 30 % above the line. */
function baselineOf(position: string | undefined): number {
  const [word = ''] = (position ?? '').trim().split(/\s+/);
  if (word === 'super') return SUPERSCRIPT_BASELINE;
  if (word === 'sub') return SUBSCRIPT_BASELINE;
  return Math.round((parseOdfPercentage(word) ?? 0) * THOUSANDTHS);
}

/** The properties of a text as an element of the type `a:rPr`. */
function runPropertiesXml(
  properties: OdfProperties,
  { styles, autoColour, language }: OdfTextContext,
  element = 'a:rPr',
): string {
  const propertyValue = (name: string): string | undefined => properties.get(name);
  const attributes: string[] = [];
  const setAttribute = (name: string, value: string | number | undefined): void => {
    if (value !== undefined) attributes.push(` ${name}="${value}"`);
  };
  const languageTag = propertyValue('fo:language');
  setAttribute(
    'lang',
    languageTag && /^[a-z]{2,3}$/.test(languageTag)
      ? `${languageTag}${/^[A-Z]{2}$/.test(propertyValue('fo:country') ?? '') ? `-${propertyValue('fo:country')}` : ''}`
      : language,
  );
  const points = clamp(
    lengthInPoints(propertyValue('fo:font-size')) ?? DEFAULT_POINTS,
    FONT_POINTS_RANGE.min,
    FONT_POINTS_RANGE.max,
  );
  setAttribute('sz', Math.round(points * 100));
  setAttribute('b', isBold(propertyValue('fo:font-weight') ?? '') ? 1 : 0);
  setAttribute('i', ['italic', 'oblique'].includes(propertyValue('fo:font-style') ?? '') ? 1 : 0);
  const hasLine = (name: string): boolean => !['none', undefined].includes(propertyValue(name));
  const hasUnderline = hasLine('style:text-underline-style');
  setAttribute('u', hasUnderline ? (propertyValue('style:text-underline-type') === 'double' ? 'dbl' : 'sng') : 'none');
  const isStruck = hasLine('style:text-line-through-style') || hasLine('style:text-line-through-type');
  setAttribute('strike', isStruck ? 'sngStrike' : 'noStrike');
  if (propertyValue('fo:text-transform') === 'uppercase') setAttribute('cap', 'all');
  else if (propertyValue('fo:font-variant') === 'small-caps') setAttribute('cap', 'small');
  const spacing = lengthInPoints(propertyValue('fo:letter-spacing'));
  if (spacing) setAttribute('spc', Math.round(clamp(spacing * 100, -MAX_LETTER_SPACING, MAX_LETTER_SPACING)));
  const baseline = baselineOf(propertyValue('style:text-position'));
  if (baseline !== 0) setAttribute('baseline', baseline);
  const colour = parseOdfColor(propertyValue('fo:color'));
  const usesAutoColour = propertyValue('style:use-window-font-color') === 'true' || colour === undefined;
  const opacity = parseOdfPercentage(propertyValue('loext:opacity'));
  const alpha = opacity === undefined || opacity >= 1 ? '' : `<a:alpha val="${Math.round(opacity * THOUSANDTHS)}"/>`;
  const fill = `<a:solidFill><a:srgbClr val="${usesAutoColour ? autoColour : colour}">${alpha}</a:srgbClr></a:solidFill>`;
  const background = parseOdfColor(propertyValue('fo:background-color'));
  const highlight = background === undefined ? '' : `<a:highlight><a:srgbClr val="${background}"/></a:highlight>`;
  const typefaceXml = (script: 'latin' | 'ea' | 'cs', name: string, family: string): string => {
    const font =
      propertyValue(name) === undefined ? styles.fontOf(propertyValue(family)) : styles.fontOf(propertyValue(name));
    return font ? `<a:${script} typeface="${escapeXmlText(font)}"/>` : '';
  };
  const typefacesXml =
    typefaceXml('latin', 'style:font-name', 'fo:font-family') +
    typefaceXml('ea', 'style:font-name-asian', 'style:font-family-asian') +
    typefaceXml('cs', 'style:font-name-complex', 'style:font-family-complex');
  return `<${element}${attributes.join('')}>${fill}${highlight}${typefacesXml}</${element}>`;
}

/**
 * Writes the runs of a paragraph. A run of white space becomes one space, and none at the start (ODF 1.3 part 3, 6.1.2).
 * @param paragraphProperties properties of the paragraph
 */
function writeRuns(
  paragraph: OfficeXmlElement,
  paragraphProperties: OdfProperties,
  context: OdfTextContext,
): { xml: string; text: string } {
  const runs: string[] = [];
  let [text, isAfterSpace] = ['', true];
  const addRun = (runText: string, properties: OdfProperties): void => {
    if (runText === '') return;
    text += runText;
    runs.push(`<a:r>${runPropertiesXml(properties, context)}<a:t>${escapeXmlText(runText)}</a:t></a:r>`);
  };
  const walk = (element: OfficeXmlElement, properties: OdfProperties): void => {
    for (const child of element.children) {
      if (typeof child === 'string') {
        let runText = child.replace(/[ \t\r\n]+/g, ' ');
        if (isAfterSpace && runText.startsWith(' ')) runText = runText.slice(1);
        if (runText !== '') isAfterSpace = runText.endsWith(' ');
        addRun(runText, properties);
        continue;
      }
      const { name, attributes } = child;
      if (ELEMENTS_WITHOUT_TEXT.has(name)) continue;
      if (name === 'text:s') {
        addRun(' '.repeat(clamp(Number(attributes['text:c'] ?? 1) || 1, 1, MAX_SPACES)), properties);
        isAfterSpace = false;
      } else if (name === 'text:tab') {
        addRun('\t', properties);
        isAfterSpace = true;
      } else if (name === 'text:line-break') {
        runs.push(`<a:br>${runPropertiesXml(properties, context)}</a:br>`);
        text += '\n';
        isAfterSpace = true;
      } else if (name === 'text:page-number') {
        const field = `<a:fld id="{B6F15528-21DE-4FAA-801E-634DDDAF4B2B}" type="slidenum">${runPropertiesXml(properties, context)}<a:t>${context.pageNumber}</a:t></a:fld>`;
        runs.push(field);
        text += context.pageNumber;
        isAfterSpace = false;
      } else {
        const spanProperties = context.styles.propertiesOf('text', attributes['text:style-name'], 'text');
        walk(
          child,
          name === 'text:span' || name === 'text:a' ? inheritProperties(properties, spanProperties) : properties,
        );
      }
    }
  };
  walk(paragraph, paragraphProperties);
  return { xml: runs.join(''), text };
}

/** Number formats of Office (ST_TextAutonumberScheme, without its ending), by those of OpenDocument. */
const NUMBER_FORMAT_BY_NAME: ReadonlyMap<string, string> = new Map([
  ['1', 'arabic'],
  ['a', 'alphaLc'],
  ['A', 'alphaUc'],
  ['i', 'romanLc'],
  ['I', 'romanUc'],
]);

/** The bullet or number of a paragraph in a list. */
interface ParagraphMarker {
  /** EMU from the left edge of the box to the text. */
  margin: number;
  /** EMU from the margin to the marker; negative: to the left of the text. */
  indent: number;
  /** The elements of the bullet in `a:pPr`. */
  xml: string;
}

const NO_MARKER: ParagraphMarker = { margin: 0, indent: 0, xml: '<a:buNone/>' };

/**
 * The marker of a paragraph.
 * @param listStyle list style
 * @param level from 1
 * @param isFirst true: the paragraph is the first of its item; a further one has no marker
 * @param start first number of a numbered list, if the item restarts it
 */
function createMarker(
  listStyle: OfficeXmlElement | undefined,
  level: number,
  context: OdfTextContext,
  isFirst: boolean,
  start?: number,
): ParagraphMarker {
  const style = childElements(listStyle).find(({ attributes }) => attributes['text:level'] === String(level));
  if (!style) return NO_MARKER;
  const properties = childElementAtPath(style, 'style:list-level-properties');
  const labelAlignment = childElementAtPath(properties, 'style:list-level-label-alignment')?.attributes;
  const { 'text:space-before': spaceBefore, 'text:min-label-width': minLabelWidth } = properties?.attributes ?? {};
  const labelWidth = lengthInEmu(minLabelWidth) ?? 0;
  const [margin, indent] = labelAlignment
    ? [lengthInEmu(labelAlignment['fo:margin-left']) ?? 0, lengthInEmu(labelAlignment['fo:text-indent']) ?? 0]
    : [(lengthInEmu(spaceBefore) ?? 0) + labelWidth, -labelWidth];
  if (!isFirst) return { margin, indent: 0, xml: '<a:buNone/>' };
  return { margin, indent, xml: bulletXml(style, context, start) };
}

/** The bullet or number of a level of a list style, as the elements of `a:pPr`. @param start first number */
function bulletXml(style: OfficeXmlElement, { styles, autoColour }: OdfTextContext, start: number | undefined): string {
  const { attributes } = style;
  const namedProperties = styles.propertiesOf('text', attributes['text:style-name'], 'text');
  const properties = inheritProperties(
    namedProperties,
    new Map(Object.entries(childElementAtPath(style, 'style:text-properties')?.attributes ?? {})),
  );
  const usesAutoColour = properties.get('style:use-window-font-color') === 'true';
  const colour = parseOdfColor(properties.get('fo:color')) ?? (usesAutoColour ? autoColour : undefined);
  const relativeSize = parseOdfPercentage(attributes['text:bullet-relative-size'] ?? properties.get('fo:font-size'));
  const size =
    relativeSize === undefined
      ? ''
      : `<a:buSzPct val="${Math.round(clamp(relativeSize, BULLET_SIZE_RANGE.min, BULLET_SIZE_RANGE.max) * THOUSANDTHS)}"/>`;
  const colourAndSize = `${colour === undefined ? '' : `<a:buClr><a:srgbClr val="${colour}"/></a:buClr>`}${size}`;
  if (style.name === 'text:list-level-style-number') {
    const format = NUMBER_FORMAT_BY_NAME.get(attributes['style:num-format'] ?? '');
    if (format === undefined) return '<a:buNone/>';
    const [prefix, suffix] = [attributes['style:num-prefix'] ?? '', attributes['style:num-suffix'] ?? ''];
    const ending = suffix.startsWith(')')
      ? prefix.endsWith('(')
        ? 'ParenBoth'
        : 'ParenR'
      : suffix.startsWith('.')
        ? 'Period'
        : 'Plain';
    // Office has no letters and Roman numbers without a full stop or a parenthesis.
    const type = format === 'arabic' || ending !== 'Plain' ? `${format}${ending}` : `${format}Period`;
    const firstNumber = start ?? (Number(attributes['text:start-value'] ?? 1) || 1);
    return `${colourAndSize}<a:buFont typeface="+mj-lt"/><a:buAutoNum type="${type}"${firstNumber > 1 && firstNumber <= MAX_LIST_START ? ` startAt="${firstNumber}"` : ''}/>`;
  }
  if (style.name === 'text:list-level-style-image') return `${colourAndSize}<a:buChar char="•"/>`;
  const character = [...(attributes['text:bullet-char'] ?? '')][0] ?? '';
  if (character.trim() === '') return '<a:buNone/>';
  const unicode = UNICODE_BY_SYMBOL_FONT_CHARACTER.get(character);
  const font = unicode
    ? undefined
    : styles.fontOf(properties.get('style:font-name') ?? properties.get('fo:font-family'));
  const isTextFont = font === undefined || /opensymbol|starsymbol/i.test(font);
  return `${colourAndSize}${isTextFont ? '' : `<a:buFont typeface="${escapeXmlText(font)}"/>`}<a:buChar char="${escapeXmlText(unicode ?? character)}"/>`;
}

/** Alignments of Office (ST_TextAlignType), by those of OpenDocument that do not depend on the direction of the text. */
const ALIGNMENT_BY_NAME: ReadonlyMap<string, string> = new Map([
  ['center', 'ctr'],
  ['justify', 'just'],
  ['left', 'l'],
  ['right', 'r'],
]);

/** Spacing of lines and paragraphs, as the elements of `a:pPr`. */
function spacingXml(properties: OdfProperties): string {
  const lineHeight = properties.get('fo:line-height');
  const [lineHeightShare, lineHeightPoints] = [parseOdfPercentage(lineHeight), lengthInPoints(lineHeight)];
  const lineSpacing =
    lineHeightShare !== undefined && lineHeightShare > 0
      ? `<a:lnSpc><a:spcPct val="${Math.round(lineHeightShare * THOUSANDTHS)}"/></a:lnSpc>`
      : lineHeightPoints !== undefined && lineHeightPoints > 0
        ? `<a:lnSpc><a:spcPts val="${Math.round(Math.min(MAX_SPACING_POINTS, lineHeightPoints) * 100)}"/></a:lnSpc>`
        : '';
  const paragraphSpacing = (element: string, name: string): string => {
    const spacing = clamp(lengthInPoints(properties.get(name)) ?? 0, 0, MAX_SPACING_POINTS);
    return `<a:${element}><a:spcPts val="${Math.round(spacing * 100)}"/></a:${element}>`;
  };
  return lineSpacing + paragraphSpacing('spcBef', 'fo:margin-top') + paragraphSpacing('spcAft', 'fo:margin-bottom');
}

/** Kinds of tab stops in Office (ST_TextTabAlignType), by those of OpenDocument. */
const TAB_KIND_BY_TYPE: ReadonlyMap<string, string> = new Map([
  ['center', 'ctr'],
  ['right', 'r'],
  ['char', 'dec'],
]);

/** Tab stops as `a:tabLst`. OpenDocument counts their positions from the margin of the paragraph. @param margin EMU */
function tabsXml(properties: OdfProperties, margin: number): string {
  const stops = (properties.get('style:tab-stops') ?? '').split(';').flatMap((stop) => {
    const [position, type = 'left'] = stop.split(' ');
    const emu = lengthInEmu(position);
    return emu === undefined
      ? []
      : [`<a:tab pos="${Math.max(0, margin + emu)}" algn="${TAB_KIND_BY_TYPE.get(type) ?? 'l'}"/>`];
  });
  return stops.length > 0 ? `<a:tabLst>${stops.join('')}</a:tabLst>` : '';
}

/** A paragraph as `a:p`, with the facts by which its height is estimated. */
export interface ParagraphXml {
  xml: string;
  text: string;
  /** Size of the largest letters, in points. */
  fontSize: number;
  /** Height of a line, as a share of the font size. */
  lineHeight: number;
  /** Space before and after the paragraph together, in points. */
  spacing: number;
  /** EMU from the left edge of the box to the text. */
  margin: number;
}

/** The place of a paragraph in a list. */
interface ListPlace {
  /** From 1; 0 outside of lists. */
  level: number;
  /** List style; undefined: the paragraph has no marker. */
  style: OfficeXmlElement | undefined;
  /** True if the paragraph is the first of its item. */
  isFirst: boolean;
  /** First number of a numbered list, if the item restarts it. */
  start?: number | undefined;
}

function writeParagraph(paragraph: OfficeXmlElement, listPlace: ListPlace, context: OdfTextContext): ParagraphXml {
  const { styles } = context;
  const name = paragraph.attributes['text:style-name'];
  const defaults = context.shapeDefaults(Math.max(1, listPlace.level));
  const textProperties = inheritProperties(defaults.text, styles.propertiesOf('paragraph', name, 'text'));
  const properties = inheritProperties(defaults.paragraph, styles.propertiesOf('paragraph', name, 'paragraph'));
  const marker =
    listPlace.level === 0
      ? NO_MARKER
      : createMarker(
          listPlace.style,
          Math.min(ODF_LEVELS, listPlace.level),
          context,
          listPlace.isFirst,
          listPlace.start,
        );
  const margin = Math.max(0, (lengthInEmu(properties.get('fo:margin-left')) ?? 0) + marker.margin);
  const indent = Math.max(-margin, (lengthInEmu(properties.get('fo:text-indent')) ?? 0) + marker.indent);
  const isRightToLeft = properties.get('style:writing-mode')?.startsWith('rl') ?? false;
  const align = properties.get('fo:text-align') ?? 'start';
  const officeAlignment = ALIGNMENT_BY_NAME.get(align) ?? ((align === 'end') !== isRightToLeft ? 'r' : 'l');
  const { xml: runs, text } = writeRuns(paragraph, textProperties, context);
  const tabDistance = lengthInEmu(
    properties.get('loext:tab-stop-distance') ?? properties.get('style:tab-stop-distance'),
  );
  const boundedMargin = clamp(margin, -MAX_MARGIN_EMU, MAX_MARGIN_EMU);
  const boundedIndent = clamp(indent, -MAX_MARGIN_EMU, MAX_MARGIN_EMU);
  const attributes = `marL="${boundedMargin}" indent="${boundedIndent}" lvl="${clamp(listPlace.level - 1, 0, OFFICE_LEVELS - 1)}" algn="${officeAlignment}"${isRightToLeft ? ' rtl="1"' : ''}${tabDistance ? ` defTabSz="${tabDistance}"` : ''}`;
  return {
    xml: `<a:p><a:pPr ${attributes}>${spacingXml(properties)}${marker.xml}${tabsXml(properties, margin)}</a:pPr>${runs}${runPropertiesXml(textProperties, context, 'a:endParaRPr')}</a:p>`,
    text,
    fontSize: largestFontSize(paragraph, textProperties, styles),
    lineHeight: parseOdfPercentage(properties.get('fo:line-height')) ?? 1,
    spacing:
      (lengthInPoints(properties.get('fo:margin-top')) ?? 0) +
      (lengthInPoints(properties.get('fo:margin-bottom')) ?? 0),
    margin,
  };
}

/** Size of the largest letters of a paragraph, in points. @param paragraphProperties properties of the paragraph */
function largestFontSize(paragraph: OfficeXmlElement, paragraphProperties: OdfProperties, styles: OdfStyles): number {
  const sizes = childElements(paragraph, 'text:span').flatMap(({ attributes }) => {
    const properties = inheritProperties(
      paragraphProperties,
      styles.propertiesOf('text', attributes['text:style-name'], 'text'),
    );
    return lengthInPoints(properties.get('fo:font-size')) ?? [];
  });
  return sizes.length > 0
    ? largestOf(sizes)
    : (lengthInPoints(paragraphProperties.get('fo:font-size')) ?? DEFAULT_POINTS);
}

/** The paragraphs of a text box, a shape, a cell or notes, in their order. */
export function paragraphsXmlOf(box: OfficeXmlElement | undefined, context: OdfTextContext): ParagraphXml[] {
  const paragraphs: ParagraphXml[] = [];
  const addParagraph = (paragraph: OfficeXmlElement, listPlace: ListPlace): void => {
    context.noteParagraph(paragraph, paragraphs.length);
    paragraphs.push(writeParagraph(paragraph, listPlace, context));
  };
  const walk = (parent: OfficeXmlElement, level: number, style: OfficeXmlElement | undefined): void => {
    for (const child of childElements(parent)) {
      if (child.name === 'text:p' || child.name === 'text:h') addParagraph(child, { level, style, isFirst: true });
      else if (child.name === 'text:list') walkList(child, level + 1, style);
      else if (child.name === 'text:section') walk(child, level, style);
    }
  };
  const walkList = (list: OfficeXmlElement, level: number, outerStyle: OfficeXmlElement | undefined): void => {
    const name = list.attributes['text:style-name'];
    const style = (name === undefined ? undefined : context.styles.elementNamed('text:list-style', name)) ?? outerStyle;
    for (const item of childElements(list)) {
      let isFirst = item.name === 'text:list-item';
      const start = Number(item.attributes['text:start-value']);
      for (const child of childElements(item)) {
        if (child.name === 'text:list') walkList(child, level + 1, style);
        else if (child.name === 'text:p' || child.name === 'text:h') {
          addParagraph(child, { level, style, isFirst, ...(start > 0 ? { start } : {}) });
          isFirst = false;
        }
      }
    }
  };
  if (box) walk(box, 0, context.listStyle);
  return paragraphs;
}

// Measured on common Latin text fonts.
/** Mean width of a letter, as a share of the font size. */
const LETTER_WIDTH_SHARE = 0.48;
/** Height of a line at 100 % line spacing, as a share of the font size. */
const LINE_HEIGHT_SHARE = 1.18;
/** Reduction of the line height of a text that is shrunk to fit, as a share of the font size (`lnSpcReduction`). */
export const LINE_SPACING_REDUCTION = 0.1;
/** The smallest line height of a text that is shrunk, as a share of the font size. */
const MIN_LINE_HEIGHT = 0.8;
/** The smallest scale of a text. */
const MIN_SCALE = 0.25;
/** The step by which the scale becomes smaller until the text fits. */
const SCALE_STEP = 0.05;

/**
 * The scale, from 0.25 to 1, at which a text fits into a box. It is an estimate: the fonts of the text are not available here.
 * @param width of the box in EMU
 * @param height of the box in EMU
 */
export function estimateFittingTextScale(paragraphs: readonly ParagraphXml[], width: number, height: number): number {
  const lastFilledIndex = paragraphs.findLastIndex(({ text }) => text !== '');
  const filledParagraphs = paragraphs.slice(0, lastFilledIndex + 1);
  const heightAt = (scale: number): number =>
    filledParagraphs.reduce((sum, { text, fontSize, lineHeight, spacing, margin }) => {
      const lettersInLine = Math.max(1, (width - margin) / EMU_PER_POINT / (fontSize * scale * LETTER_WIDTH_SHARE));
      const lines = text
        .split('\n')
        .reduce((count, line) => count + Math.max(1, Math.ceil(line.length / lettersInLine)), 0);
      const effectiveLineHeight =
        scale < 1 ? Math.max(MIN_LINE_HEIGHT, lineHeight - LINE_SPACING_REDUCTION) : lineHeight;
      return sum + lines * fontSize * scale * LINE_HEIGHT_SHARE * effectiveLineHeight + spacing * scale;
    }, 0);
  for (let scale = 1; scale > MIN_SCALE; scale -= SCALE_STEP)
    if (heightAt(scale) <= height / EMU_PER_POINT) return scale;
  return MIN_SCALE;
}
