import type { FileForZip } from '../create-uncompressed-zip.ts';
import { escapeXmlText } from './odf-units.ts';
import type { ShapeSizeInEmu } from './shape-path.ts';

// Parts of a PPTX: ECMA-376 part 1, 13.3 and 19.2; relations and media types: ECMA-376 part 2.
const NAMESPACES =
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:p14="http://schemas.microsoft.com/office/powerpoint/2010/main"';
const RELATION_TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/';
const MEDIA_TYPE_PREFIX = 'application/vnd.openxmlformats-officedocument.';
const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** The relations of a part to others. */
export interface PartRelationsBuilder {
  /**
   * Adds a relation. The same relation is added only once.
   * @param type last part of its type, such as `image`
   * @param target name of a part, from the root of the file
   * @returns its id
   */
  add(type: string, target: string): string;
  /** The part with these relations. */
  xml(): string;
}

/** Creates an empty list of relations. */
export function createPartRelationsBuilder(): PartRelationsBuilder {
  const ids = new Map<string, string>();
  const elements: string[] = [];
  return {
    add(type, target) {
      const existingId = ids.get(`${type} ${target}`);
      if (existingId !== undefined) return existingId;
      const id = `rId${ids.size + 1}`;
      ids.set(`${type} ${target}`, id);
      elements.push(`<Relationship Id="${id}" Type="${RELATION_TYPES}${type}" Target="/${escapeXmlText(target)}"/>`);
      return id;
    },
    xml: () =>
      `${XML_DECLARATION}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${elements.join('')}</Relationships>`,
  };
}

const relationsPartName = (part: string): string => part.replace(/([^/]*)$/, '_rels/$1.rels');

/** A part and, if it has relations, the part with them. @param xml without the declaration */
export function filesOfPartWithRelations(name: string, xml: string, relations?: PartRelationsBuilder): FileForZip[] {
  const part = { name, bytes: Buffer.from(XML_DECLARATION + xml) };
  return relations ? [part, { name: relationsPartName(name), bytes: Buffer.from(relations.xml()) }] : [part];
}

const shapeTreeXml = (shapes: string): string =>
  `<p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>${shapes}</p:spTree>`;
const backgroundXml = (fill: string | undefined): string =>
  fill === undefined ? '' : `<p:bg><p:bgPr>${fill}<a:effectLst/></p:bgPr></p:bg>`;

/** Content of a slide. */
export interface SlideXmlContent {
  name: string;
  /** Elements of its shapes. */
  shapes: string;
  /** Its background as a fill; undefined: that of the master. */
  background: string | undefined;
  isHidden: boolean;
  /** True if the slide shows the shapes of its master. */
  hasMasterShapes: boolean;
  /** Elements of its transition and its animation. */
  timing: string;
}

/** The XML of a slide. */
export const pptxSlideXml = ({
  name,
  shapes,
  background: fill,
  isHidden,
  hasMasterShapes,
  timing,
}: SlideXmlContent): string =>
  `<p:sld ${NAMESPACES}${isHidden ? ' show="0"' : ''}${hasMasterShapes ? '' : ' showMasterSp="0"'}><p:cSld name="${escapeXmlText(name.slice(0, 200))}">${backgroundXml(fill)}${shapeTreeXml(shapes)}</p:cSld>${timing}</p:sld>`;

/** The XML of a page of notes. @param body shape with the text */
export const pptxNotesPageXml = (body: string): string =>
  `<p:notes ${NAMESPACES}><p:cSld>${shapeTreeXml(body)}</p:cSld></p:notes>`;

/** Colours of Office's standard theme. */
const THEME_COLOURS = {
  dk1: '000000',
  lt1: 'FFFFFF',
  dk2: '44546A',
  lt2: 'E7E6E6',
  accent1: '4472C4',
  accent2: 'ED7D31',
  accent3: 'A5A5A5',
  accent4: 'FFC000',
  accent5: '5B9BD5',
  accent6: '70AD47',
  hlink: '0563C1',
  folHlink: '954F72',
};
const PLACEHOLDER_FILL = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>';

/** A theme, which a PPTX must have. A translated deck does not use it: its texts and shapes name all of their formats. */
export const pptxThemeXml = (): string => {
  const fontXml = '<a:latin typeface="Liberation Sans"/><a:ea typeface=""/><a:cs typeface=""/>';
  const coloursXml = Object.entries(THEME_COLOURS).map(
    ([name, colour]) => `<a:${name}><a:srgbClr val="${colour}"/></a:${name}>`,
  );
  const lineXml = `<a:ln w="6350">${PLACEHOLDER_FILL}</a:ln>`;
  const effectXml = '<a:effectStyle><a:effectLst/></a:effectStyle>';
  return `<a:theme ${NAMESPACES} name="Deck"><a:themeElements><a:clrScheme name="Deck">${coloursXml.join('')}</a:clrScheme><a:fontScheme name="Deck"><a:majorFont>${fontXml}</a:majorFont><a:minorFont>${fontXml}</a:minorFont></a:fontScheme><a:fmtScheme name="Deck"><a:fillStyleLst>${PLACEHOLDER_FILL.repeat(3)}</a:fillStyleLst><a:lnStyleLst>${lineXml.repeat(3)}</a:lnStyleLst><a:effectStyleLst>${effectXml.repeat(3)}</a:effectStyleLst><a:bgFillStyleLst>${PLACEHOLDER_FILL.repeat(3)}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>`;
};

/** The XML of a master. @param fill of its background @param layout id of the relation to its layout @param id of its layout */
export const pptxMasterXml = (shapes: string, fill: string | undefined, layout: string, id: number): string =>
  `<p:sldMaster ${NAMESPACES}><p:cSld>${backgroundXml(fill)}${shapeTreeXml(shapes)}</p:cSld><p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/><p:sldLayoutIdLst><p:sldLayoutId id="${id}" r:id="${layout}"/></p:sldLayoutIdLst><p:txStyles><p:titleStyle/><p:bodyStyle/><p:otherStyle/></p:txStyles></p:sldMaster>`;

/** The background of a page that has none. */
export const WHITE_BACKGROUND_XML = '<a:solidFill><a:srgbClr val="FFFFFF"/></a:solidFill>';

/** The XML of a layout without shapes: its slides look like the master. */
export const pptxLayoutXml = (): string =>
  `<p:sldLayout ${NAMESPACES} type="blank"><p:cSld>${shapeTreeXml('')}</p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sldLayout>`;

/** The smallest id of a slide (ST_SlideId). */
const FIRST_SLIDE_ID = 256;

/**
 * The XML of the presentation.
 * @param slides ids of the relations to its slides
 * @param masters ids of the relations to its masters, with the ids of the masters
 * @param language BCP 47
 */
export function pptxPresentationXml(
  slides: readonly string[],
  masters: readonly { relation: string; id: number }[],
  { width, height }: ShapeSizeInEmu,
  language: string | undefined,
): string {
  const languageAttribute = language === undefined ? '' : ` lang="${language}"`;
  return `<p:presentation ${NAMESPACES}><p:sldMasterIdLst>${masters.map(({ relation, id }) => `<p:sldMasterId id="${id}" r:id="${relation}"/>`).join('')}</p:sldMasterIdLst><p:sldIdLst>${slides.map((relation, index) => `<p:sldId id="${FIRST_SLIDE_ID + index}" r:id="${relation}"/>`).join('')}</p:sldIdLst><p:sldSz cx="${width}" cy="${height}"/><p:notesSz cx="6858000" cy="9144000"/><p:defaultTextStyle><a:defPPr><a:defRPr${languageAttribute}/></a:defPPr><a:lvl1pPr><a:defRPr sz="1800"${languageAttribute}/></a:lvl1pPr></p:defaultTextStyle></p:presentation>`;
}

/** The XML of the document properties. */
export const pptxDocumentPropertiesXml = (title: string): string =>
  `<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escapeXmlText(title)}</dc:title></cp:coreProperties>`;

const MEDIA_TYPE_BY_PART_NAME: readonly (readonly [pattern: RegExp, type: string])[] = [
  [/^ppt\/presentation\.xml$/, `${MEDIA_TYPE_PREFIX}presentationml.presentation.main+xml`],
  [/^ppt\/slides\/[^/]+\.xml$/, `${MEDIA_TYPE_PREFIX}presentationml.slide+xml`],
  [/^ppt\/notesSlides\/[^/]+\.xml$/, `${MEDIA_TYPE_PREFIX}presentationml.notesSlide+xml`],
  [/^ppt\/slideMasters\/[^/]+\.xml$/, `${MEDIA_TYPE_PREFIX}presentationml.slideMaster+xml`],
  [/^ppt\/slideLayouts\/[^/]+\.xml$/, `${MEDIA_TYPE_PREFIX}presentationml.slideLayout+xml`],
  [/^ppt\/theme\/[^/]+\.xml$/, `${MEDIA_TYPE_PREFIX}theme+xml`],
  [/^ppt\/charts\/[^/]+\.xml$/, `${MEDIA_TYPE_PREFIX}drawingml.chart+xml`],
  [/^docProps\/core\.xml$/, 'application/vnd.openxmlformats-package.core-properties+xml'],
];
const MEDIA_TYPE_BY_ENDING = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  bmp: 'image/bmp',
  tiff: 'image/tiff',
  svg: 'image/svg+xml',
  emf: 'image/x-emf',
  wmf: 'image/x-wmf',
  webp: 'image/webp',
};

/** The part with the media types of all parts. @param names of all parts */
export function pptxContentTypesXml(names: readonly string[]): FileForZip {
  const defaultsXml = Object.entries({
    ...MEDIA_TYPE_BY_ENDING,
    rels: 'application/vnd.openxmlformats-package.relationships+xml',
    xml: 'application/xml',
  }).map(([ending, type]) => `<Default Extension="${ending}" ContentType="${type}"/>`);
  const overridesXml = names.flatMap((name) => {
    const [, type] = MEDIA_TYPE_BY_PART_NAME.find(([pattern]) => pattern.test(name)) ?? [];
    return type === undefined ? [] : [`<Override PartName="/${name}" ContentType="${type}"/>`];
  });
  const xml = `${XML_DECLARATION}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${defaultsXml.join('')}${overridesXml.join('')}</Types>`;
  return { name: '[Content_Types].xml', bytes: Buffer.from(xml) };
}
